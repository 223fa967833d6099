"""A novel as addressable text: paragraphs with 1-based numbers, chapters, and the view before a cut."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from tools.terms import HAN

Language = Literal["en", "zh"]
Format = Literal["plain", "numbered", "epub"]

_HAN = re.compile(f"[{HAN}]+")
_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Paragraph:
    """One numbered paragraph; `number` counts from 1 and is the address used everywhere."""

    number: int
    text: str


@dataclass(frozen=True)
class Chapter:
    """A chapter: its heading and the numbers of its first (the heading's) and last paragraph."""

    title: str
    first: int
    last: int


@dataclass(frozen=True)
class Book:
    """A novel, or the part of it that may be seen.

    Paragraph numbers rise but may have gaps (an excerpt keeps the numbers of the whole).
    `digest` is the SHA-256 of the whole book's numbered text, and stays the same in every view of it.
    `cut` is the first paragraph number that may not be seen, or None for the whole book.
    """

    title: str
    paragraphs: tuple[Paragraph, ...]
    chapters: tuple[Chapter, ...] = ()
    language: Language = "en"
    digest: str = ""
    cut: int | None = None
    author: str = ""
    encoding: str = "utf-8"
    notes: tuple[str, ...] = ()
    """What was odd about the file, in words for the user."""
    format: Format = "plain"

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {paragraph.number: paragraph.text for paragraph in self.paragraphs}

    def __contains__(self, number: object) -> bool:
        return number in self._texts

    def __getitem__(self, number: int) -> str:
        """The text of paragraph `number`; KeyError when the book (or this view of it) has none."""
        return self._texts[number]

    def __len__(self) -> int:
        return len(self.paragraphs)

    @property
    def first(self) -> int:
        return self.paragraphs[0].number if self.paragraphs else 0

    @property
    def last(self) -> int:
        return self.paragraphs[-1].number if self.paragraphs else 0

    @cached_property
    def characters(self) -> int:
        return sum(len(paragraph.text) for paragraph in self.paragraphs)

    @cached_property
    def tokens(self) -> int:
        """About how many model tokens the text has (see `about_tokens`)."""
        return sum(about_tokens(paragraph.text) for paragraph in self.paragraphs)

    def before(self, cut: int | None) -> Book:
        """The view of paragraphs with number < `cut`; None leaves the book whole.

        Chapters that begin at or after the cut are gone, the one it falls in ends before it; a heading
        that is the last paragraph to be seen is not joined with the title in the next.
        Notes tell of the whole file, so a view carries none. A view can be cut again, never widened.
        """
        if cut is None or (self.cut is not None and cut >= self.cut):
            return self
        seen = tuple(p for p in self.paragraphs if p.number < cut)
        end = {p.number: p.text for p in seen[-1:]}
        chapters = (
            replace(c, title=end.get(c.first, c.title), last=min(c.last, cut - 1))
            for c in self.chapters
            if c.first < cut
        )
        return replace(
            self,
            paragraphs=seen,
            chapters=tuple(chapters),
            cut=cut,
            notes=(),
        )

    def chapter_of(self, number: int) -> Chapter | None:
        return next((c for c in self.chapters if c.first <= number <= c.last), None)


def book_of(texts: Sequence[str], title: str, language: Language = "en") -> Book:
    """A book of these paragraphs, numbered from 1; with none it is a book in which nothing can be seen."""
    paragraphs = tuple(Paragraph(number, text) for number, text in enumerate(texts, 1))
    return Book(title, paragraphs, language=language, digest=digest_of(paragraphs))


def digest_of(paragraphs: Iterable[Paragraph]) -> str:
    """SHA-256 over the numbered text: the same paragraphs with the same numbers give the same name."""
    whole = hashlib.sha256()
    for paragraph in paragraphs:
        whole.update(f"[{paragraph.number}] {paragraph.text}\n".encode())
    return whole.hexdigest()


def language_of(text: str) -> Language:
    """`zh` when at least three in ten letters of `text` are Han characters, else `en`."""
    letters = _count(_LETTERS, text)
    return "zh" if letters and _count(_HAN, text) / letters >= 0.3 else "en"


def about_tokens(text: str) -> int:
    """An estimate without a tokenizer: one token a Han character, one per four other characters."""
    han = _count(_HAN, text)
    return han + math.ceil((len(text) - han) / 4)


def _count(runs: re.Pattern[str], text: str) -> int:
    """How many characters of `text` stand in `runs`."""
    return sum(map(len, runs.findall(text)))
