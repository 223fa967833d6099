"""Searches of views: the questions about one view share one search, so that its index is built once for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from tools.book import Book
from tools.search import BookSearch
from tools.semantic import Meaning

KEPT = 4
"""Views whose searches are kept: a novel's takes more memory than the novel."""


class Searches:
    """Makes the search of a view and keeps the last KEPT. A search never changes, so sharing it changes no finding."""

    def __init__(self, meaning: Callable[[], Meaning] = Meaning) -> None:
        """`meaning` is asked for where a view is first searched by it."""
        self._meaning = meaning
        self._made = lru_cache(maxsize=KEPT)(self._search)

    def of(self, view: Book, by_meaning: bool = True) -> BookSearch:
        return self._made(view, by_meaning)

    def _search(self, view: Book, by_meaning: bool) -> BookSearch:
        return BookSearch(view, self._meaning() if by_meaning else None)
