"""Accuracy and chance."""

from __future__ import annotations

import pytest

from evaluations.metrics import answers
from evaluations.metrics.exhibit import Exhibit
from tests.evaluations.traces import a_case, answered, failed


def test_the_gold_label_is_right_and_any_other_is_wrong() -> None:
    case = a_case(answer="D")
    right, _ = answers.measure(Exhibit(case, answered(case, "D", repeat=2)))
    assert (right.case, right.repeat, right.metric) == ("en-ai-7-q1", 2, "accuracy")
    assert (right.value, right.read, right.why) == (1.0, "D", "right")
    wrong, _ = answers.measure(Exhibit(case, answered(case, "A")))
    assert (wrong.value, wrong.read, wrong.why) == (0.0, "A", "gold D")


@pytest.mark.parametrize("value", ["d", " D", "D.", "Nell", ""])
def test_only_the_label_itself_is_right(value: str) -> None:
    case = a_case(answer="D")
    assert answers.measure(Exhibit(case, answered(case, value)))[0].value == 0.0


def test_an_abstention_is_wrong_and_told_apart() -> None:
    case = a_case(answer="D")
    score, _ = answers.measure(Exhibit(case, answered(case, None)))
    assert (score.value, score.read, score.why) == (0.0, None, "no answer (abstained)")


def test_a_failure_is_wrong_and_told_apart() -> None:
    case = a_case(answer="D")
    score, _ = answers.measure(Exhibit(case, failed(case)))
    assert (score.value, score.read, score.why) == (0.0, None, "no answer (failed)")


@pytest.mark.parametrize(("options", "chance"), [(2, 1 / 2), (3, 1 / 3), (4, 1 / 4)])
def test_chance_is_one_in_the_number_of_options(options: int, chance: float) -> None:
    case = a_case(answer="A", options={"ABCD"[n]: f"option {n}" for n in range(options)})
    _, score = answers.measure(Exhibit(case, answered(case, "A")))
    assert (score.metric, score.value) == ("chance", chance)


def test_chance_is_undefined_without_options() -> None:
    case = a_case(answer="the pan", options={})
    right, chance = answers.measure(Exhibit(case, answered(case, "the pan")))
    assert (right.value, chance.value) == (1.0, None)
