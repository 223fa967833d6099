"""Breaks: at which nodes, and on what conditions, research that is under way stops to be looked at."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.state import State
from agent.stops import NODES
from agent.trace import Event
from tools.mistake import Mistake

Holds = Callable[[State, Sequence[Event]], str]
"""From the state and the events since the last look to why to stop; '' to go on."""

FORMS = "found:45, read:45, quoted:45, refused, refused:quote, leader<0.4"
_PARAGRAPH = re.compile(r"(found|read|quoted):(\d+)")
_REFUSED = re.compile(r"refused(?::([\w-]+))?")
_LEADER = re.compile(r"leader\s*<\s*(0?\.\d+|[01](?:\.\d*)?)")


@dataclass(frozen=True)
class Breaks:
    """Where to pause: before these nodes, and after a node in which a condition came to hold.

    Without either it is before every node.
    """

    nodes: frozenset[str] = frozenset()
    conditions: tuple[Holds, ...] = ()

    def holds(self, node: str) -> bool:
        """Whether to pause before `node` whatever happened."""
        return node in self.nodes or not (self.nodes or self.conditions)

    def why(self, state: State, new: Sequence[Event]) -> str:
        """The conditions that came to hold in `new`, the events since the last look; '' where none did."""
        return "; ".join(told for holds in self.conditions if (told := holds(state, new)))


def breaks(nodes: str, conditions: Sequence[str]) -> Breaks:
    """What --break and --when ask for; Mistake when there is no such node or condition."""
    named = [name.strip() for name in nodes.split(",") if name.strip()]
    if unknown := [name for name in named if name not in NODES]:
        raise Mistake("There is no such node", got=unknown[0], allowed=", ".join(NODES))
    return Breaks(frozenset(named), tuple(map(condition, conditions)))


def condition(text: str) -> Holds:
    """The condition that `text` names; Mistake when it is none."""
    if found := _PARAGRAPH.fullmatch(text.strip()):
        return _reached(found[1], int(found[2]))
    if found := _REFUSED.fullmatch(text.strip()):
        return _turned_down(found[1] or "")
    if found := _LEADER.fullmatch(text.strip()):
        return _below(float(found[1]))
    raise Mistake("There is no such condition", got=text, allowed=FORMS)


def _reached(how: str, paragraph: int) -> Holds:
    def holds(state: State, new: Sequence[Event]) -> str:
        at = next((event.k for event in new if paragraph in _PARAGRAPHS[how](event)), None)
        return f"[{paragraph}] was {how} (event {at})" if at else ""

    return holds


def _turned_down(what: str) -> Holds:
    def holds(state: State, new: Sequence[Event]) -> str:
        for event in new:
            if event.kind == "refused" and (not what or what in (event.payload["move"], event.payload["guard"])):
                return f"a {event.payload['move']} was refused: {event.payload['guard']} (event {event.k})"
        return ""

    return holds


def _below(bound: float) -> Holds:
    def holds(state: State, new: Sequence[Event]) -> str:
        weighed = any("beliefs" in event.payload for event in new)
        belief = state.beliefs.get(state.leader, 0.0)
        return f"{state.leader} leads with {belief:.2f}, below {bound:g}" if weighed and belief < bound else ""

    return holds


def _found(event: Event) -> list[int]:
    return [hit["paragraph"] for hit in event.payload["hits"]] if event.kind == "searched" else []


def _read(event: Event) -> list[int]:
    return list(event.payload["paragraphs"]) if event.kind == "read" else []


def _quoted(event: Event) -> list[int]:
    node = event.payload["node"] if event.kind == "noted" else {}
    return [node["paragraph"]] if node.get("kind") == "evidence" else []


_PARAGRAPHS: dict[str, Callable[[Event], list[int]]] = {"found": _found, "read": _read, "quoted": _quoted}
