"""The answer's steps one by one, with verdicts written by hand."""

from __future__ import annotations

import pytest

from agent.trace import Trace
from evaluations.case import Score
from evaluations.metrics import precision, steps
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Contained, Findings
from tests.evaluations.test_steps import EVEN
from tests.evaluations.traces import a_case, answered, failed
from tools.book import Book

CASE = a_case(("copper pan bottom turned silver", 1), ("captain boots dried white salt", 2))


def measured(trace: Trace, judged: Findings | None = None, view: Book | None = EVEN) -> dict[str, Score]:
    return {one.metric: one for one in precision.measure(Exhibit(CASE, trace, view, judged=judged))}


def told(*texts: str) -> Trace:
    return answered(CASE, steps=[(text, ()) for text in texts])


def judged(
    matches: tuple[tuple[int, int], ...] | None = None,
    supported: tuple[bool | None, ...] | None = None,
    unmatched: tuple[tuple[int, int], ...] = (),
) -> Findings:
    return Findings(judge="mouse@1", matches=matches, supported=supported, unmatched=unmatched)


def test_a_step_that_matches_any_reference_step_counts_by_the_lexical_judge() -> None:
    found = measured(told("copper pan silver", "the ferry", "silver pan bottom", "boots dried white"))
    gold = found["StepPrecision_gold(lexical)"]
    assert (gold.value, gold.read, gold.why) == (3 / 4, "3 of 4", {"matched": [1, 3, 4]})
    assert list(found) == ["StepPrecision_gold(lexical)"]  # words cannot tell what entails what


def test_repeating_a_matched_step_is_no_gain_in_recall_and_all_wrong_is_zero() -> None:
    trace = told("copper pan silver", "copper pan silver")
    recall = steps.measure(Exhibit(CASE, trace, EVEN))[0]
    assert (measured(trace)["StepPrecision_gold(lexical)"].value, recall.value) == (1.0, 1 / 2)
    assert measured(told("ferry", "clock"))["StepPrecision_gold(lexical)"].value == 0.0


def test_it_is_undefined_without_steps_without_references_and_without_the_book() -> None:
    for trace in (told(), failed(CASE), answered(CASE, None)):
        assert measured(trace)["StepPrecision_gold(lexical)"].why == "no steps"
    bare = Exhibit(a_case(), answered(a_case(), steps=[("ferry", ())]), EVEN)
    assert [(one.value, one.why) for one in precision.measure(bare)] == [(None, "no reference steps")]
    assert measured(told("ferry"), view=None)["StepPrecision_gold(lexical)"].why == "book not found"


def test_a_judges_verdicts_are_read_as_data_and_missing_ones_left_out() -> None:
    # 1 matches; 2 matches although another verdict on it is missing; 3 has none that says yes, and one missing; 4 no
    found = measured(told("a", "b", "c", "d"), judged(((1, 1), (2, 2)), unmatched=((2, 1), (3, 2))))
    gold = found["StepPrecision_gold(mouse@1)"]
    assert gold.value == pytest.approx(2 / 3)
    assert gold.read == "2 of 3, 1 without a verdict"
    nothing = measured(told("a"), judged((), unmatched=((1, 1),)))["StepPrecision_gold(mouse@1)"]
    assert (nothing.value, nothing.why) == (None, "no verdict")


@pytest.mark.parametrize(
    ("verdicts", "value", "first", "why"),
    [
        ((True, True), 1.0, None, "no unsupported step"),
        ((False,), 0.0, 1.0, None),
        ((True, False, False), 1 / 3, 2.0, None),
        ((True, False, None), 1 / 2, 2.0, None),
        ((True, None, False), 1 / 2, None, "a verdict is missing"),
        ((True, None), 1.0, None, "a verdict is missing"),
        ((None,), None, None, "a verdict is missing"),
        ((), None, None, "no unsupported step"),
    ],
)
def test_supported_steps_and_the_first_that_is_not(
    verdicts: tuple[bool | None, ...], value: float | None, first: float | None, why: str | None
) -> None:
    found = measured(told("a", "b", "c"), judged((), verdicts))
    assert found["StepPrecision_supported(mouse@1)"].value == (value if value is None else pytest.approx(value))
    assert (found["FirstError(mouse@1)"].value, found["FirstError(mouse@1)"].why) == (first, why)


def test_only_the_first_twenty_steps_are_read() -> None:
    trace = told(*(f"ferry {n}" for n in range(20)), "copper pan silver")
    assert measured(trace)["StepPrecision_gold(lexical)"].read == "0 of 20"
    late = measured(trace, judged(((21, 1),), (True,) * 20 + (False,)))
    assert late["StepPrecision_gold(mouse@1)"].read == "0 of 20"
    assert late["StepPrecision_supported(mouse@1)"].value == 1.0
    assert late["FirstError(mouse@1)"].why == "no unsupported step"


def test_step_recall_by_a_model_judge_stands_in_its_own_column_with_the_span_it_relied_on() -> None:
    contained = (Contained(found=True, step=2, span="the pan was grey"), Contained(found=False))
    exhibit = Exhibit(CASE, told("a", "b"), None, judged=Findings(judge="mouse@1", contained=contained))
    whole, explicit, inferred = steps.measure(exhibit)
    assert (whole.metric, whole.value) == ("StepRecall(mouse@1)", 1 / 2)
    assert (explicit.metric, inferred.why) == ("StepRecall(mouse@1, explicit)", "no inferred steps")
    assert isinstance(whole.why, list)
    assert whole.why[0] == {"reference": CASE.gold.steps[0].text, "step": 2, "span": "the pan was grey"}


def test_a_judge_that_failed_leaves_its_scores_undefined_with_its_reason() -> None:
    failure = Findings(judge="mouse@1", why="the judge's reply could not be read")
    exhibit = Exhibit(CASE, told("a"), EVEN, judged=failure)
    assert {(one.value, one.why) for one in (*steps.measure(exhibit), *precision.measure(exhibit))} == {
        (None, "the judge's reply could not be read")
    }
