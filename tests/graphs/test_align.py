"""Paragraphs of two graphs side by side: a largest matching, one to one."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.align import aligned

PLACES = st.lists(st.integers(1, 30), max_size=12)


@pytest.mark.parametrize(
    ("left", "right", "tolerance", "pairs"),
    [
        ([], [], 5, ()),
        ([1], [], 5, ()),
        ([], [1], 5, ()),
        ([3, 1], [1, 3], 0, ((1, 1), (3, 3))),
        ([1, 2], [2, 3], 1, ((1, 2), (2, 3))),
        ([1, 2], [2, 3], 0, ((2, 2),)),
        ([4, 4, 4], [4, 5], 1, ((4, 4),)),
        ([10, 13, 21], [10, 12, 16, 26], 5, ((10, 10), (13, 12), (21, 16))),
    ],
)
def test_pairs_by_hand(left: list[int], right: list[int], tolerance: int, pairs: tuple[tuple[int, int], ...]) -> None:
    assert aligned(left, right, tolerance) == pairs


@settings(deadline=None)
@given(PLACES, PLACES, st.integers(0, 6))
def test_it_is_a_matching_and_none_is_larger(left: list[int], right: list[int], tolerance: int) -> None:
    pairs = aligned(left, right, tolerance)
    assert all(a in left and b in right and abs(a - b) <= tolerance for a, b in pairs)
    assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
    near: nx.Graph[tuple[str, int]] = nx.Graph()
    near.add_nodes_from(ours := [("left", a) for a in set(left)])
    near.add_edges_from((a, ("right", b)) for a in ours for b in right if abs(a[1] - b) <= tolerance)
    assert len(pairs) == len(nx.bipartite.maximum_matching(near, top_nodes=ours)) // 2
