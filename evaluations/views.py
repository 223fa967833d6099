"""Views: the part of its novel that a case lets be seen, and the smaller part that a control is given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from evaluations.case import Case
from tools.book import Book, book_of
from tools.mistake import Mistake
from tools.readers import read_book

TAIL_CHARACTERS, TAIL_SHARE = 24_000, 0.2
"""The end of a view: at most so many characters, and at most this share of them."""


class Views:
    """The views of cases."""

    def __init__(self) -> None:
        self._books: dict[str, Book] = {}

    def book(self, case: Case) -> Book:
        """The case's whole novel, or the text that comes with it: no paragraph at all where it has neither.

        Mistake when the novel's file cannot be read.
        """
        if case.book is None:
            return book_of(case.context, case.question.title or case.id, case.question.language)
        if case.book not in self._books:
            self._books[case.book] = read_book(Path(case.book))
        return self._books[case.book]

    def view(self, case: Case) -> Book:
        """The paragraphs before the case's cut, and of these only the ones that are shown; Mistake like `book`."""
        view = self.book(case).before(case.cut)
        return view if case.shown is None else only(view, case.shown)

    def find(self, case: Case, digest: str) -> Book | None:
        """The view of the novel with this digest, or None when it is not there: what needs it is then undefined."""
        try:
            view = self.view(case)
        except Mistake:
            return None
        return view if view.digest == digest else None


def whole(case: Case, view: Book) -> Book:
    """All of the case's view."""
    return view


def nothing(case: Case, view: Book) -> Book:
    """The book without any of its text: its title and author stand in the question."""
    return only(view, ())


def tail(case: Case, view: Book) -> Book:
    """The last whole paragraphs of the view that fit into min(24,000 characters, 20 % of the view's)."""
    left = min(TAIL_CHARACTERS, TAIL_SHARE * view.characters)
    kept = []
    for paragraph in reversed(view.paragraphs):
        left -= len(paragraph.text)
        if left < 0:
            break
        kept.append(paragraph.number)
    return only(view, kept)


def gold_evidence(case: Case, view: Book) -> Book:
    """The gold paragraphs that lie before the cut, and no word of why they matter."""
    return only(view, case.gold.positions(case.cut))


def only(view: Book, numbers: Iterable[int]) -> Book:
    """`view` with these of its paragraphs alone; chapters would tell of others."""
    kept = frozenset(numbers)
    return replace(view, paragraphs=tuple(p for p in view.paragraphs if p.number in kept), chapters=(), notes=())
