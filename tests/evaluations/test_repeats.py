"""Repeats and censored times, worked by hand."""

from __future__ import annotations

import pytest

from evaluations.statistics import bootstrap
from evaluations.statistics.censored import median_time
from evaluations.statistics.repeats import over_repeats


def test_repeats_give_the_mean_and_sd_of_their_means() -> None:
    values = {("a", 1): 1.0, ("b", 1): 1.0, ("a", 2): 0.0, ("b", 2): 1.0}
    found = over_repeats(values)
    assert found is not None
    assert (found.mean, found.repeats, found.cases) == (0.75, 2, 2)
    assert found.sd == pytest.approx(0.5 / 2**0.5)  # of 1 and .5
    assert (found.interval.low, found.interval.high) == bootstrap([0.5, 1.0])


def test_a_case_that_lacks_a_repeat_is_left_out() -> None:
    found = over_repeats({("a", 1): 1.0, ("a", 2): 0.0, ("b", 1): 1.0})
    assert found is not None
    assert (found.mean, found.cases) == (0.5, 1)
    assert over_repeats({("a", 1): 1.0, ("b", 2): 1.0}) is None
    assert over_repeats({}) is None


def test_one_repeat_has_no_sd() -> None:
    found = over_repeats({("a", 1): 1.0, ("b", 1): 0.0})
    assert found is not None
    assert found.sd is None


def test_the_kaplan_meier_median_by_hand() -> None:
    # 2+ 3 3 5+ 6 8: at 3 five are left, S = 3/5; at 6 two are left, S = 3/5 · 1/2 = .3
    found = median_time([2, 3, 3, 5, 6, 8], [False, True, True, False, True, True])
    assert (found.value, found.n, found.happened) == (6.0, 6, 4)
    assert found.low is not None
    assert found.low <= 6


def test_a_mean_over_those_that_got_there_would_flatter() -> None:
    # one of five got there, at 1: half never did, so there is no median
    found = median_time([1, 9, 9, 9, 9], [True, False, False, False, False])
    assert (found.value, found.happened) == (None, 1)


def test_nobody_got_there_and_everybody_did() -> None:
    assert median_time([4, 5], [False, False]).value is None
    found = median_time([1, 2, 3, 4, 5], [True] * 5)
    assert found.value == 3.0
    with pytest.raises(ValueError, match="at least one"):
        median_time([], [])


def test_a_single_time_is_its_own_median() -> None:
    assert median_time([7], [True]).value == 7.0
