"""Ablation's figures, worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.question import Budget, Player
from evaluations.ablation import Ablated, Trial, figures, keep, scores
from evaluations.ablation.figures import DECISIVE, DEPENDENCE, REPLACED, SHORTCUT, kept
from evaluations.case import Score
from evaluations.statistics import wilson
from evaluations.statistics.intervals import Interval
from evaluations.store import RunFolder, RunRecord


def trial(step: int, changed: bool | None, belief: float | None = 0.5) -> Trial:
    value = None if changed is None else "A" if changed else "B"
    return Trial(node=f"E{step}", step=step, value=value, changed=changed, belief=belief)


def ablated(*trials: Trial, bare: bool | None = True, case: str = "甲", repeat: int = 1) -> Ablated:
    gone = Trial(node="", value="B", changed=bare)
    return Ablated(case=case, repeat=repeat, how="dropped", value="B", trials=trials, bare=gone)


REFUSED = Ablated(case="丙", repeat=1, how="dropped", value=None, refused="no cited chain")


def values(one: Ablated) -> dict[str, float | None]:
    return {score.metric: score.value for score in scores([one])}


def test_dependence_is_the_share_of_usable_trials_that_changed_the_answer() -> None:
    one = ablated(trial(1, False), trial(2, True), trial(3, None), trial(4, True))
    assert values(one)[DEPENDENCE] == pytest.approx(2 / 3)


def test_the_decisive_step_is_the_changed_one_that_leaves_it_believed_least_then_the_first() -> None:
    assert values(ablated(trial(1, True, 0.4), trial(2, True, 0.2), trial(3, False, 0.1)))[DECISIVE] == 2
    assert values(ablated(trial(1, True, 0.2), trial(2, True, 0.2)))[DECISIVE] == 1
    assert values(ablated(trial(2, True, None)))[DECISIVE] == 2
    assert values(ablated(trial(1, False)))[DECISIVE] is None


def test_an_answer_that_stays_without_any_evidence_is_a_shortcut() -> None:
    assert [values(ablated(trial(1, True), bare=changed))[SHORTCUT] for changed in (True, False, None)] == [0, 1, None]


def test_what_cannot_be_computed_is_none_with_its_reason() -> None:
    told = scores([REFUSED])
    assert [score.value for score in told] == [None, None, None]
    assert {str(score.why) for score in told} == {"no cited chain"}
    assert values(ablated(trial(1, None)))[DEPENDENCE] is None


def test_the_aggregates_have_intervals_over_questions_and_count_what_was_left_out() -> None:
    whole = figures(
        [ablated(trial(1, True), trial(2, False)), ablated(trial(1, False), bare=False, case="乙"), REFUSED]
    )
    assert (whole.dependence.count, whole.dependence.n) == (1, 3)
    # of two questions drawn again: both the first (1 of 2), one of each (1 of 3), both the second (0 of 1)
    assert whole.dependence.interval == Interval(0.0, 0.5, "questions")
    assert (whole.shortcut.value, whole.shortcut.interval) == (0.5, Interval(*wilson(1, 2), "questions"))
    assert (whole.refused, whole.unusable) == (1, 0)
    nothing = figures([REFUSED])
    assert (nothing.dependence.value, nothing.dependence.interval) == (None, None)
    assert figures([ablated(trial(1, None), bare=None)]).unusable == 2


def test_scores_are_kept_beside_those_of_other_cases_and_ways(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run")
    run.begin(RunRecord(benchmark="sample", researcher=Player(name="x", kind="model"), budget=Budget()), [])
    keep(run, scores([ablated(trial(1, True))]))
    keep(run, scores([ablated(trial(1, False), case="乙")]))
    keep(run, scores([ablated(trial(1, True)).model_copy(update={"how": "replaced", "bare": None})]))
    keep(run, scores([ablated(trial(1, False))]))
    there = {(s.case, s.metric): s.value for s in kept(run)}
    assert there["甲", DEPENDENCE] == 0
    assert there["乙", DEPENDENCE] == 0
    assert there["甲", DEPENDENCE + REPLACED] == 1
    assert len(there) == 8
    assert all(isinstance(score, Score) for score in kept(run))
