"""Shortcuts and gains, worked by hand."""

from __future__ import annotations

import pytest

from evaluations.case import Gold, Score
from evaluations.compare.side import Side
from evaluations.metrics.aggregates import WinRate
from evaluations.metrics.reasons import SHORTCUT, THETAS, Grounds, named
from evaluations.shortcuts import Shortcuts, shortcuts
from tests.evaluations.sides import a_side, asked, scored

CASES = [asked(name) for name in "abcdef"]


def run(right: str, recall: dict[str, float], player: str = "model") -> Side:
    """A run that is right in the questions named by a letter each, and whose chains hold so much of the gold steps."""
    scores = scored("accuracy", {case.id: float(case.id in right) for case in CASES})
    wrong = [one for theta in THETAS for one in shortcut(right, recall, theta)]
    return a_side(player, CASES, [*scores, *scored("StepRecall(lexical)", recall), *wrong], player)


def shortcut(right: str, recall: dict[str, float], theta: float) -> list[Score]:
    judged = {case: Grounds(right=True, recall=recall[case], supported=None, near=None) for case in recall}
    return scored(
        named(SHORTCUT, "lexical", theta), {c: float(bool(g.wrong(theta))) for c, g in judged.items() if c in right}
    )


def only(*runs: Side) -> Shortcuts:
    (made,) = shortcuts(runs)
    return made


def test_without_a_control_there_is_nothing_to_tell() -> None:
    assert shortcuts([run("ab", {}), run("ab", {}, "extractive")]) == []
    assert shortcuts([run("ab", {}, "question-only")]) == []


def test_the_rate_is_of_right_answers_and_is_swept() -> None:
    recall = {"a": 0.0, "b": 0.25, "c": 0.35, "d": 1.0, "e": 0.0, "f": 0.0}
    made = only(run("abcd", recall), run("", {}, "question-only"))
    assert made.right == 4
    assert made.sweep == {"0.2": 1 / 4, "0.3": 2 / 4, "1/3": 2 / 4, "0.4": 3 / 4, "0.5": 3 / 4, "0.6": 3 / 4}


def test_one_of_three_steps_is_enough_at_one_third() -> None:
    made = only(run("a", {"a": 1 / 3}), run("", {}, "question-only"))
    assert (made.right, made.wrong) == (1, 0)


def test_a_right_answer_whose_chain_cannot_be_judged_is_in_neither_number() -> None:
    made = only(run("ab", {"a": 0.0}), run("", {}, "question-only"))
    assert (made.right, made.wrong) == (1, 1)


def test_wrong_chains_are_put_down_to_the_first_control_that_is_right_too() -> None:
    nothing = dict.fromkeys("abcdef", 0.0)
    controls = [run("a", {}, "question-only"), run("ab", {}, "tail-only"), run("abc", {}, "extractive")]
    made = next(one for one in shortcuts([run("abcd", nothing), *controls]) if one.run == "model")
    assert made.causes == {"parametric": 1, "tail": 1, "lexical": 1, "other": 1}


def test_a_cause_whose_control_was_not_given_is_unknown() -> None:
    made = only(run("a", {"a": 0.0}), run("", {}, "tail-only"))
    assert made.causes == {"parametric": None, "tail": 0, "lexical": None, "other": 1}


def test_a_benchmark_without_a_gold_chain_has_no_rate() -> None:
    bare = [asked(name, "lfed", gold=Gold(answer="D")) for name in "ab"]
    scores = scored("accuracy", {"a": 1.0, "b": 0.0})
    made = only(a_side("A", bare, scores), a_side("Q", bare, scores, "question-only"))
    assert (made.sweep, made.causes, made.right) == ({}, {}, 0)
    assert len(made.gains) == 1


def test_benchmarks_are_never_pooled() -> None:
    cases = [asked("a"), asked("b", "prelude", gold=Gold(answer="D"))]
    scores = scored("accuracy", {"a": 1.0, "b": 1.0})
    made = shortcuts([a_side("A", cases, scores), a_side("Q", cases, scores, "question-only")])
    assert [one.benchmark for one in made] == ["detectiveqa", "prelude"]


def test_gains_are_over_the_questions_of_both_with_the_controls_win_rate() -> None:
    control = run("ae", {}, "question-only").only({"a", "b", "c", "e"})
    made = only(run("abc", {}), control, run("abc", {}, "tail-only"))
    evidence, reading = made.gains
    assert (evidence.name, evidence.n, evidence.accuracy, evidence.of_control) == ("evidence gain", 4, 0.75, 0.5)
    assert evidence.gain == pytest.approx(0.25)
    assert evidence.wins == WinRate(wins=1, losses=2, ties=1, both_lose=0)
    assert (reading.name, reading.gain, reading.low, reading.n) == ("reading gain", 0.0, None, 6)


def test_a_control_with_another_model_in_its_seat_is_marked() -> None:
    made = only(run("a", {}), run("a", {}, "question-only"))
    assert made.gains[0].reader == "no model"
    floor = only(run("a", {}, "extractive"), run("a", {}, "question-only"))
    assert floor.gains[0].reader == ""


def test_a_control_of_other_questions_says_nothing() -> None:
    other = a_side("Q", [asked("x")], scored("accuracy", {"x": 1.0}), "question-only")
    assert only(run("a", {}), other).gains == []
