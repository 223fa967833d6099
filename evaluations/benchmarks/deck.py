"""The deck few-shot examples are dealt from: shuffled once by a seed, cut at a place of each question's own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Generic, Protocol, TypeVar


class Card(Protocol):
    """What can be dealt as an example."""

    @property
    def id(self) -> str: ...


Dealt = TypeVar("Dealt", bound=Card)


class Deck(Generic[Dealt]):
    """The same cards and seed deal every question the same examples."""

    def __init__(self, cards: Sequence[Dealt], seed: str) -> None:
        self._seed = seed
        self._cards = sorted(cards, key=lambda card: self._number(card.id))

    def dealt(self, question: str) -> Iterator[Dealt]:
        """All cards in turn for the question with this id; whoever asks leaves out those of its own book."""
        cut = self._number(question) % max(1, len(self._cards))
        yield from self._cards[cut:]
        yield from self._cards[:cut]

    def _number(self, text: str) -> int:
        return int.from_bytes(hashlib.sha256(f"{self._seed}\0{text}".encode()).digest()[:8])
