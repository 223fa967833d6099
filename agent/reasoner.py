"""The seat: who thinks at each node of the loop. A model, rules, or a script in a test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agent.moves import Analysis, Conclusion, ExtractMove, HypothesisMove, LinkMove, Probe, Verification
from agent.question import Player
from agent.state import State
from tools.book import Paragraph
from tools.search import BookSearch


class Reasoner(Protocol):
    """Proposes the moves; the loop's code searches, reads, guards and counts.

    Only `extract` is shown text of the book. `verify` and `conclude` see the state alone: what is not
    in the notebook does not exist. Whatever a reasoner proposes may be refused; refusals stand in the
    state it is shown next.
    """

    player: Player
    """How tables call it, and what may be claimed for it."""

    async def analyze(self, state: State) -> Analysis: ...

    async def hypothesize(self, state: State) -> Sequence[HypothesisMove]: ...

    async def probe(self, state: State, search: BookSearch) -> Sequence[Probe]:
        """The next queries. `search` is there for term statistics; looking with it is not counted, so don't."""
        ...

    async def extract(self, state: State, search: BookSearch, fresh: Sequence[Paragraph]) -> Sequence[ExtractMove]:
        """Quotations from, or absences after, the paragraphs newly read."""
        ...

    async def link(self, state: State) -> Sequence[LinkMove]: ...

    async def verify(self, state: State) -> Verification: ...

    async def conclude(self, state: State) -> Conclusion: ...
