"""The run's meter: what was spent, and where it stops."""

from __future__ import annotations

import pytest

from agent.model.meter import Limits, RunMeter
from agent.model.prices import Price, Prices
from agent.trace import Usage
from tools.mistake import Mistake

PRICES = Prices({"ferry": Price(input=2.0, output=8.0)})
CALL = Usage(calls=1, input_tokens=100, cached_tokens=40, output_tokens=5, cost=0.25)


def called(meter: RunMeter, usage: Usage = CALL) -> None:
    with meter.call() as charge:
        charge(usage)


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        (Limits(calls=2), r"calls is spent: 2 of 2\..*higher limit"),
        (Limits(tokens=130), r"tokens is spent: 130 of 130\."),
        (Limits(tokens=66), r"tokens is spent: 130 of 66\."),
        (Limits(cost=0.5), r"cost is spent: \$0\.5000 of \$0\.5000\."),
    ],
)
def test_a_run_stops_at_its_limit_and_the_same_command_can_go_on(limits: Limits, told: str) -> None:
    meter = RunMeter(limits)
    called(meter)
    called(meter)
    with pytest.raises(Mistake, match=told) as stop:
        called(meter)
    assert stop.value.exit_code == 1
    assert meter.spent.calls == 2


def test_without_limits_nothing_stops() -> None:
    meter = RunMeter()
    for _ in range(100):
        called(meter)
    assert (meter.spent.calls, meter.spent.tokens, meter.spent.cost) == (100, 6500, 25.0)


def test_what_the_record_holds_already_counts() -> None:
    with pytest.raises(Mistake, match="calls is spent: 7 of 5"):
        RunMeter(Limits(calls=5), Usage(calls=7)).check()


def test_a_limit_of_nothing_allows_nothing() -> None:
    for limits in (Limits(calls=0), Limits(tokens=0), Limits(cost=0.0)):
        with pytest.raises(Mistake, match="is spent"):
            called(RunMeter(limits))


def test_calls_under_way_count_and_one_that_fails_is_given_back() -> None:
    meter = RunMeter(Limits(calls=2))
    with meter.call(), meter.call(), pytest.raises(Mistake, match="calls is spent: 2 of 2"):
        meter.check()
    called(meter)
    called(meter)
    assert meter.spent.calls == 2


def test_a_cost_limit_is_refused_at_the_door_when_it_could_not_be_kept() -> None:
    with pytest.raises(Mistake, match="'steamer' is not known"):
        RunMeter(Limits(cost=1.0)).admit("steamer", PRICES)
    with pytest.raises(Mistake, match="has cost so far is not known"):
        RunMeter(Limits(cost=1.0), Usage(calls=1, cost=None)).admit("ferry", PRICES)
    RunMeter(Limits(cost=1.0)).admit("ferry", PRICES)
    RunMeter(Limits(calls=1)).admit("steamer", PRICES)
