"""Tests of two runs over the same questions, against numbers worked by hand and scipy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.statistics.pairs import difference, mcnemar, permuted
from evaluations.statistics.sums import mean, quotient

if TYPE_CHECKING:
    from evaluations.statistics.sums import Floats


def rows(*values: float) -> Floats:
    return np.array([(value, 1.0) for value in values])


def each(n: int) -> list[str]:
    return [str(at) for at in range(n)]


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [
        (1, 5, 14 / 64),  # 2 · (1 + 6) / 2^6
        (0, 5, 2 / 32),
        (3, 3, 1.0),
        (10, 40, 2.2e-5),  # chi² = 30² / 50 = 18
        (15, 25, 0.1138),  # chi² = 100 / 40 = 2.5
    ],
)
def test_mcnemars_p_is_exact_for_few_and_chi_squared_for_many(first: int, second: int, p: float) -> None:
    assert mcnemar(first, second).p == pytest.approx(p, rel=0.01)
    assert mcnemar(second, first).p == mcnemar(first, second).p


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemars_p_is_the_one_of_scipys_tests(first: int, second: int) -> None:
    from scipy.stats import binomtest, chi2  # takes a second to load

    n = first + second
    if not n:
        return
    p = binomtest(first, n, 0.5).pvalue if n <= 25 else chi2.sf((first - second) ** 2 / n, 1)
    assert mcnemar(first, second).p == pytest.approx(p)


def test_without_a_question_on_which_they_differ_there_is_no_p() -> None:
    assert mcnemar(0, 0).p is None
    assert permuted(rows(1, 0), rows(1, 0), mean, each(2)).p is None


def test_three_gains_of_one_have_p_one_quarter() -> None:
    # of the 8 exchanges only none and all of them are as extreme
    assert permuted(rows(0, 0, 0), rows(1, 1, 1), mean, each(3)).p == pytest.approx(2 / 8)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=9))
def test_few_pairs_give_the_p_of_scipy(pairs: list[tuple[int, int]]) -> None:
    from scipy.stats import permutation_test  # takes a second to load

    first, second = [a / 4 for a, _ in pairs], [b / 4 for _, b in pairs]
    ours = permuted(rows(*first), rows(*second), mean, each(len(pairs))).p
    if first == second:
        assert ours is None
        return
    theirs = permutation_test(
        (first, second), lambda a, b: np.mean(np.asarray(b) - np.asarray(a)), permutation_type="samples"
    )
    assert ours == pytest.approx(theirs.pvalue)


def test_many_pairs_are_exchanged_at_random_and_the_same_way_every_time() -> None:
    from scipy.stats import permutation_test  # takes a second to load

    random = np.random.default_rng(2)
    first, second = rows(*random.random(60)), rows(*(random.random(60) + 0.1))
    found = permuted(first, second, mean, each(60))
    assert found == permuted(first, second, mean, each(60))
    theirs = permutation_test(
        (first[:, 0], second[:, 0]), lambda a, b, axis: np.mean(b - a, axis=axis), permutation_type="samples",
        vectorized=True, rng=np.random.default_rng(0),
    )  # fmt: skip
    assert found.p == pytest.approx(theirs.pvalue, abs=0.02)


def test_from_ten_books_on_whole_books_change_sides() -> None:
    # ten books of 6 questions: a gain in one book alone is no sign of anything, as 60 questions it would be
    books = [str(n // 6) for n in range(60)]
    first, second = rows(*[0.0] * 60), rows(*[1.0] * 6, *[0.0] * 54)
    assert permuted(first, second, mean, books).p == 1.0
    p = permuted(first, second, mean, each(60)).p
    assert p is not None
    assert p < 0.05


def test_under_no_difference_one_p_in_twenty_is_below_a_twentieth() -> None:
    random = np.random.default_rng(5)
    below = [
        (permuted(rows(*random.random(30)), rows(*random.random(30)), mean, each(30)).p or 1) < 0.05 for _ in range(200)
    ]
    assert 0.01 <= sum(below) / 200 <= 0.10


def test_the_interval_of_a_difference_is_paired() -> None:
    # every question gains exactly .25: paired, nothing varies
    random = np.random.default_rng(1)
    values = random.random(30) / 2
    found = difference(rows(*values), rows(*(values + 0.25)), mean, each(30))
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.25, 0.25))
    assert found.over == "questions"


def test_the_interval_of_a_difference_covers_it_over_books() -> None:
    random = np.random.default_rng(4)
    held = []
    for _ in range(200):
        lean = random.normal(0.1, 0.1, 12)
        books = [str(b) for b in range(12) for _ in range(6)]
        gains = np.repeat(lean, 6) + random.normal(0, 0.1, 72)
        found = difference(rows(*[0.5] * 72), rows(*(0.5 + gains)), mean, books)
        assert found is not None
        assert found.over == "books"
        held.append(found.low <= 0.1 <= found.high)
    assert sum(held) / 200 >= 0.90


def test_a_statistic_of_sums_may_be_undefined() -> None:
    nowhere = np.zeros((4, 2))
    assert difference(nowhere, nowhere, lambda s: quotient(s[:, 0], s[:, 1]), each(4)) is None
    assert permuted(nowhere, nowhere, mean, each(4)).p is None
