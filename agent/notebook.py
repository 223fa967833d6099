"""The notebook: the moves of an investigation. It is the only writer of the graph, and guards every move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from agent import guards
from agent.belief import beliefs, margin
from agent.citing import steps_of
from agent.fold import apply, fold
from agent.model.asked import Asked
from agent.moves import (
    AbsenceMove,
    Analysis,
    Conclusion,
    HypothesisMove,
    InferenceMove,
    MergeMove,
    Probe,
    QuoteMove,
    Verification,
)
from agent.question import Answer, Budget, Player, Question, Status, View
from agent.record import Record
from agent.state import FoundHit, Query, Refusal, State
from agent.trace import Event, Payload
from graphs.drop import lost, without
from graphs.evidence import Absence, Evidence, EvidenceGraph, Hypothesis, Inference, Node
from tools.book import Book
from tools.hits import Hit
from tools.quotes import find_quote

Sink = Callable[[Event], None]
"""Takes each event as it happens, before anything else is done."""


class Notebook:
    """Moves over one view of one book. Every accepted or refused move is an event; `state` is their fold."""

    def __init__(self, view: Book, past: Sequence[Event] = (), sink: Sink | None = None) -> None:
        self.view = view
        self.events = list(past)
        self.state: State = fold(past)
        self._sink = sink

    def open(self, researcher: Player, question: Question, view: View | None, budget: Budget) -> None:
        """Begin: the first event, which makes the others readable without anything else."""
        self._record(
            "opened", researcher=_json(researcher), question=_json(question), view=_json(view), budget=_json(budget)
        )

    def enter(self, node: str, round_: int) -> None:
        self._record("entered", node=node, round=round_)

    def analyze(self, analysis: Analysis) -> None:
        self._record("analyzed", **_json(analysis))

    def hypothesize(self, move: HypothesisMove) -> str | None:
        """Add a hypothesis, or retire one; its id, or None when refused."""
        if objection := guards.hypothesis(self.state, move):
            self._refuse("hypothesis", objection, move)
            return None
        if move.retire:
            self._record("retired", hypothesis=move.retire, reason=move.text)
            return move.retire
        kept = move.model_dump(exclude={"retire"})
        return self._note(Hypothesis(id=self.next_id("H"), **kept))

    def probe(self, move: Probe) -> str | None:
        """Plan a query; its id, or None when refused."""
        if objection := guards.probe(self.state, self.view, move):
            self._refuse("probe", objection, move)
            return None
        query = Query(id=self.next_id("Q"), round=self.state.round, **move.model_dump())
        self._record("queried", query=_json(query))
        return query.id

    def found(self, query: str, hits: Iterable[Hit]) -> None:
        """What a planned query found."""
        kept = [FoundHit(paragraph=h.paragraph, score=round(h.score, 6), sentence=h.sentence) for h in hits]
        self._record("searched", query=query, hits=[_json(hit) for hit in kept])

    def read(self, paragraphs: Iterable[int], reason: str = "") -> None:
        """Read paragraphs of the view; others are passed over. The text stays in the book."""
        seen = [number for number in paragraphs if number in self.view]
        if seen:
            self._record("read", paragraphs=seen, reason=reason)

    def quote(self, move: QuoteMove) -> str | None:
        """Note evidence, as printed in the book; its id, or None when refused."""
        if objection := guards.quote(self.state, self.view, move):
            self._refuse("quote", objection, move)
            return None
        kept = move.model_dump() | {"quote": self.printed(move.paragraph, move.quote)}
        return self._note(Evidence(id=self.next_id("E"), **kept))

    def absence(self, move: AbsenceMove) -> str | None:
        """Note that something is not there; its id, or None when it is not earned."""
        if objection := guards.absence(self.state, self.view, move):
            self._refuse("absence", objection, move)
            return None
        return self._note(Absence(id=self.next_id("A"), **move.model_dump()))

    def infer(self, move: InferenceMove) -> str | None:
        """Note a conclusion; its id, or None when refused."""
        if objection := guards.inference(self.state, move):
            self._refuse("inference", objection, move)
            return None
        return self._note(Inference(id=self.next_id("I"), **move.model_dump()))

    def merge(self, move: MergeMove) -> str | None:
        """Let one inference take another's place; the kept id, or None when refused."""
        if objection := guards.merge(self.state, move):
            self._refuse("merge", objection, move)
            return None
        self._record("merged", keep=move.keep, drop=move.drop)
        return move.keep

    def assess(self, gaps: Sequence[str] = ()) -> None:
        """Weigh the graph; count the rounds that brought nothing."""
        believed = beliefs(self.state.graph)
        dry = 0 if self.state.noted else self.state.dry + 1
        self._record("assessed", beliefs=believed, margin=margin(believed), dry=dry, gaps=list(gaps))

    def verify(self, verification: Verification) -> None:
        self._record("verified", **_json(verification))

    def called(self, asked: Asked) -> None:
        """A model was asked; what was said is in the record of calls."""
        self._record("called", **asked.payload())

    def fell_back(self, node: str, why: str) -> None:
        """Rules did the work of a node, because no usable reply to it came."""
        self._record("fell-back", node=node, why=why)

    def stop(self, reason: str) -> None:
        self._record("stopped", reason=reason)

    def fail(self, reason: str) -> None:
        """The research could not be finished; `reason` says why."""
        self._record("failed", reason=reason)

    def answer(self, move: Conclusion, status: Status) -> bool:
        """Answer, with the steps that the graph gives; False when refused."""
        if objection := guards.conclusion(self.state, move):
            self._refuse("answer", objection, move)
            return False
        steps = steps_of(self.state.graph, move.parents)
        answer = Answer(
            value=move.value,
            text=self.state.asked.options.get(move.value or "", move.value or ""),
            steps=tuple(steps),
            citations=tuple(sorted({n for step in steps for n in step.paragraphs})),
            confidence=move.confidence,
            sub_answers=move.sub_answers,
            reasoning=move.reasoning,
        )
        ended: Status = "abstained" if move.value is None else status
        self._record("answered", answer=_json(answer), parents=list(move.parents), status=ended)
        return True

    def edited(self, told: str, edit: Payload, **put: Record | Node) -> None:
        """Somebody changed something by hand: `told` in words, `edit` as data; `put` is what now stands there."""
        graph = self.state.graph.with_node(put["node"]) if "node" in put else self.state.graph  # type: ignore[arg-type]
        placed = {name: _json(record) for name, record in put.items()}
        self._record("edited", told=told, edit=edit, **placed, **self._reweighed(graph))

    def drop(self, node: str) -> None:
        """Take a node out by hand, with what rested on it alone; KeyError when there is none."""
        graph = without(self.state.graph, node)
        self._record("dropped", node=node, gone=list(lost(self.state.graph, node)), **self._reweighed(graph))

    def _reweighed(self, graph: EvidenceGraph) -> Payload:
        """The beliefs that a graph changed by hand gives, where any were held and the change makes a difference."""
        if not self.state.beliefs or graph == self.state.graph:
            return {}
        believed = beliefs(graph)
        return {"beliefs": believed, "margin": margin(believed)}

    def printed(self, paragraph: int, quote: str) -> str:
        """A quotation as the book prints it; the whole paragraph where it does not stand there."""
        body = self.view[paragraph]
        start, end = find_quote(quote, body) or (0, len(body))
        return body[start:end]

    def _note(self, node: Node) -> str:
        self._record("noted", node=_json(node))
        return node.id

    def _refuse(self, kind: str, objection: guards.Objection, move: Record) -> None:
        refusal = Refusal(
            round=self.state.round,
            move=kind,
            guard=objection.guard,
            reason=objection.reason,
            proposal=move.model_dump_json(exclude_defaults=True)[:2000],
        )
        self._record("refused", **_json(refusal))

    def _record(self, kind: str, **payload: Any) -> None:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        event = Event(k=len(self.events) + 1, kind=kind, payload=payload, at=at)
        if self._sink:
            self._sink(event)
        apply(self.state, event)
        self.events.append(event)

    def next_id(self, letter: str) -> str:
        """The next id, never one that was used before: a merged node leaves the graph, not the events."""
        made = [event.payload.get("node") or event.payload.get("query") for event in self.events]
        used = {one["id"] for one in made if isinstance(one, dict) and one["id"].startswith(letter)}
        return f"{letter}{len(used) + 1}"


def _json(record: Record | Node | None) -> Any:
    return record.model_dump(mode="json") if record is not None else None
