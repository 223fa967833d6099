"""Passage recall with the question alone, by hand and against drawing every hand there is."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source
from evaluations.case import Case
from evaluations.metrics import passages
from evaluations.metrics.passages import DEPTHS, RANDOM, Look, blind, grid, looks, recall, searching
from evaluations.views import Views
from tests.evaluations.traces import a_case
from tests.tools.bag import Bag
from tools.book import Book, book_of
from tools.mistake import Mistake
from tools.passages import Passage
from tools.search import BookSearch
from tools.semantic import Meaning

LONG = "word " * 160
"""About 200 tokens: a passage of its own."""


def passage(first: int, last: int) -> Passage:
    return Passage(first, last, "", 0)


def view(*texts: str) -> Book:
    return book_of([f"{text} {LONG}" for text in texts], "B")


def test_recall_is_the_share_of_gold_paragraphs_in_one_of_the_passages() -> None:
    assert recall([passage(1, 3), passage(3, 5)], [3, 5, 6, 9]) == 2 / 4
    assert (recall([], [3]), recall([passage(3, 3)], [3])) == (0.0, 1.0)


def test_without_gold_there_is_no_recall() -> None:
    with pytest.raises(ValueError, match="needs a gold paragraph"):
        recall([passage(1, 2)], [])
    with pytest.raises(ValueError, match="needs a gold paragraph"):
        blind([passage(1, 2)], [], 3)


def test_a_blind_draw_by_hand() -> None:
    pool = [passage(n, n) for n in range(1, 11)]
    assert blind(pool, [4], 3) == pytest.approx(3 / 10)
    # [2] stands in two of four windows: 1 − (2 of 2 drawn from the 2 others) = 1 − 1/6
    assert blind([passage(1, 2), passage(2, 3), passage(3, 4), passage(4, 5)], [2], 2) == pytest.approx(5 / 6)
    assert blind(pool, [4, 99], 100) == pytest.approx(1 / 2)
    assert blind([], [4], 3) == 0.0


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 6), st.integers(0, 2)), max_size=6),
    st.lists(st.integers(1, 8), min_size=1, max_size=3),
    st.integers(0, 4),
)
def test_a_blind_draw_is_the_mean_over_every_hand(spans: list[tuple[int, int]], gold: list[int], depth: int) -> None:
    pool = [passage(first, first + more) for first, more in spans]
    hands = list(combinations(pool, min(depth, len(pool))))
    assert blind(pool, gold, depth) == pytest.approx(fmean(recall(hand, gold) for hand in hands))


def test_the_question_alone_is_the_query() -> None:
    # "Who took it?" has the one word took, which stands in [2]; the option Nell stands in [4]
    case = a_case(("metal", 2), ("pan", 4), cut=None)
    seen = view("The pan", "Someone took the glass", "The boots", "Nell", *["a ferry"] * 12)
    words, drawn = looks([case], searching(lambda one: seen))
    assert (words.way, words.pool, words.recall) == ("keyword", 16, dict.fromkeys(DEPTHS, 1 / 2))
    assert (drawn.way, drawn.recall) == (RANDOM, {3: 3 / 16, 5: 5 / 16, 10: 10 / 16})


def test_with_an_embedder_there_is_a_row_by_meaning_and_one_of_both() -> None:
    case = a_case(("metal", 2), cut=None)
    search = BookSearch(view("The pan", "Someone took the glass", "The boots"), Meaning(Bag()))
    assert [look.way for look in looks([case], lambda one: search)] == ["keyword", "semantic", "hybrid", RANDOM]


def test_cases_without_gold_in_the_view_or_without_their_book_have_no_look() -> None:
    cases = [a_case(("so", -1)), a_case(("late", 28), cut=28), a_case(("lost", 3))]
    assert list(looks(cases, lambda case: None)) == []
    assert grid([]) is None


def test_the_table_has_a_row_a_language_and_way_with_n_and_the_pool() -> None:
    found = [
        Look("a", "en", "keyword", {3: 1.0, 5: 1.0, 10: 1.0}, 10),
        Look("b", "en", "keyword", {3: 0.0, 5: 0.5, 10: 1.0}, 21),
        Look("c", "zh", "keyword", {3: 0.0, 5: 0.0, 10: 0.0}, 7),
        Look("a", "en", RANDOM, {3: 0.3, 5: 0.5, 10: 1.0}, 10),
    ]
    table = grid(found)
    assert table is not None
    assert table.header == ("by", "n", "pool", "@3", "@5", "@10")
    assert table.rows == (
        ("en keyword", 2, 16, 0.5, 0.75, 1.0),
        ("en at random", 1, 10, 0.3, 0.5, 1.0),
        ("zh keyword", 1, 7, 0.0, 0.0, 0.0),
    )


def test_more_passages_never_hold_less_gold_and_on_the_sample_three_found_hold_more_than_three_drawn() -> None:
    views = Views()

    def find(case: Case) -> Book | None:
        try:
            return views.view(case)
        except Mistake:
            return None

    cases = sample.load(Source(settings={"part": "detectiveqa"})).cases
    found = list(looks(cases, searching(find)))
    assert all(look.recall[3] <= look.recall[5] <= look.recall[10] for look in found)
    table = grid(found)
    assert table is not None
    first = {str(row[0]): row[3] for row in table.rows if isinstance(row[3], float)}
    assert set(first) == {"en keyword", "en at random", "zh keyword", "zh at random"}
    assert all(first[f"{language} keyword"] > first[f"{language} at random"] for language in ("en", "zh"))
    assert table.note == passages.NOTE
