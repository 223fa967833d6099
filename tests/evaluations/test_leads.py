"""Which hypothesis led, worked by hand on a trace's assessments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from evaluations.case import Score
from evaluations.metrics import leads
from evaluations.metrics.exhibit import Exhibit
from tests.evaluations.traces import a_case, answered, failed

Told = tuple[str, Mapping[str, Any]]

RIVALS: list[Told] = [
    ("noted", {"node": {"kind": "hypothesis", "id": f"H{n}", "text": text, "label": label}})
    for n, (label, text) in enumerate([("A", "Pym"), ("D", "Nell"), ("", "the cat")], 1)
]


def round_of(number: int, **believed: float) -> list[Told]:
    """A round and its assessment."""
    first, second = sorted([*believed.values(), 0.0, 0.0], reverse=True)[:2]
    told = {"beliefs": believed, "margin": first - second, "dry": 0, "gaps": []}
    return [("entered", {"node": "probe", "round": number}), ("assessed", told)]


def measured(*rounds: list[Told], value: str | None = "D") -> dict[str, Score]:
    before = [*RIVALS, *(told for one in rounds for told in one)]
    return {one.metric: one for one in leads.measure(Exhibit(a_case(), answered(a_case(), value, before=before)))}


def test_a_switch_is_an_assessment_with_another_leader_than_the_one_before() -> None:
    found = measured(
        round_of(1, H1=0.6, H2=0.4), round_of(2, H1=0.3, H2=0.7), round_of(3, H1=0.4, H2=0.6), round_of(4, H1=0.9)
    )
    assert (found[leads.SWITCHES].value, found[leads.SWITCHES].read) == (2.0, ["H1", "H2", "H2", "H1"])
    assert (found[leads.SINCE].value, found[leads.SINCE].read) == (2.0, "led first in round 2")


def test_hypotheses_believed_the_same_do_not_lead() -> None:
    found = measured(round_of(1, H1=0.5, H2=0.5), round_of(2, H1=0.2, H2=0.8))
    assert (found[leads.SWITCHES].value, found[leads.SINCE].value) == (0.0, 0.0)
    tied = measured(round_of(1, H1=0.5, H2=0.5))
    assert {one.why for one in tied.values()} == {"no hypothesis was assessed"}


def test_an_open_hypothesis_stands_for_its_own_text() -> None:
    found = measured(round_of(1, H3=0.9, H2=0.1), round_of(2, H3=0.4, H2=0.6), value="the cat")
    assert found[leads.SINCE].value == 1.0


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("D", "the answer's hypothesis never led"),
        ("B", "no hypothesis stands for the answer"),
        (None, "no hypothesis stands for the answer"),
    ],
)
def test_an_answer_that_never_led_has_no_such_round(value: str | None, why: str) -> None:
    found = measured(round_of(1, H1=0.9, H2=0.1), value=value)
    assert (found[leads.SWITCHES].value, found[leads.SINCE].value, found[leads.SINCE].why) == (0.0, None, why)


def test_without_assessments_both_are_undefined() -> None:
    for scores in (measured(), {one.metric: one for one in leads.measure(Exhibit(a_case(), failed(a_case())))}):
        assert {(one.value, one.why) for one in scores.values()} == {(None, "no hypothesis was assessed")}
