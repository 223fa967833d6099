"""Passage recall by hand, and a blind draw against drawing every hand there is."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.lookup.recall import blind, recall
from tools.passages import Passage


def passage(first: int, last: int) -> Passage:
    return Passage(first, last, "", 0)


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
