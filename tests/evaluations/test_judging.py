"""Comparisons by a scorer's verdicts: what it has not judged, and judges that are not one judge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from rich.console import Console

from evaluations.case import Score
from evaluations.compare.comparison import compare
from evaluations.compare.judging import Judging, by, coverage, heard, judging
from evaluations.compare.side import Side
from evaluations.compare.tables import tables
from evaluations.metrics.aggregates import WinRate
from evaluations.metrics.findings import Contained, Findings
from evaluations.scorers import Judgement, Kept, Scorer, Tally
from evaluations.shortcuts import shortcuts
from tests.evaluations.sides import a_side, asked, scored
from tests.evaluations.traces import answered

ABC = [asked(name) for name in "abc"]
TRACES = [answered(case) for case in ABC]
NAME = "m@x-v1"
SCORER = Scorer(name=NAME, model="m", prompts="x", parts=("recall",))
FOUND = Findings(judge=NAME, contained=(Contained(found=True, step=1, span="key"),))
FAILED = Findings(judge=NAME, why="the judge gave no verdict: calls are spent")


def kept(findings: Mapping[str, Findings], tally: Tally | None = None, **changed: str) -> Kept:
    """Lines on the traces of these cases; `changed` are judged as another trace."""
    lines = {
        case.id: Judgement(case=case.id, repeat=1, scorer=SCORER, trace=changed.get(case.id, trace.identity()),
                           findings=findings[case.id], tally=tally or Tally(verdicts=1))
        for case, trace in zip(ABC, TRACES, strict=True) if case.id in findings
    }  # fmt: skip
    return Kept(SCORER, {(name, 1): line for name, line in lines.items()})


def recall(**values: float | None) -> list[Score]:
    return scored(f"StepRecall({NAME})", values)


def judged(name: str, scores: list[Score], *silent: str, scorer: Scorer = SCORER, **rest: Any) -> Side:
    """A run judged but for these cases."""
    told = Judging(scorer, {(case, 1): "not judged" for case in silent}, {})
    return a_side(name, ABC, heard(scores, told), judging=told, **rest)


def shown(first: Side, second: Side) -> str:
    console = Console(width=80)
    with console.capture() as seen:
        console.print(tables(compare(first, second), 0))
    return seen.get()


def test_a_trace_that_was_not_judged_or_researched_again_is_silent_for_its_reason() -> None:
    made = judging(kept({"a": FOUND, "b": FOUND}, b="another"), TRACES, recall(a=1.0, b=None, c=None))
    assert made.silent == {("b", 1): "researched again since it was judged", ("c", 1): f"not judged by {NAME}"}
    assert [*made.tallies] == [("a", 1)]  # what another trace took is not this one's


def test_a_trace_on_which_every_verdict_failed_is_silent_and_its_failures_are_counted() -> None:
    made = judging(
        kept({"a": FOUND, "b": FAILED}, Tally(verdicts=2, failed=1)), TRACES[:2], recall(a=1.0, b=None)
    )  # fmt: skip
    assert made.silent == {("b", 1): "the judge gave no verdict: calls are spent"}
    told = coverage(made, TRACES[:2])
    assert (told.traces, told.judged, told.failing) == (2, 1, 2)
    assert (told.figures["verdicts"], told.figures["failed"]) == (4, 2)


def test_where_a_judge_said_nothing_no_shortcut_is_made_of_citations() -> None:
    scores = [
        *recall(a=1.0, b=None),
        *scored(f"shortcut@0.33({NAME})", {"a": 0.0, "b": 1.0}, why={"evidence recall@2=0": True}),
        *scored(f"joint soft({NAME})", {"b": 0.0}),
        *scored("evidence recall@2", {"b": 0.0}),
        *scored("accuracy", {"b": 1.0}),
    ]
    made = judging(kept({"a": FOUND}), TRACES[:2], scores)
    told = {(one.metric, one.case): (one.value, one.why) for one in heard(scores, made)}
    assert told[f"shortcut@0.33({NAME})", "b"] == (None, f"not judged by {NAME}")
    assert told[f"shortcut@0.33({NAME})", "a"][0] == told[f"StepRecall({NAME})", "a"][0] - 1 == 0.0  # type: ignore[operator]
    assert told[f"joint soft({NAME})", "b"][0] is None
    assert (told["evidence recall@2", "b"][0], told["accuracy", "b"][0]) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("metric", "yes"),
    [(f"StepRecall({NAME})", True), (f"StepRecall({NAME}, inferred)", True), (f"chain wrong@0.33({NAME})", True),
     ("StepRecall(lexical)", False), (f"StepRecall({NAME}0)", False), ("accuracy", False)],
)  # fmt: skip
def test_a_metric_is_of_the_judge_whose_name_stands_in_it(metric: str, yes: bool) -> None:
    assert by(metric, NAME) is yes


def test_only_questions_judged_in_both_are_compared_and_the_others_counted() -> None:
    right = scored("accuracy", dict.fromkeys("abc", 1.0))
    first = judged("A", right + recall(a=0.5, b=0.5, c=1.0))
    second = judged("B", right + recall(a=1.0, b=None, c=1.0), "b")
    made = compare(first, second)
    (row,) = [row for row in made.parts[0].rows if row.metric == f"StepRecall({NAME})"]
    assert (row.first, row.second, row.n) == (0.75, 1.0, 2)
    assert [(one.traces, one.judged, one.silent) for one in made.judging] == [(3, 3, {}), (3, 2, {"not judged": 1})]
    out = shown(first, second)
    assert f"Reasoning judged by {NAME}." in out
    assert "B: 2 of 3 traces judged (1 not judged)." in out
    assert "by answer and steps (in 1 by the answer alone)" in out
    assert "\n StepRecall  " in out


def test_what_is_told_of_the_judging_is_of_the_questions_of_both() -> None:
    first, second = judged("A", recall(a=1.0), "b", "c"), judged("B", recall(a=1.0), "b", "c").only({"a", "b"})
    assert [(one.traces, one.judged) for one in compare(first, second).judging] == [(2, 1), (2, 1)]


@pytest.mark.parametrize(("part", "value"), [("model", "M"), ("votes", 3), ("prompts", "y"), ("own_prompt", "Judge!")])
def test_a_judge_that_was_asked_otherwise_is_a_setting_and_none_of_its_measures_is_compared(
    part: str, value: object
) -> None:
    scores = scored("accuracy", dict.fromkeys("abc", 1.0)) + recall(a=0.0, b=0.0, c=0.0)
    other = SCORER.model_copy(update={part: value})
    first, second = judged("A", scores), judged("B", scores[:3] + recall(a=1.0, b=1.0, c=1.0), scorer=other)
    made = compare(first, second)
    assert [one.name for one in made.differing] == [f"judge {part.replace('_', ' ')}"]
    assert [row.metric for row in made.parts[0].rows] == ["accuracy"]
    assert made.parts[0].undefined == {f"StepRecall({NAME})": "not judged alike"}
    assert made.parts[0].wins == WinRate(wins=0, losses=0, ties=3, both_lose=0)
    assert "A and B were not judged alike" in shown(first, second)


def test_another_seed_of_the_judge_is_a_setting_and_the_judge_the_same() -> None:
    other = SCORER.model_copy(update={"seed": 7})
    made = compare(judged("A", recall(a=0.5)), judged("B", recall(a=1.0), scorer=other))
    assert [(one.name, one.first, one.second) for one in made.differing] == [("judge seed", "—", "7")]
    assert (made.judged_alike, made.parts[0].rows[0].n) == (True, 1)


def test_a_models_measures_never_stand_in_the_lexical_judges_rows() -> None:
    right = scored("accuracy", dict.fromkeys("abc", 1.0))
    lexical = a_side("A", ABC, right + scored("StepRecall(lexical)", {"a": 1.0}))
    made = compare(lexical, judged("B", right + recall(a=0.5)))
    assert [row.metric for row in made.parts[0].rows] == ["accuracy"]
    assert made.parts[0].agreement.found == []
    assert ("judge", "lexical", NAME) in [(one.name, one.first, one.second) for one in made.differing]
    assert "A and B were not judged alike" in shown(lexical, judged("B", right + recall(a=0.5)))


def test_a_right_answer_that_was_not_judged_is_no_shortcut_and_no_sound_one() -> None:
    right = scored("accuracy", dict.fromkeys("abc", 1.0))
    by_citations = {"a": 1.0, "b": 1.0, "c": 0.0}  # b's chain is called wrong by its citations alone
    short = scored(f"shortcut@0.33({NAME})", by_citations)
    run = judged("A", [*right, *recall(a=0.0, b=None, c=1.0), *short], "b")
    (made,) = shortcuts([run, judged("Q", right, "a", "b", "c", player="question-only")])
    assert (made.judge, made.right, made.wrong) == (NAME, 2, 1)
