"""The table of names: who is who in a view of a book, who a text names, and by what other names to look for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from tools.book import Book, Language, language_of
from tools.names.characters import Character
from tools.names.chinese import chinese
from tools.names.english import english
from tools.names.file import as_tsv, read_tsv
from tools.names.finder import NameFinder, folded
from tools.terms import STOP_WORDS

_ENOUGH = 20_000  # characters that tell the language


@dataclass(frozen=True)
class NameTable:
    """Characters, the most mentioned first. It widens queries and never rewrites a text."""

    characters: tuple[Character, ...] = ()

    @cached_property
    def ambiguous(self) -> frozenset[str]:
        """Names that several characters share: they mean nobody for sure, so they name and widen nothing."""
        owners = Counter(name for character in self.characters for name in set(map(folded, character.names)))
        return frozenset(name for c in self.characters for name in c.names if owners[folded(name)] > 1)

    @cached_property
    def _owners(self) -> dict[str, Character]:
        return {name: c for c in self.characters for name in c.names}

    @cached_property
    def _finder(self) -> NameFinder:
        return NameFinder(self._owners)

    def part(self, mentions: int = 1, limit: int | None = None) -> NameTable:
        """The first `limit` characters with so many mentions; what they share with others left out is no alias."""
        chosen = tuple(c for c in self.characters if c.mentions >= mentions)[:limit]
        kept = NameTable(chosen)
        lone = self.ambiguous - kept.ambiguous
        return NameTable(tuple(replace(c, aliases=tuple(a for a in c.aliases if a.text not in lone)) for c in chosen))

    @cached_property
    def _lower(self) -> dict[str, str]:
        """{name in lower case: name}, for a query typed without capitals."""
        return {name.lower(): name for name in self._owners if name.lower() not in STOP_WORDS}

    @cached_property
    def _lower_finder(self) -> NameFinder:
        return NameFinder(self._lower)

    def of(self, text: str) -> tuple[Character, ...]:
        """The characters that `text` names for sure, in the table's order."""
        named = {self._owners[name].name for name in self._names(text) if name not in self.ambiguous}
        return tuple(character for character in self.characters if character.name in named)

    def widen(self, text: str) -> tuple[str, ...]:
        """The other names of the characters `text` names: none shared, none that stands in it already."""
        names = [name for character in self.of(text) for name in character.names if name not in self.ambiguous]
        present = NameFinder(name.lower() for name in names).every(text.lower())
        return tuple(dict.fromkeys(name for name in names if name.lower() not in present))

    def _names(self, text: str) -> Iterator[str]:
        if text == text.lower() and text != text.upper():
            return (self._lower[found.name] for found in self._lower_finder.find(text))
        return (found.name for found in self._finder.find(text))

    def to_tsv(self) -> str:
        """The table as a text that a person may edit: one line a character, its name, a tab, its aliases."""
        return as_tsv(self.characters, self.ambiguous)

    @classmethod
    def from_tsv(cls, text: str) -> NameTable:
        """The table in such a text; Mistake with the line's number where it cannot be read."""
        return cls(_ordered(read_tsv(text)))


def name_table(book: Book) -> NameTable:
    """Who is who in `book`, which may be a view: nothing outside it is looked at, not even for the language."""
    return NameTable(_ordered(chinese(book) if _language(book) == "zh" else english(book)))


def _language(book: Book) -> Language:
    beginning: list[str] = []
    for paragraph in book.paragraphs:
        beginning.append(paragraph.text)
        if sum(map(len, beginning)) > _ENOUGH:
            break
    return language_of("\n".join(beginning))


def _ordered(characters: tuple[Character, ...]) -> tuple[Character, ...]:
    return tuple(sorted(characters, key=lambda c: (-c.mentions, c.first, c.name)))
