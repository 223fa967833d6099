"""Asked: what a trace is told of one call to a model, and what a resumed question reads back of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agent.model.faults import FaultKind
from agent.model.keys import CallKey, short
from agent.record import Record
from agent.trace import Event, Payload, Usage

Passed = tuple[str, str, int]
"""(node, content in short, occurrence) of a call that a trace tells of."""


class Asked(Record):
    """One call, without a word of its text: that is in the record of calls, under `key`."""

    node: str
    key: CallKey
    usage: Usage
    attempts: int
    recorded: bool
    """Whether the reply was read from the record instead of being asked for."""
    fault: FaultKind | None = None
    """Why the reply could not be used, None when it could."""
    estimated: bool = False
    """Whether the endpoint told no usage, so that the tokens are estimates."""

    def payload(self) -> Payload:
        """The call as the payload of a `called` event, plain JSON."""
        told = self.model_dump(mode="json", exclude={"key"} if self.estimated else {"key", "estimated"})
        return {**told, "content": short(self.key.content), "occurrence": self.key.occurrence}


def passed(events: Iterable[Event]) -> Iterator[Passed]:
    """The calls that events tell of, in order."""
    for event in events:
        if event.kind == "called":
            yield event.payload["node"], event.payload["content"], event.payload["occurrence"]
