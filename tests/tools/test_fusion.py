"""Rankings fused by rank, and spread over scenes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.fusion import SCENE, fused, spread


def test_a_paragraph_in_two_lists_outranks_the_first_of_either() -> None:
    ranked = fused({"words": [10, 20], "meaning": [30, 20]})
    assert [number for number, _, _ in ranked] == [20, 10, 30]
    assert ranked[0][1] == pytest.approx(2 / 62)
    assert ranked[0][2] == (("words", 2), ("meaning", 2))


def test_ties_go_in_order_of_paragraph_whatever_the_order_of_the_lists() -> None:
    assert [n for n, _, _ in fused({"a": [9], "b": [3]})] == [n for n, _, _ in fused({"b": [3], "a": [9]})] == [3, 9]


@given(st.lists(st.integers(1, 60), unique=True), st.integers(1, 4))
def test_spreading_loses_nothing_and_lets_no_scene_crowd_the_top(numbers: list[int], most: int) -> None:
    order = spread(numbers, most)
    assert sorted(order) == sorted(numbers)
    assert spread(numbers, 0) == numbers
    top = order[: len([n for n in order if _first(numbers, n, most)])]
    for number in top:
        assert sum(abs(number - other) < SCENE for other in top) <= 2 * most


def _first(numbers: list[int], number: int, most: int) -> bool:
    """Whether a paragraph had its turn before its scene was full."""
    before = numbers[: numbers.index(number)]
    return sum(abs(number - other) < SCENE for other in before) < most
