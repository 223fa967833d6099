"""The order of matched steps, by hand and against scipy."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.case import Score
from evaluations.metrics import order
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Findings
from tests.evaluations.test_steps import EVEN
from tests.evaluations.traces import a_case, answered, failed

CASE = a_case(*((f"gold {n}", -1) for n in range(4)))


def tau(*matches: tuple[int, int]) -> Score:
    """The score when these (step, reference) match."""
    (score,) = order.measure(Exhibit(CASE, answered(CASE), judged=Findings(judge="mouse@1", matches=matches)))
    assert score.metric == "kendall tau-b(mouse@1)"
    return score


@pytest.mark.parametrize(
    ("matches", "value"),
    [
        (((1, 1), (2, 2)), 1.0),
        (((2, 1), (1, 2)), -1.0),
        (((1, 1), (2, 2), (3, 3), (4, 4)), 1.0),
        (((4, 1), (3, 2), (2, 3), (1, 4)), -1.0),
        (((1, 1), (3, 2), (2, 3)), 1 / 3),  # two pairs in order, one not
        (((5, 1), (5, 2), (9, 4)), math.sqrt(2 / 3)),  # 1 and 2 tied: 2 / sqrt(3 · 2)
        (((1, 1), (7, 1), (3, 2)), 1.0),  # the first step that matches counts
        (((1, 1), (1, 1), (2, 3)), 1.0),
    ],
)
def test_tau_by_hand(matches: tuple[tuple[int, int], ...], value: float) -> None:
    assert tau(*matches).value == pytest.approx(value)


def test_fewer_than_two_matched_steps_and_all_in_one_step_are_undefined() -> None:
    assert (tau().value, tau().why) == (None, "fewer than two matched steps")
    assert (tau((1, 1), (2, 1)).value, tau((1, 1), (2, 1)).why) == (None, "fewer than two matched steps")
    assert (tau((3, 1), (3, 2), (3, 4)).value, tau((3, 1), (3, 2)).why) == (None, "all in one step")


def test_the_score_shows_each_reference_with_the_step_it_was_found_in() -> None:
    assert tau((4, 1), (2, 3), (9, 3)).read == [[1, 4], [3, 2]]


def test_the_lexical_judges_matches_are_read_and_need_the_book() -> None:
    case = a_case(("copper pan bottom turned silver", 1), ("captain boots dried white salt", 2))
    trace = answered(case, steps=[("boots dried white", ()), ("copper pan silver", ())])
    (found,), (lost,) = order.measure(Exhibit(case, trace, EVEN)), order.measure(Exhibit(case, trace))
    assert (found.metric, found.value) == ("kendall tau-b(lexical)", -1.0)
    assert (lost.value, lost.why) == (None, "book not found")


def test_without_reference_steps_or_without_an_answer_it_is_undefined() -> None:
    (bare,) = order.measure(Exhibit(a_case(), answered(a_case(), steps=[("a", ())]), EVEN))
    assert (bare.value, bare.why) == (None, "no reference steps")
    (silent,) = order.measure(Exhibit(CASE, failed(CASE), EVEN))
    assert (silent.value, silent.why) == (None, "fewer than two matched steps")


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=12))
def test_tau_is_scipys(pairs: list[tuple[int, int]]) -> None:
    from scipy.stats import kendalltau  # takes a second to load

    mine = order.tau_b(pairs)
    if len({a for a, _ in pairs}) < 2 or len({b for _, b in pairs}) < 2:
        assert mine is None
        return
    theirs = kendalltau([a for a, _ in pairs], [b for _, b in pairs], variant="b").statistic
    assert mine == pytest.approx(float(theirs))
