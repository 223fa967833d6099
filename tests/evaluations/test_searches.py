"""Searches of views: one for all questions about a view, none kept for ever."""

from __future__ import annotations

import pytest

from evaluations.searches import KEPT, Searches
from tests.agent.scenes import story
from tests.tools.bag import Bag
from tools.semantic import Meaning


def test_equal_views_share_one_search_and_others_none() -> None:
    searches = Searches()
    first = searches.of(story().before(9))
    assert searches.of(story().before(9)) is first
    assert searches.of(story().before(8)) is not first
    assert [p.number for p in searches.of(story().before(8)).view.paragraphs][-1] == 7


def test_only_the_last_views_are_kept() -> None:
    searches = Searches()
    first = searches.of(story().before(12))
    for cut in range(2, 2 + KEPT):
        searches.of(story().before(cut))
    assert searches.of(story().before(12)) is not first


def test_who_does_not_search_by_meaning_asks_for_no_embedder() -> None:
    def none() -> Meaning:
        raise AssertionError("no embedder is wanted")

    searches = Searches(none)
    assert searches.of(story(), by_meaning=False).semantic_name == "none"
    with pytest.raises(AssertionError):
        searches.of(story())
    bag = Searches(lambda: Meaning(Bag(languages=frozenset({"en", "zh"}))))
    assert bag.of(story()).semantic_name != "none"
    assert bag.of(story(), by_meaning=False).semantic_name == "none"
