"""Books made of a few paragraphs, and their tables of names."""

from __future__ import annotations

from collections.abc import Sequence

from tools.book import Book, Paragraph, language_of
from tools.names import NameTable, name_table


def book(*texts: str, numbers: Sequence[int] = ()) -> Book:
    """A book of these paragraphs, numbered from 1 unless `numbers` are given."""
    paragraphs = tuple(Paragraph(n, text) for n, text in zip(numbers or range(1, len(texts) + 1), texts, strict=True))
    return Book("A book", paragraphs, language=language_of("\n".join(texts)))


def table(*texts: str, numbers: Sequence[int] = ()) -> NameTable:
    return name_table(book(*texts, numbers=numbers))


def names_of(found: NameTable, name: str) -> set[str]:
    """The aliases of the character called `name`; KeyError when there is none."""
    return {alias.text for alias in {c.name: c for c in found.characters}[name].aliases}
