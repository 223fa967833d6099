"""ReasonAcc by hand: right, for a right reason, on a chain that holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import pytest

from evaluations.case import Score
from evaluations.metrics import soundness
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Findings
from tests.evaluations.bench import prequel
from tests.evaluations.test_chains import VIEW
from tests.evaluations.traces import absent, answered, failed, queried, quoted, read

Told = tuple[str, Mapping[str, Any]]


def measured(
    reasoning: Literal["right", "wrong", "failed"] | None = "right",
    *before: Told,
    value: str | None = "contradict",
    parents: Sequence[str] = (),
    judge: str = "m",
) -> list[Score]:
    trace = answered(prequel(), value, before=before, parents=parents)
    return soundness.measure(Exhibit(prequel(), trace, VIEW, judged=Findings(judge=judge, reasoning=reasoning)))


@pytest.mark.parametrize(
    ("value", "reasoning", "score", "why"),
    [
        ("contradict", "right", 1.0, None),
        ("contradict", "wrong", 0.0, None),
        ("consistent", "right", 0.0, "answer wrong"),
        (None, "wrong", 0.0, "answer wrong"),
        ("contradict", "failed", None, "not judged"),
    ],
)
def test_answer_and_reasoning_must_both_be_right(
    value: str | None, reasoning: Literal["right", "wrong", "failed"], score: float | None, why: str | None
) -> None:
    (found,) = measured(reasoning, value=value)
    assert (found.metric, found.value, found.why) == ("ReasonAcc(m)", score, why)


def test_without_a_verdict_on_the_reasoning_there_is_no_such_score() -> None:
    assert measured(None) == []
    lost = soundness.measure(Exhibit(prequel(), failed(prequel()), VIEW, judged=Findings(judge="m", reasoning="wrong")))
    assert [one.value for one in lost] == [0.0]


def test_a_chain_must_rest_on_quotations_that_stand_where_they_are_said_to() -> None:
    (good,) = measured("right", quoted("E1", 5), parents=["E1"])
    (bad,) = measured("right", quoted("E1", 1), parents=["E1"])
    assert (good.value, bad.value, bad.why) == (1.0, 0.0, "chain not grounded")


def test_an_absence_carries_an_answer_when_it_was_earned() -> None:
    """As in ChainValidity: what its queries found must have been read, and a single query must have found nothing."""
    (earned,) = measured("right", *queried("Q1", []), absent("A1", "Q1"), parents=["A1"])
    (claimed,) = measured("right", *queried("Q1", [4]), read(4), absent("A1", "Q1"), parents=["A1"])
    (never,) = measured("right", absent("A1", "Q1"), parents=["A1"])
    assert (earned.value, claimed.value, never.value) == (1.0, 0.0, 0.0)
    assert never.why == "chain not grounded"


def test_peoples_verdicts_stand_alone_since_they_have_seen_the_chain() -> None:
    (found,) = measured("right", quoted("E1", 1), parents=["E1"], judge="people-ann")
    assert found.value == 1.0
