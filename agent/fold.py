"""The fold: what each kind of event does to the state. State at event k is the fold of the first k events."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pydantic import TypeAdapter

from agent.moves import Analysis
from agent.question import Answer, Budget, Player, Question, View
from agent.state import FoundHit, Query, Refusal, State
from agent.trace import Event, Imported, Payload, Usage
from graphs.drop import without
from graphs.evidence import AnswerNode, EvidenceGraph, Hypothesis, Inference, Node

_NODE: TypeAdapter[Node] = TypeAdapter(Node)
_HITS: TypeAdapter[tuple[FoundHit, ...]] = TypeAdapter(tuple[FoundHit, ...])


def fold(events: Iterable[Event]) -> State:
    """The state after `events`: needs no loop, no book, no key. ValueError on an event of unknown kind."""
    state = State()
    for event in events:
        apply(state, event)
    return state


def apply(state: State, event: Event) -> None:
    """Bring `state` forward by one event."""
    if event.kind not in _CHANGES:
        raise ValueError(f"event {event.k} is of unknown kind {event.kind!r}")
    _CHANGES[event.kind](state, event.payload)


def _opened(state: State, payload: Payload) -> None:
    state.researcher = Player.model_validate(payload["researcher"])
    state.question = Question.model_validate(payload["question"])
    state.view = View.model_validate(payload["view"]) if payload["view"] else None
    state.budget = Budget.model_validate(payload["budget"])


def _imported(state: State, payload: Payload) -> None:
    state.imported = Imported.model_validate(payload)


def _entered(state: State, payload: Payload) -> None:
    state.node, state.round = payload["node"], payload["round"]
    if state.node == "probe":
        state.fresh, state.noted = [], 0


def _analyzed(state: State, payload: Payload) -> None:
    state.analysis = Analysis.model_validate(payload)


def _noted(state: State, payload: Payload) -> None:
    node = _NODE.validate_python(payload["node"])
    state.graph = state.graph.with_node(node)
    state.proposed += 1
    state.noted += node.kind in ("evidence", "absence")


def _retired(state: State, payload: Payload) -> None:
    node = state.graph[payload["hypothesis"]]
    assert isinstance(node, Hypothesis)
    state.graph = state.graph.with_node(node.model_copy(update={"retired": payload["reason"]}))
    state.proposed += 1


def _merged(state: State, payload: Payload) -> None:
    state.graph = merged(state.graph, payload["keep"], payload["drop"])
    state.proposed += 1


def _queried(state: State, payload: Payload) -> None:
    state.queries.append(Query.model_validate(payload["query"]))
    state.proposed += 1


def _searched(state: State, payload: Payload) -> None:
    hits = _HITS.validate_python(payload["hits"])
    for at, query in enumerate(state.queries):
        if query.id == payload["query"]:
            state.queries[at] = query.model_copy(update={"hits": hits})


def _read(state: State, payload: Payload) -> None:
    state.read += payload["paragraphs"]
    state.fresh += payload["paragraphs"]


def _refused(state: State, payload: Payload) -> None:
    state.refusals.append(Refusal.model_validate(payload))
    state.proposed += 1


def _assessed(state: State, payload: Payload) -> None:
    state.beliefs, state.margin, state.dry = payload["beliefs"], payload["margin"], payload["dry"]
    state.gaps = list(payload["gaps"])


def _verified(state: State, payload: Payload) -> None:
    state.sufficient, state.gaps = payload["sufficient"], list(payload["missing"])


def _called(state: State, payload: Payload) -> None:
    state.usage = state.usage.plus(Usage.model_validate(payload["usage"]))


def _fell_back(state: State, payload: Payload) -> None:
    state.fallbacks += 1


def _stopped(state: State, payload: Payload) -> None:
    state.stop = payload["reason"]


def _answered(state: State, payload: Payload) -> None:
    state.answer = Answer.model_validate(payload["answer"])
    state.status = payload["status"]
    state.proposed += 1
    if state.answer.value is not None:
        node = AnswerNode(value=state.answer.value, parents=tuple(payload["parents"]))
        state.graph = state.graph.with_node(node)


def _failed(state: State, payload: Payload) -> None:
    state.status, state.stop = "failed", payload["reason"]


def _edited(state: State, payload: Payload) -> None:
    """A change by hand puts new things in place; it is no move, so it counts as none."""
    if "node" in payload:
        state.graph = state.graph.with_node(_NODE.validate_python(payload["node"]))
    if "query" in payload:
        state.queries.append(Query.model_validate(payload["query"]))
    if "question" in payload:
        state.question = Question.model_validate(payload["question"])
    if "budget" in payload:
        state.budget = Budget.model_validate(payload["budget"])
    if "researcher" in payload:
        state.researcher = Player.model_validate(payload["researcher"])
    _reweighed(state, payload)


def _dropped(state: State, payload: Payload) -> None:
    state.graph = without(state.graph, payload["node"])
    _reweighed(state, payload)


def _reweighed(state: State, payload: Payload) -> None:
    if "beliefs" in payload:
        state.beliefs, state.margin = payload["beliefs"], payload["margin"]


_CHANGES: dict[str, Callable[[State, Payload], None]] = {
    "opened": _opened,
    "imported": _imported,
    "entered": _entered,
    "analyzed": _analyzed,
    "noted": _noted,
    "retired": _retired,
    "merged": _merged,
    "queried": _queried,
    "searched": _searched,
    "read": _read,
    "refused": _refused,
    "assessed": _assessed,
    "verified": _verified,
    "called": _called,
    "fell-back": _fell_back,
    "stopped": _stopped,
    "answered": _answered,
    "failed": _failed,
    "edited": _edited,
    "dropped": _dropped,
}


def merged(graph: EvidenceGraph, keep: str, drop: str) -> EvidenceGraph:
    """The graph without `drop`, everything that rested on it resting on `keep`, which takes over its parents."""
    dropped = graph[drop]
    taken = dropped.parents if isinstance(dropped, Inference) else ()
    nodes: list[Node] = []
    for node in graph.nodes:
        if isinstance(node, Inference) and node.id != drop:
            parents = [keep if p == drop else p for p in node.parents]
            parents += [p for p in taken if node.id == keep]
            node = node.model_copy(update={"parents": tuple(dict.fromkeys(parents))})
        if node.id != drop:
            nodes.append(node)
    return EvidenceGraph(nodes=tuple(nodes))
