"""Intervals, against values worked by hand, and how often the by-book one covers."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.statistics import Interval, bootstrap, by_book, interval, wilson
from evaluations.statistics.sums import tail


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # z = 1.959964, z² = 3.841459: middle (p + z²/2n) / (1 + z²/n), half z·√(p(1-p)/n + z²/4n²) / (1 + z²/n)
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),  # z² / (n + z²)
        (10, 10, 0.7225, 1.0),  # n / (n + z²)
        (1, 1, 0.2065, 1.0),
        (0, 1, 0.0, 0.7935),
        (50, 100, 0.4038, 0.5962),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, his example (a)
        (15, 148, 0.0624, 0.1605),  # and (b)
        (0, 20, 0.0, 0.1611),  # and (c)
        (1, 29, 0.0061, 0.1718),  # and (d)
    ],
)
def test_wilsons_interval_of_known_proportions(successes: int, n: int, low: float, high: float) -> None:
    assert wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


def test_wilsons_interval_at_another_level_is_narrower() -> None:
    # z = 1.644854, z² = 2.705543: 0.5 ± 1.644854·√(0.025 + 0.0067639) / 1.2705543
    assert wilson(5, 10, level=0.90) == pytest.approx((0.2693, 0.7307), abs=5e-5)


def test_wilsons_interval_takes_a_sum_of_means_over_repeats() -> None:
    low, high = wilson(2.5, 4)
    assert wilson(2, 4)[0] < low < 2.5 / 4 < high < wilson(3, 4)[1]


@given(n=st.integers(1, 500), share=st.floats(0, 1))
def test_wilsons_interval_holds_the_proportion_and_mirrors(n: int, share: float) -> None:
    successes = round(share * n)
    low, high = wilson(successes, n)
    assert 0 <= low <= successes / n + 1e-12
    assert successes / n - 1e-12 <= high <= 1
    assert (1 - high, 1 - low) == pytest.approx(wilson(n - successes, n), abs=1e-12)


@pytest.mark.parametrize("n", [0, -1])
def test_wilsons_interval_needs_a_question(n: int) -> None:
    with pytest.raises(ValueError, match="at least one question"):
        wilson(0, n)


def test_the_bootstrap_is_the_same_every_time_and_another_with_another_seed() -> None:
    values = [0.1, 0.5, 0.25, 1.0, 0.0, 0.7, 0.33]
    assert bootstrap(values) == bootstrap(values)
    assert bootstrap(values) != bootstrap(values, seed=1)


def test_the_bootstrap_of_one_value_or_equal_values_is_that_value() -> None:
    assert bootstrap([0.25]) == (0.25, 0.25)
    assert bootstrap([0.5] * 30) == (0.5, 0.5)


def test_the_bootstrap_of_noughts_and_ones_is_near_the_binomial_interval() -> None:
    # 50 of 100: a mean of 100 draws has sd 0.05, so 95 % lies within 0.5 ± 0.098
    low, high = bootstrap([0.0, 1.0] * 50)
    assert (low, high) == pytest.approx((0.402, 0.598), abs=0.021)


def test_a_lower_level_gives_a_narrower_bootstrap() -> None:
    values = [n / 20 for n in range(21)]
    low, high = bootstrap(values, level=0.5)
    wide_low, wide_high = bootstrap(values)
    assert wide_low < low < high < wide_high


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_the_bootstrap_covers_the_mean_and_stays_within_the_values(values: list[float]) -> None:
    low, high = bootstrap(values)
    slack = 1e-9
    assert min(values) - slack <= low <= fmean(values) + slack
    assert fmean(values) - slack <= high <= max(values) + slack


def test_the_bootstrap_needs_a_value() -> None:
    with pytest.raises(ValueError, match="at least one question"):
        bootstrap([])


def of_books(random: np.random.Generator, books: int, correlation: float) -> tuple[list[float], list[str]]:
    """Right and wrong over books of 3 to 20 questions, .4 right on average, alike within a book."""
    whole = (1 - correlation) / correlation
    values: list[float] = []
    named: list[str] = []
    for book in range(books):
        right, questions = random.beta(0.4 * whole, 0.6 * whole), int(random.integers(3, 21))
        values += [float(x) for x in random.random(questions) < right]
        named += [str(book)] * questions
    return values, named


@pytest.mark.parametrize(("books", "correlation"), [(10, 0.2), (14, 0.4), (20, 0.2), (60, 0.2), (60, 0.4)])
def test_the_by_book_interval_covers_the_truth_in_nine_of_ten_worlds_where_the_question_level_one_does_not(
    books: int, correlation: float
) -> None:
    random = np.random.default_rng(11)
    worlds = [of_books(random, books, correlation) for _ in range(400)]
    by_books = [by_book(*world) for world in worlds]
    by_questions = [bootstrap(world[0]) for world in worlds[:200]] if books < 20 else []
    assert fmean(low <= 0.4 <= high for low, high in by_books) >= 0.90
    if by_questions:
        assert fmean(low <= 0.4 <= high for low, high in by_questions) < 0.80


def test_below_ten_books_there_is_no_by_book_interval_and_the_other_is_called_question_level() -> None:
    values, books = [1.0, 0.0, 1.0, 0.0] * 9, [str(book) for book in range(9) for _ in range(4)]
    with pytest.raises(ValueError, match="10 books"):
        by_book(values, books)
    assert interval(values, books, proportion=True) == Interval(*wilson(18, 36), "questions")
    assert interval(values, books) == Interval(*bootstrap(values), "questions")


def test_from_ten_books_on_the_interval_is_over_books() -> None:
    values, books = [1.0, 0.0, 1.0, 0.0] * 10, [str(book) for book in range(10) for _ in range(4)]
    assert interval(values, books, proportion=True).over == "books"
    assert interval(values, books) == Interval(0.5, 0.5, "books")  # every book alike: nothing varies between them


def test_where_every_question_has_a_text_of_its_own_the_interval_is_over_questions() -> None:
    values = [1.0, 0.0] * 10
    books = [str(n) for n in range(20)]
    assert interval(values, books, proportion=True) == Interval(*wilson(10, 20), "questions")


def test_all_right_in_every_book_is_not_certain() -> None:
    values, books = [1.0] * 60, [str(n % 12) for n in range(60)]
    assert interval(values, books, proportion=True) == Interval(*wilson(12, 12), "books")


def test_the_tails_are_widened_up_to_forty_books() -> None:
    # 10 books: Student's .975 quantile with 9 degrees is 2.2622; times √(10/9) it is 2.3845; Φ(−2.3845) = .00855
    assert tail(10) == pytest.approx(0.00855, abs=5e-5)
    assert tail(10) < tail(40) < tail(41) == tail() == pytest.approx(0.025)
