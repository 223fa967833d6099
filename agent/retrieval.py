"""Retrieval: the passages of a view that are most like a question, for a reading without further search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tools.fusion import fused
from tools.hits import Hit, hit
from tools.keyword import KeywordIndex
from tools.passages import Passage, passages
from tools.request import QueryKind
from tools.search import BookSearch

Order = Literal["relevance", "book"]
ORDERS: tuple[Order, ...] = ("relevance", "book")

_DEEP = 3  # rankings are read this many times deeper than asked, so that fusion has something to fuse


@dataclass(frozen=True)
class Retrieval:
    """The best `k` passages of about `chunk` tokens each, side by side and not overlapping."""

    k: int = 10
    chunk: int = 200
    order: Order = "relevance"
    """How they are read: best first, or as they stand in the book."""

    def __str__(self) -> str:
        return f"{self.k} × {self.chunk} tokens, {'best first' if self.order == 'relevance' else 'book order'}"

    def arranged(self, numbers: list[int]) -> list[int]:
        """Paragraph numbers, given best first, in the order in which they are to be read."""
        return sorted(numbers) if self.order == "book" else numbers


class Chunks:
    """The passages of a view as retrieval cuts them, ranked by words and, where there is an embedder, by meaning."""

    def __init__(self, search: BookSearch, size: int) -> None:
        self.search = search
        self.passages: list[Passage] = passages(search.view, size=size, overlap=0)
        self._words = KeywordIndex((i, passage.text) for i, passage in enumerate(self.passages))
        self._meaning = search.meaning.index(search.view, self.passages)

    @property
    def kind(self) -> QueryKind:
        """The kind of query that a look is recorded as."""
        return "keyword" if self._meaning is None else "hybrid"

    def find(self, text: str, k: int) -> list[Hit]:
        """Every paragraph of the `k` best passages, with its passage's score, the best passage first."""
        rankings = {"words": [i for i, _ in self._words.rank(text, k * _DEEP)]}
        if self._meaning is not None:
            rankings["meaning"] = [i for i, _ in self._meaning.rank(text, k * _DEEP)]
        return [one for i, score, _ in fused(rankings)[:k] for one in self._hits(self.passages[i], score, text)]

    def _hits(self, passage: Passage, score: float, text: str) -> list[Hit]:
        inside = self.search.read(range(passage.first, passage.last + 1))
        return [hit(paragraph.number, score, paragraph.text, text, self.search.weight) for paragraph in inside]
