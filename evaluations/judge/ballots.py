"""Ballots: several votes on the same thing made one verdict, and how often they do not agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

V = TypeVar("V")


@dataclass
class Ballots:
    """Counts the verdicts of one trace: what failed and why, what was void, and where votes differ."""

    verdicts: int = 0
    """Verdicts looked for, whatever came of them."""
    failed: int = 0
    """Verdicts that could not be had."""
    void: int = 0
    """Votes that said yes without words that can bear it: they count as no."""
    flipped: int = 0
    voted: int = 0
    """Verdicts with two votes or more; of these, `flipped` had votes that differ."""
    reasons: list[str] = field(default_factory=list)
    """Why votes failed, each once."""

    def majority(self, votes: Sequence[bool | None]) -> bool | None:
        """What most of the votes that were given say; None without any, and where they are even."""
        given = [vote for vote in votes if vote is not None]
        yes, self.verdicts = sum(given), self.verdicts + 1
        if len(given) > 1:
            self.voted, self.flipped = self.voted + 1, self.flipped + (0 < yes < len(given))
        if yes * 2 == len(given):
            self.failed += 1
            return None
        return yes * 2 > len(given)

    def lost(self, why: str) -> None:
        """A vote could not be had."""
        if why not in self.reasons:
            self.reasons.append(why)


def given(votes: Iterable[V | None]) -> list[V]:
    """The votes that were given."""
    return [vote for vote in votes if vote is not None]
