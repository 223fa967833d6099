"""Researcher: whoever turns a question into a trace. Sealing makes the trace from its events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agent.fold import fold
from agent.notebook import Sink
from agent.question import Player, Question
from agent.trace import Event, Trace
from tools.search import BookSearch


class Researcher(Protocol):
    """The loop, a one-shot reader, a person, or someone else's system."""

    player: Player

    async def research(
        self, question: Question, search: BookSearch, past: Sequence[Event] = (), sink: Sink | None = None
    ) -> list[Event]:
        """All events of the research, `past` included; each new one is given to `sink` as it happens.

        `past` are the events of an earlier attempt that was cut short: the research goes on from them.
        """
        ...


def resumable(events: Sequence[Event]) -> list[Event]:
    """The events from which cut-short research can go on: those before the node that was under way.

    That node is done again; research that had ended keeps all of its events.
    """
    if fold(events).status is not None:
        return list(events)
    entered = [i for i, event in enumerate(events) if event.kind == "entered"]
    return list(events[: entered[-1]]) if entered else []


def seal(events: Sequence[Event], repeat: int = 1) -> Trace:
    """The trace of finished research. ValueError when the events do not reach an end."""
    state = fold(events)
    if state.status is None:
        raise ValueError("the research has not ended: there is no `answered` or `failed` event")
    return Trace(
        researcher=state.player,
        question=state.asked,
        view=state.view,
        budget=state.budget,
        repeat=repeat,
        events=tuple(events),
        graph=state.graph,
        answer=state.answer,
        status=state.status,
        stop=state.stop,
        usage=state.usage,
        imported=state.imported,
    )
