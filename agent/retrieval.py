"""Retrieval: the passages of a view that share most with a question, for a reading without further search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tools.hits import Hit, hit
from tools.keyword import KeywordIndex
from tools.passages import Passage, passages
from tools.search import BookSearch

Order = Literal["relevance", "book"]
ORDERS: tuple[Order, ...] = ("relevance", "book")


@dataclass(frozen=True)
class Retrieval:
    """The best `k` passages of about `chunk` tokens each, side by side and not overlapping, ranked by their words."""

    k: int = 10
    chunk: int = 200
    order: Order = "relevance"
    """How they are read: best first, or as they stand in the book."""

    def __str__(self) -> str:
        return f"{self.k} × {self.chunk} tokens, {'best first' if self.order == 'relevance' else 'book order'}"

    def hits(self, text: str, search: BookSearch) -> list[Hit]:
        """Every paragraph of the passages found for `text`, with its passage's score, best passage first."""
        chunks = passages(search.view, size=self.chunk, overlap=0)
        ranked = KeywordIndex((i, chunk.text) for i, chunk in enumerate(chunks)).rank(text, self.k)
        return [one for i, score in ranked for one in _hits(chunks[i], score, text, search)]

    def arranged(self, numbers: list[int]) -> list[int]:
        """Paragraph numbers, given best first, in the order in which they are to be read."""
        return sorted(numbers) if self.order == "book" else numbers


def _hits(passage: Passage, score: float, text: str, search: BookSearch) -> list[Hit]:
    inside = search.read(range(passage.first, passage.last + 1))
    return [hit(paragraph.number, score, paragraph.text, text, search.weight) for paragraph in inside]
