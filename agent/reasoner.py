"""The seat: who thinks at each node of the loop. A model, rules, or a script in a test."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from agent.model.asked import Asked
from agent.moves import Analysis, Conclusion, ExtractMove, HypothesisMove, LinkMove, Probe, Verification
from agent.notebook import Notebook
from agent.question import Player
from agent.state import State
from tools.book import Paragraph
from tools.search import BookSearch

T = TypeVar("T")


@dataclass(frozen=True)
class FellBack:
    """No reply could be used at a node where rules may step in: they did."""

    node: str
    why: str


Heard = Asked | FellBack
"""What the trace is told of how a move came about."""


class Reasoner(Protocol):
    """Proposes the moves; the loop's code searches, reads, guards and counts.

    Only `extract` is shown text of the book. `verify` and `conclude` see the state alone: what is not
    in the notebook does not exist. Whatever a reasoner proposes may be refused; refusals stand in the
    state it is shown next. A Fault that comes out of a move fails the question.
    """

    player: Player
    """How tables call it, and what may be claimed for it."""

    def heard(self) -> Sequence[Heard]:
        """The calls made, and the fallbacks taken, since this was last asked; rules and scripts have none."""
        ...

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


class Seat(Protocol):
    """Whoever thinks: a reasoner in the loop, a reader of one reading."""

    def heard(self) -> Sequence[Heard]: ...


async def thought(notebook: Notebook, seat: Seat, thinking: Awaitable[T]) -> T:
    """What came of thinking, after the notebook was told of the calls behind it, usable or not."""
    try:
        return await thinking
    finally:
        for one in seat.heard():
            if isinstance(one, Asked):
                notebook.called(one)
            else:
                notebook.fell_back(one.node, one.why)
