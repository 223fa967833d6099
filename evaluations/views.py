"""Views: the part of its novel that a case lets be seen, each novel read once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from evaluations.case import Case
from tools.book import Book, book_of
from tools.mistake import Mistake
from tools.readers import read_book


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
            self._books[case.book] = read_book(Path(case.book), case.question.language)
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


def only(view: Book, numbers: Collection[int]) -> Book:
    """The view of these paragraphs alone, each with its number; chapters, whose headings may be hidden, are gone."""
    seen = tuple(paragraph for paragraph in view.paragraphs if paragraph.number in numbers)
    return replace(view, paragraphs=seen, chapters=(), notes=())
