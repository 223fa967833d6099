"""Events, the trace they make, and its identity."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any, Literal

from agent.question import Answer, Budget, Player, Question, Status, View
from agent.record import Record
from graphs.evidence import EvidenceGraph

FORMAT = 1
"""The version of the trace's format; a reader takes this one and the older ones."""

Payload = dict[str, Any]
"""Plain JSON."""

_NOT_IDENTITY = frozenset({"at", "seconds", "attempts", "latency", "recorded"})


class Event(Record):
    """One change of state. `k` counts from 1; `at` is the time (ISO 8601, UTC) and belongs to no identity."""

    k: int
    kind: str
    payload: Payload
    at: str = ""


class Usage(Record):
    """What model calls cost; `cost` is None when a price is not known."""

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cost: float | None = 0.0
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        """Uncached input plus output."""
        return self.input_tokens - self.cached_tokens + self.output_tokens

    def plus(self, other: Usage) -> Usage:
        """The sum; its cost is unknown when either is."""
        known = self.cost is not None and other.cost is not None
        return Usage(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            reasoning_tokens=self.reasoning_tokens + other.reasoning_tokens,
            cost=(self.cost or 0.0) + (other.cost or 0.0) if known else None,
            seconds=self.seconds + other.seconds,
        )


Part = Literal[
    "steps", "links", "quotes", "citations", "sub-answers", "queries", "hits", "reads", "notes", "calls", "tokens"
]
"""What a source outside may leave untold. links: what the steps rest on; hits: what the queries found."""


class Imported(Record):
    """Research that was done elsewhere: it passed no guard, and its source need not tell all of it."""

    raw: str = ""
    """The answer as it was written, before it was read as a label."""
    untold: tuple[Part, ...] = ()
    """What the source does not tell: what needs it is undefined, never 0."""


class Trace(Record):
    """One question researched once. `events` are the truth; the rest is what they fold to, kept for reading."""

    format: int = FORMAT
    researcher: Player
    question: Question
    view: View | None
    budget: Budget
    repeat: int = 1
    events: tuple[Event, ...]
    graph: EvidenceGraph
    answer: Answer | None
    status: Status
    stop: str
    usage: Usage
    imported: Imported | None = None
    """None for research whose moves a notebook guarded."""

    def identity(self) -> str:
        """SHA-256 of what was asked, done and answered: no times, attempts or latency, and no repeat number.

        Two traces are the same research exactly when their identities are equal.
        """
        return identity(self.events)


def identity(events: Iterable[Event]) -> str:
    """SHA-256 over the events' kinds and payloads, without whatever differs between equal runs."""
    whole = hashlib.sha256()
    for event in events:
        kept = [event.k, event.kind, lasting(event.payload)]
        whole.update(json.dumps(kept, sort_keys=True, ensure_ascii=False).encode() + b"\n")
    return whole.hexdigest()


def lasting(value: Any) -> Any:
    """A payload without whatever differs between equal runs: times, attempts, and where a reply was taken from."""
    if isinstance(value, dict):
        return {k: lasting(v) for k, v in value.items() if k not in _NOT_IDENTITY}
    return [lasting(v) for v in value] if isinstance(value, list | tuple) else value
