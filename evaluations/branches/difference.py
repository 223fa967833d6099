"""Two traces of one question side by side: where they part, and what of graph, chain, answer and scores differs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from agent.question import Answer
from agent.trace import Event, Trace, lasting
from evaluations.case import Score
from graphs.chain import ChainNode, chain
from graphs.evidence import Absence, AnswerNode, Evidence, EvidenceGraph, Hypothesis, Node

BY_HAND = ("edited", "dropped")
"""The kinds of event that an edit leaves; research leaves none of them."""


@dataclass(frozen=True)
class Difference:
    """What differs from `left` to `right`. Edits themselves are no difference: only what came of them is."""

    left: Trace
    right: Trace
    parted: tuple[Event | None, Event | None] | None
    """The first two events that differ, None where one trace has no more; None where none differ."""
    events: tuple[int, int]
    """How many events each has after they parted."""
    added: tuple[Node, ...]
    """What only the right graph says; nodes are known by what they say, since their ids are given anew."""
    lost: tuple[Node, ...]
    """What only the left graph says."""
    weighed: tuple[tuple[Node, Node], ...]
    """Nodes of both that bear otherwise on the hypotheses."""
    chains: tuple[tuple[ChainNode, ...], tuple[ChainNode, ...]]
    """What each answer rests on."""
    scores: tuple[tuple[str, float | None, float | None], ...] = ()
    """(metric, left, right) of those that differ."""

    @property
    def answers(self) -> tuple[Answer | None, Answer | None]:
        return self.left.answer, self.right.answer

    @property
    def flipped(self) -> bool:
        """Whether another answer was given."""
        return value_of(self.left) != value_of(self.right)

    @property
    def same(self) -> bool:
        """Whether the research was the same, but for what was edited."""
        return self.parted is None


def diff(left: Trace, right: Trace, scores: Sequence[Score] = (), others: Sequence[Score] = ()) -> Difference:
    """The difference of two traces; `scores` are the left one's and `others` the right one's."""
    mine, theirs = unedited(left.events), unedited(right.events)
    pairs = enumerate(zip_longest(mine, theirs))
    at = next((i for i, (a, b) in pairs if a is None or b is None or not _same(a, b)), None)
    return Difference(
        left=left,
        right=right,
        parted=None if at is None else (_at(mine, at), _at(theirs, at)),
        events=(0, 0) if at is None else (len(mine) - at, len(theirs) - at),
        added=tuple(_only(right.graph, left.graph)),
        lost=tuple(_only(left.graph, right.graph)),
        weighed=tuple(_weighed(left.graph, right.graph)),
        chains=(tuple(chain(left.graph)), tuple(chain(right.graph))),
        scores=tuple(_scores(scores, others)),
    )


def unedited(events: Iterable[Event]) -> list[Event]:
    """The events of research alone, those of edits left out; `k` is still their number in the trace."""
    return [event for event in events if event.kind not in BY_HAND]


def renumbered(events: Iterable[Event]) -> list[Event]:
    """Events numbered from 1 again, as identities count them."""
    return [event.model_copy(update={"k": k}) for k, event in enumerate(events, 1)]


def value_of(trace: Trace) -> str | None:
    return trace.answer.value if trace.answer else None


def _same(a: Event, b: Event) -> bool:
    return a.kind == b.kind and lasting(a.payload) == lasting(b.payload)


def _at(events: Sequence[Event], at: int) -> Event | None:
    return events[at] if at < len(events) else None


def said(node: Node) -> tuple[str, ...]:
    """What a node says, whatever its id: a quotation its place and words, any other its text."""
    if isinstance(node, Evidence):
        return node.kind, str(node.paragraph), node.quote
    return node.kind, node.value if isinstance(node, AnswerNode) else node.text


def _only(graph: EvidenceGraph, other: EvidenceGraph) -> list[Node]:
    """The nodes of `graph` that `other` does not have; the answer is told apart."""
    known = {said(node) for node in other.nodes}
    return [n for n in graph.nodes if not isinstance(n, AnswerNode) and said(n) not in known]


def _weighed(graph: EvidenceGraph, other: EvidenceGraph) -> list[tuple[Node, Node]]:
    there = {said(node): node for node in other.nodes}
    pairs = [(node, there[said(node)]) for node in graph.nodes if said(node) in there]
    return [(a, b) for a, b in pairs if _bearing(a) != _bearing(b)]


def _bearing(node: Node) -> object:
    if isinstance(node, Evidence | Absence):
        return dict(node.stance), node.relevance
    return node.retired if isinstance(node, Hypothesis) else None


def _scores(mine: Sequence[Score], theirs: Sequence[Score]) -> list[tuple[str, float | None, float | None]]:
    right = {score.metric: score.value for score in theirs}
    return [(s.metric, s.value, right.get(s.metric)) for s in mine if s.value != right.get(s.metric)]
