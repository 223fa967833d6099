"""The shelf: the novels of a benchmark that speaks of many, each looked for once under every name it goes by."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from evaluations.benchmarks.titles import key, names
from evaluations.library import Absent, Library, Wanted, titled
from tools.book import Book, Language
from tools.mistake import Mistake


class Shelf:
    """The novels in `place` for rows that speak of `titles`; Mistake when there is no such place.

    A single file is the novel of the titles that its name bears, or of the only title there is: it is never
    taken for a book that it may not be.
    """

    def __init__(self, place: Path, titles: Iterable[str]) -> None:
        self._library = Library(place)
        self._alone = len({key(title) for title in titles}) == 1
        self._found: dict[tuple[str, Language], Path | Mistake] = {}

    def find(self, title: str, language: Language) -> Path:
        """The novel's file; Mistake, of one short line, when it is not there or could be several."""
        wanted = title, language
        if wanted not in self._found:
            try:
                self._found[wanted] = self._look(title, language)
            except Mistake as mistake:
                self._found[wanted] = mistake
        found = self._found[wanted]
        if isinstance(found, Mistake):
            raise found
        return found

    def read(self, path: Path) -> Book:
        """The novel, read once; Mistake when it cannot be."""
        return self._library.read(path)

    def _look(self, title: str, language: Language) -> Path:
        place = self._library.place
        if place.is_file():
            if self._alone or any(titled(place.stem, name) for name in names(title)):
                return place
            raise _absent(title, place)
        for name in names(title):
            try:
                return self._library.find(Wanted(title=name, language=language))
            except Absent:
                continue
        raise _absent(title, place)


def _absent(title: str, place: Path) -> Absent:
    return Absent(f"No novel for {title[:80]!r} in {place.name!r}", exit_code=1)
