"""The text that comes with a multi-hop question, as paragraphs: each title one, each sentence one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from evaluations.metrics.texts import normalised, tokens
from tools.terms import STOP_WORDS


@dataclass(frozen=True)
class Document:
    """A titled run of sentences, as a row has it; `name` is what the row's gold calls it."""

    title: str
    sentences: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True)
class Context:
    """Documents laid out as numbered paragraphs.

    A title is a paragraph of its own before its sentences: it is found by search and read as their neighbour, while
    every sentence stays verbatim. Titles and sentences without text have no paragraph.
    """

    documents: tuple[Document, ...]

    @cached_property
    def _placed(self) -> list[tuple[int, int, str]]:
        """(document, sentence or -1 for its title, text) of each paragraph in order."""
        return [
            (d, s, " ".join(text.split()))
            for d, document in enumerate(self.documents)
            for s, text in enumerate((document.title, *document.sentences), -1)
            if text.strip()
        ]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        return tuple(text for _, _, text in self._placed)

    @cached_property
    def _numbers(self) -> dict[tuple[int, int], int]:
        return {(d, s): number for number, (d, s, _) in enumerate(self._placed, 1)}

    @cached_property
    def _sentences(self) -> list[tuple[int, int, list[str]]]:
        """(document, paragraph number, tokens) of each sentence."""
        return [(d, n, tokens(normalised(text))) for n, (d, s, text) in enumerate(self._placed, 1) if s >= 0]

    def has(self, title: str) -> bool:
        return any(_folded(document.title) == _folded(title) for document in self.documents)

    def place(self, title: str, index: int) -> int | None:
        """The paragraph of the sentence with this index from 0 under a title; None when there is none."""
        under = (d for d, document in enumerate(self.documents) if _folded(document.title) == _folded(title))
        return next((n for d in under if (n := self._numbers.get((d, index)))), None)

    def holding(self, answer: str, question: str, name: str = "") -> int | None:
        """The paragraph of the sentence in which `answer` stands, word for word, only in the document `name` if given.

        Of several the one that shares most words with `question`, of equal ones the first. None when the answer
        stands in the question already (a comparison between what it names), for the answer is found nowhere then.
        """
        wanted, asked = tokens(normalised(answer)), tokens(normalised(question))
        if not wanted or _within(wanted, asked):
            return None
        words = set(asked) - STOP_WORDS
        found = [
            (-len(words & set(there)), number)
            for d, number, there in self._sentences
            if (not name or self.documents[d].name == name) and _within(wanted, there)
        ]
        return min(found)[1] if found else None


def _within(part: Sequence[str], whole: Sequence[str]) -> bool:
    return any(whole[at : at + len(part)] == part for at in _starts(part[0], whole))


def _starts(first: str, whole: Sequence[str]) -> Iterator[int]:
    return (at for at, token in enumerate(whole) if token == first)


def _folded(title: str) -> str:
    return " ".join(title.casefold().split()).lstrip("'’ ")
