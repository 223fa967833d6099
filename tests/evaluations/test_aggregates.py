"""Figures made of aggregates, against the published ones and numbers worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.benchmarks.detectiveqa.tables import grids
from evaluations.case import Score
from evaluations.metrics.aggregates import WinRate, geometric_mean, over_shots, win_rate
from tests.evaluations.traces import a_case

PUBLISHED = [(81.95, 37.33, 55.30), (73.99, 27.43, 45.05), (64.13, 27.79, 42.21), (61.75, 21.16, 36.15)]


@pytest.mark.parametrize(("accuracy", "steps", "published"), PUBLISHED)
def test_the_geometric_mean_gives_the_published_figures(accuracy: float, steps: float, published: float) -> None:
    assert 100 * geometric_mean(accuracy / 100, steps / 100) == pytest.approx(published, abs=0.015)


def test_a_win_rate_has_four_segments_by_hand() -> None:
    mine = {"a": 1.0, "b": 0.0, "c": 1.0, "d": 1.0, "e": 0.0, "f": 1.0, "only mine": 1.0}
    theirs = {"a": 0.0, "b": 1.0, "c": 1.0, "d": 1.0, "e": 0.0, "f": 1.0, "only theirs": 1.0}
    my_steps = {"a": 0.0, "b": 0.9, "c": 0.5, "d": 0.2, "e": 1.0, "f": 0.3}
    their_steps = {"a": 0.9, "b": 0.0, "c": 0.25, "d": 0.4, "e": 0.0, "f": 0.3}
    made = win_rate((mine, theirs), (my_steps, their_steps))
    assert made == WinRate(wins=2, losses=2, ties=1, both_lose=1)
    assert made.n == 6
    assert made.shares() == pytest.approx((1 / 3, 1 / 3, 1 / 6, 1 / 6))


def test_without_steps_accuracy_alone_decides() -> None:
    mine, theirs = {"a": 1.0, "b": 1.0, "c": 0.0}, {"a": 0.0, "b": 1.0, "c": 0.0}
    assert win_rate((mine, theirs)) == WinRate(1, 0, 1, 1)
    assert win_rate((mine, theirs), ({"b": 0.9}, {"a": 0.9})) == WinRate(1, 0, 1, 1)


def test_both_lose_whatever_their_steps() -> None:
    assert win_rate(({"a": 0.0}, {"a": 0.0}), ({"a": 1.0}, {"a": 0.0})) == WinRate(0, 0, 0, 1)


def test_a_win_rate_of_no_question_has_no_shares() -> None:
    with pytest.raises(ValueError, match="at least one question"):
        win_rate(({"a": 1.0}, {"b": 1.0})).shares()


SHARES = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from([0.0, 0.25, 0.5, 1.0]))


@given(SHARES, SHARES, SHARES, SHARES)
def test_seen_from_the_other_side_wins_are_losses(
    mine: dict[str, float], theirs: dict[str, float], my_steps: dict[str, float], their_steps: dict[str, float]
) -> None:
    made = win_rate((mine, theirs), (my_steps, their_steps))
    turned = win_rate((theirs, mine), (their_steps, my_steps))
    assert (made.wins, made.losses, made.ties, made.both_lose) == (
        turned.losses, turned.wins, turned.ties, turned.both_lose,
    )  # fmt: skip
    assert made.n == len(mine.keys() & theirs.keys())


def test_the_few_shot_mean_leaves_zero_shot_out() -> None:
    assert over_shots({0: 0.9, 1: 0.2, 2: 0.4, 5: 0.6}) == pytest.approx(0.4)
    with pytest.raises(ValueError, match="with examples"):
        over_shots({0: 0.9})


def test_the_table_takes_both_means_over_the_same_questions() -> None:
    case = a_case()
    cases = [case.model_copy(update={"question": case.question.model_copy(update={"id": name})}) for name in "abc"]
    accuracy = [Score(case=n, repeat=1, metric="accuracy", value=v) for n, v in (("a", 1.0), ("b", 0.0), ("c", 1.0))]
    steps = [
        Score(case=n, repeat=1, metric="StepRecall(lexical)", value=v) for n, v in (("a", 0.5), ("b", 0.5), ("c", None))
    ]
    (grid,) = grids(cases, [*accuracy, *steps])
    assert grid.rows == (("all", 2, 0.5, 0.5, 0.5), ("en", 2, 0.5, 0.5, 0.5))
    assert grids(cases, accuracy) == []
