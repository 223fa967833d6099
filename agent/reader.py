"""The one-shot researcher's seat: who reads the given paragraphs once and replies. A model, rules, or a constant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agent.belief import beliefs
from agent.extractive import ExtractiveReasoner
from agent.moves import QuoteMove
from agent.question import CONSISTENT, Player, Question
from agent.reasoner import Heard
from agent.record import Record
from agent.state import State
from graphs.evidence import Evidence, EvidenceGraph
from tools.book import Paragraph
from tools.search import BookSearch


class Reply(Record):
    """What one reading came to; `value` is an option's label, a free text, or None for an abstention."""

    value: str | None
    quotes: tuple[QuoteMove, ...] = ()
    """What the answer rests on; a quotation that a guard refuses is left out of it."""
    confidence: float | None = None
    sub_answers: tuple[str, ...] = ()
    reasoning: str = ""
    """The reply as it was written."""


class Reader(Protocol):
    """Replies to a question after one look at the paragraphs it is given, in the order given."""

    player: Player
    """How tables call it, and what may be claimed for it."""

    def heard(self) -> Sequence[Heard]:
        """The calls made since this was last asked; rules have none."""
        ...

    async def read(self, state: State, search: BookSearch, given: Sequence[Paragraph]) -> Reply:
        """The reply. `state` holds the question and a hypothesis for each option; `search` has term statistics."""
        ...


class ExtractiveReader:
    """The extractive rules over all given paragraphs at once. Without any text it abstains."""

    player = ExtractiveReasoner.player

    def heard(self) -> Sequence[Heard]:
        return ()

    async def read(self, state: State, search: BookSearch, given: Sequence[Paragraph]) -> Reply:
        rules = ExtractiveReasoner()
        state = state.model_copy(update={"analysis": await rules.analyze(state)})
        moves = [move for move in await rules.extract(state, search, given) if isinstance(move, QuoteMove)]
        quoted = {f"E{n}": move for n, move in enumerate(moves, 1)}
        evidence = [Evidence(id=name, **move.model_dump()) for name, move in quoted.items()]
        graph = EvidenceGraph(nodes=(*state.graph.nodes, *evidence))
        concluded = await rules.conclude(state.model_copy(update={"graph": graph, "beliefs": beliefs(graph)}))
        return Reply(
            value=concluded.value,
            quotes=tuple(quoted[name] for name in concluded.parents),
            confidence=concluded.confidence,
            reasoning=concluded.reasoning,
        )


class ConstantReader:
    """Replies the same to every question, whatever it is given: what a habit alone would get right."""

    def __init__(self, value: str = "") -> None:
        self.value = value
        self.player = Player(name=f"always {value or CONSISTENT}", kind="control", infers=False)

    def heard(self) -> Sequence[Heard]:
        return ()

    async def read(self, state: State, search: BookSearch, given: Sequence[Paragraph]) -> Reply:
        return Reply(value=fixed(state.asked, self.value))


def fixed(question: Question, value: str) -> str | None:
    """What `value` means for a question: an option's label, or the one whose text begins with it.

    Without options it is the answer itself. An empty value is the verdict `consistent`. None where it means nothing.
    """
    if not value:
        return CONSISTENT if question.kind == "verdict" else None
    wanted = value.casefold()
    if not question.options:
        return wanted if question.kind == "verdict" else value
    named = [label for label in question.options if label.casefold() == wanted]
    told = [label for label, text in question.options.items() if text.strip().casefold().startswith(wanted)]
    return next(iter(named + told), None)
