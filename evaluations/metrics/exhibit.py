"""An exhibit: one trace laid beside its case and view. What several metrics read of it is made once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from pydantic import JsonValue

from agent.fold import apply
from agent.state import State
from agent.trace import Payload, Trace
from evaluations.case import Case, Score
from evaluations.metrics import lexical
from evaluations.metrics.findings import Findings
from evaluations.metrics.wordcounts import WordCounts
from graphs.check import grounded
from graphs.evidence import ANSWER
from tools.book import Book
from tools.quotes import find_quote

NO_GOLD = "no gold paragraph in the view"
NO_BOOK = "book not found"

_MARKED = frozenset({"queried", "read", "assessed", "answered"})


class Moment(NamedTuple):
    """Where the research stood right after an event: counts so far, and the hypothesis believed most."""

    k: int
    kind: str
    round: int
    queries: int
    quotes: int
    """Pieces of evidence accepted."""
    read: int
    """Paragraphs read, those read again counted again."""
    tokens: int
    seconds: float
    """Of model calls."""
    leader: str
    """'' while two or more hypotheses are believed the same."""


@dataclass(frozen=True)
class Exhibit:
    """What a family of metrics is given. `view` is the case's view, None when its book cannot be found."""

    case: Case
    trace: Trace
    view: Book | None = None
    counts: WordCounts = field(default_factory=WordCounts, repr=False, compare=False)
    judged: Findings | None = None
    """A judge's findings; without them the lexical judge's are read."""

    @property
    def state(self) -> State:
        """Where the research stood at its end."""
        return self._course[0]

    @property
    def moments(self) -> tuple[Moment, ...]:
        """One after each query, reading, assessment and answer, in their order."""
        return self._course[1]

    @cached_property
    def gold(self) -> tuple[int, ...]:
        """The distinct gold paragraphs in the view, rising."""
        return self.case.gold.positions(self.case.cut)

    @cached_property
    def cited(self) -> tuple[int, ...]:
        """The distinct paragraphs that the answer cites, rising."""
        return tuple(sorted(set(self.trace.answer.citations))) if self.trace.answer else ()

    @cached_property
    def findings(self) -> Findings:
        if self.judged is not None:
            return self.judged
        if self.view is None:
            return Findings(judge=lexical.LEXICAL, why=NO_BOOK)
        steps = self.trace.answer.steps if self.trace.answer else ()
        return lexical.judge(self.case.gold.steps, steps, self.counts.of(self.view))

    @cached_property
    def guarded(self) -> bool:
        """Whether a notebook guaranteed the chain: its own player's research, in which the guarantee is seen to hold.

        Someone else's player may name itself what it likes, so that what can be seen without the book is looked at:
        every quoted paragraph was read, and every inference is grounded, and the answer (a control's may rest on
        nothing: it owes no chain).
        """
        player, graph = self.trace.researcher, self.state.graph
        if player.kind == "imported" or self._imported is not None:
            return False
        owed = [node for node in (*graph.inferences, graph.answer) if node]
        owed = [node for node in owed if node.parents or node.id != ANSWER or player.kind != "control"]
        sound = grounded(graph).issuperset(node.id for node in owed)
        return sound and {e.paragraph for e in graph.evidence} <= set(self.state.read)

    @property
    def untold(self) -> frozenset[str]:
        """The parts of research done elsewhere that its source does not tell: what needs one of them is undefined."""
        return frozenset((self._imported or {}).get("untold", ()))

    @cached_property
    def misquoted(self) -> frozenset[str] | None:
        """The ids of the evidence whose words do not stand in its paragraph of the view; None without the book."""
        if self.view is None:
            return None
        view, evidence = self.view, self.state.graph.evidence
        return frozenset(
            e.id for e in evidence if e.paragraph not in view or find_quote(e.quote, view[e.paragraph]) is None
        )

    def score(self, metric: str, value: float | None, read: JsonValue = None, why: JsonValue = None) -> Score:
        return Score(self.case.id, self.trace.repeat, metric, value, read, why)

    @cached_property
    def _imported(self) -> Payload | None:
        """What stands at the beginning of imported research; None for any other."""
        return next((event.payload for event in self.trace.events[:3] if event.kind == "imported"), None)

    @cached_property
    def _course(self) -> tuple[State, tuple[Moment, ...]]:
        """The fold of the events, and the moments on its way."""
        state, moments, quotes = State(), [], 0
        for event in self.trace.events:
            apply(state, event)
            quotes += event.kind == "noted" and event.payload["node"]["kind"] == "evidence"
            if event.kind in _MARKED:
                counts = (len(state.queries), quotes, len(state.read), state.usage.tokens, state.usage.seconds)
                leader = state.leader if state.margin > 0 else ""
                moments.append(Moment(event.k, event.kind, state.round, *counts, leader))
        return state, tuple(moments)


Measure = Callable[[Exhibit], list[Score]]
"""A family of metrics over one trace."""
