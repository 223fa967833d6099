"""Stops: which node follows, when the research ends, and with what status. Read from the state alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from agent.belief import MARGIN
from agent.moves import Probe
from agent.question import Status
from agent.state import State
from graphs.evidence import Hypothesis

NODES = ("analyze", "hypothesize", "probe", "search", "read", "extract", "link", "assess", "verify", "answer")
END = "end"
FEWEST_CITED = 2
"""Distinct paragraphs in favour of the leader before it may be verified."""
MOST_DRY = 2
"""Rounds in a row without new evidence after which it is not worth going on."""

Reason = Literal["", "verified", "dry", "rounds", "budget"]
CLOSED_BOOK = "closed-book"
"""The stop of a question without any text: there is nothing to search, so it is answered at once."""


def following(state: State) -> str:
    """The node that comes next: the acts in order, then another round, the verification or the answer."""
    if state.status is not None:
        return END
    if not state.node:
        return NODES[0]
    if state.stop:
        return "answer"
    if state.node == "assess":
        return "verify" if ready(state) else "probe"
    if state.node == "verify":
        return "probe"
    return NODES[NODES.index(state.node) + 1]


def stop(state: State) -> Reason:
    """Why the research must end after an assessment: '' when it may go on, or be verified."""
    if _spent(state):
        return "budget"
    if ready(state):
        return ""
    if state.dry >= MOST_DRY:
        return "dry"
    return "rounds" if state.round >= state.budget.rounds else ""


def overspent(state: State) -> Literal["", "budget"]:
    """`budget` as soon as calls have reached a limit, at whatever node, unless the research has ended."""
    due = state.usage.calls > 0 and not state.stop and state.status is None
    return "budget" if due and _spent(state) else ""


def after_verification(state: State) -> Reason:
    """`verified` when the graph was found sufficient, else a stop when no round is left."""
    if state.sufficient:
        return "verified"
    return "rounds" if state.round >= state.budget.rounds else ""


def status(state: State) -> Status:
    return "verified" if state.stop == "verified" else "forced"


def ready(state: State) -> bool:
    """Whether the leader may be put to verification: a clear margin, two cited paragraphs, an attempt to refute it."""
    leader = state.leader
    return (
        bool(leader)
        and state.margin >= MARGIN
        and len(in_favour(state, leader)) >= FEWEST_CITED
        and state.refuted(leader)
    )


def in_favour(state: State, hypothesis: str) -> set[int]:
    """The paragraphs quoted in favour of a hypothesis."""
    return {e.paragraph for e in state.graph.evidence if e.stance.get(hypothesis, 0.0) > 0}


def missing_refutation(state: State, proposed: Sequence[Probe]) -> Probe | None:
    """In what may be the last round, the query that the leader still owes: a search for what would refute it."""
    leader = state.leader
    may_be_last = state.round >= state.budget.rounds or state.dry >= MOST_DRY - 1
    if not may_be_last or not leader or state.refuted(leader):
        return None
    if any(p.intent == "refute" and p.hypothesis == leader for p in proposed):
        return None
    node = state.graph[leader]
    assert isinstance(node, Hypothesis)
    text = node.would_refute or node.text
    asked = {(q.kind, q.text) for q in state.queries}
    kind = "phrase" if ("keyword", text) in asked else "keyword"
    return Probe(kind=kind, text=text, intent="refute", hypothesis=leader)


def _spent(state: State) -> bool:
    budget, usage = state.budget, state.usage
    return (
        (budget.calls is not None and usage.calls >= budget.calls)
        or (budget.tokens is not None and usage.tokens >= budget.tokens)
        or (budget.cost is not None and usage.cost is not None and usage.cost >= budget.cost)
    )
