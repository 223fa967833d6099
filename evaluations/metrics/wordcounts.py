"""How rare words are in a view: paragraphs counted once a book, however many views of it are asked about."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import OrderedDict
from functools import cache
from typing import Protocol

from tools.book import Book
from tools.terms import pairs, words

KEPT = 4
"""Books whose counts are kept at a time; traces come book by book."""


class Weights(Protocol):
    """The weight of a word: a KeywordIndex, or the counts of a view."""

    def idf(self, key: str) -> float:
        """Inverse document frequency of a key (see tools.terms), never negative."""
        ...


class WordCounts:
    """Which paragraphs of a book have which words. Gives each view the figures of a KeywordIndex made of it alone."""

    def __init__(self) -> None:
        self._books: OrderedDict[str, _Postings] = OrderedDict()
        self._latest: tuple[Book, ViewCounts] | None = None

    def of(self, view: Book) -> ViewCounts:
        """The counts of `view`. Views are told apart from one another by their paragraphs, books by their digest."""
        if self._latest is None or self._latest[0] is not view:
            self._latest = view, self._counted(view)
        return self._latest[1]

    def _counted(self, view: Book) -> ViewCounts:
        postings = self._books.setdefault(view.digest, _Postings()) if view.digest else _Postings()
        postings.add(view)
        if view.digest:
            self._books.move_to_end(view.digest)
        while len(self._books) > KEPT:
            self._books.popitem(last=False)
        return ViewCounts(view, postings)


class ViewCounts:
    """The counts of one view."""

    def __init__(self, view: Book, postings: _Postings) -> None:
        self._view, self._postings = view, postings
        self._beginning = postings.until(view.last) == len(view)
        self.idf = cache(self._idf)

    def _idf(self, key: str) -> float:
        """BM25's: ln(1 + (N − n + 0.5) / (n + 0.5)), for n of the view's N paragraphs with the key."""
        count = self._frequency(key)
        return math.log(1 + (len(self._view) - count + 0.5) / (count + 0.5))

    def _frequency(self, key: str) -> int:
        places = self._postings.places.get(key, [])
        if self._beginning:
            return bisect_right(places, self._view.last)
        return sum(number in self._view for number in places)


class _Postings:
    """Key to the rising numbers of the paragraphs that have it, of all paragraphs met so far."""

    def __init__(self) -> None:
        self.places: dict[str, list[int]] = {}
        self._numbers: list[int] = []
        self._counted: set[int] = set()

    def add(self, view: Book) -> None:
        fresh = [p for p in view.paragraphs if p.number not in self._counted]
        behind = bool(fresh and self._numbers and fresh[0].number < self._numbers[-1])
        for paragraph in fresh:
            self._numbers.append(paragraph.number)
            for key in {*words(paragraph.text), *pairs(paragraph.text)}:
                self.places.setdefault(key, []).append(paragraph.number)
        self._counted.update(p.number for p in fresh)
        for numbers in (self._numbers, *self.places.values()) if behind else ():
            numbers.sort()

    def until(self, last: int) -> int:
        """How many of the paragraphs counted stand at or before `last`."""
        return bisect_right(self._numbers, last)
