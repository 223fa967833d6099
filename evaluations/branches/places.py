"""Where an edit cuts a trace: how many of its events a branch begins with."""

from __future__ import annotations

from collections.abc import Sequence

from agent.trace import Event
from evaluations.branches.edits import (
    AddEvidence,
    AddHypothesis,
    Drop,
    Edit,
    Replace,
    Reply,
    Requery,
    Restance,
    Setting,
)
from tools.mistake import Mistake

JUDGES = ("verify", "answer")
"""The nodes that judge the graph as it stood before them: an edit goes in front of them."""


def cut(events: Sequence[Event], edit: Edit, at: int | None = None) -> int:
    """The number of events before `edit`, seen from event `at`; without it, from where the edit first matters.

    A query is changed right before it was planned. A reply is replaced before the node that asked for it, which is
    done again. Anything else comes after the node of event `at`, with the decision to stop there taken again; in
    verify and answer it comes before them. Mistake when the edit has no place in these events.
    """
    if at is not None and not 1 <= at <= len(events):
        raise Mistake("There is no such event", got=at, allowed=f"1 to {len(events)}")
    if isinstance(edit, Requery):
        return _seen(_queried(events, edit.query) - 1, at, f"{edit.query} has not been asked")
    if isinstance(edit, Reply):
        return _seen(_before_node(events, _called(events, edit.call)), at, f"call {edit.call} has not been made")
    return after_node(events, at if at is not None else _first(events, edit))


def after_node(events: Sequence[Event], k: int) -> int:
    """The number of events up to the end of the node in which event `k` lies, without its decision to stop.

    In a node that judges the graph, or that failed, it is the end of the node before.
    """
    end = next((e.k - 1 for e in events[k:] if e.kind == "entered"), len(events))
    while (start := _before_node(events, end)) and _to_be_redone(events[start:end]):
        end = start
    while events[end - 1].kind == "stopped":
        end -= 1
    return end


def _to_be_redone(node: Sequence[Event]) -> bool:
    return node[0].payload["node"] in JUDGES or any(e.kind in ("failed", "answered") for e in node)


def _before_node(events: Sequence[Event], k: int) -> int:
    """The number of events before the node of event `k`; 0 where none has been entered yet."""
    return next((e.k - 1 for e in reversed(events[:k]) if e.kind == "entered"), 0)


def _seen(place: int, at: int | None, what: str) -> int:
    if at is not None and at <= place:
        raise Mistake(f"At event {at} {what} yet", cure=f"Go to event {place + 1} or later.")
    return place


def _queried(events: Sequence[Event], query: str) -> int:
    asked = {e.payload["query"]["id"]: e.k for e in events if e.kind == "queried"}
    if query not in asked:
        raise Mistake("There is no such query", got=query, allowed=", ".join(asked) or "(none was asked)")
    return asked[query]


def _called(events: Sequence[Event], call: int) -> int:
    calls = [e.k for e in events if e.kind == "called"]
    if call not in calls:
        told = ", ".join(map(str, calls)) or "(no model was asked)"
        raise Mistake("This event is no model call", got=call, allowed=told)
    return call


def _first(events: Sequence[Event], edit: Edit) -> int:
    """The event from which an edit first matters."""
    if isinstance(edit, Drop | Replace | Restance):
        return _noted(events, edit.node)
    if isinstance(edit, AddHypothesis):
        return next((e.k for e in events if e.kind == "entered" and e.payload["node"] == "hypothesize"), 1)
    if isinstance(edit, AddEvidence):
        return _extracted(events, edit.paragraph)
    if isinstance(edit, Setting) and edit.name == "rounds":
        return _last_round(events, edit.value)
    return 1


def _noted(events: Sequence[Event], node: str) -> int:
    """Where a node came into the graph."""
    made = {e.payload["node"]["id"]: e.k for e in events if e.kind == "noted" or _puts_node(e)}
    if node not in made:
        raise Mistake("There is no such node", got=node, allowed=", ".join(made) or "(the graph is empty)")
    return made[node]


def _puts_node(event: Event) -> bool:
    return event.kind == "edited" and "node" in event.payload


def _extracted(events: Sequence[Event], paragraph: int) -> int:
    """The first extraction after `paragraph` was read; else the last event, where the guard will refuse it."""
    read = next((e.k for e in events if e.kind == "read" and paragraph in e.payload["paragraphs"]), len(events))
    return next((e.k for e in events[read:] if e.kind == "entered" and e.payload["node"] == "extract"), read)


def _last_round(events: Sequence[Event], rounds: float | None) -> int:
    """The assessment after which this many rounds, or all that there were, were done."""
    done = [e.k for e in events if e.kind == "entered" and e.payload["node"] == "assess"]
    early = [k for k in done if events[k - 1].payload["round"] == rounds]
    return (early or done[-1:] or [len(events)])[0]
