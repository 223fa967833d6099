"""State: where a question's research stands; fold(events) makes it, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from agent.moves import Analysis
from agent.question import Answer, Budget, Player, Question, Status, View
from agent.record import Record
from agent.trace import Event, Payload, Usage
from graphs.evidence import AnswerNode, EvidenceGraph, Hypothesis, Inference, Node
from tools.search import QueryKind

UNOPENED = "these events do not begin with an `opened` event"
_NODE: TypeAdapter[Node] = TypeAdapter(Node)


class FoundHit(Record):
    """A hit as the trace keeps it: the paragraph, its score, and the sentence that was shown."""

    paragraph: int
    score: float
    sentence: str


class Query(Record):
    """A query of this research; `hits` is None until it has been run."""

    id: str
    round: int
    kind: QueryKind
    text: str
    intent: str
    hypothesis: str = ""
    hits: tuple[FoundHit, ...] | None = None


class Refusal(Record):
    """A proposed move that a guard turned down, and why; the reasoner is shown it."""

    round: int
    move: str
    guard: str
    reason: str
    proposal: str


class State(BaseModel):
    """Everything known at one event. Plain data: JSON both ways."""

    model_config = ConfigDict(extra="forbid")

    researcher: Player | None = None
    question: Question | None = None
    view: View | None = None
    budget: Budget = Budget()
    round: int = 0
    node: str = ""
    """The node of the loop entered last."""
    analysis: Analysis = Analysis()
    graph: EvidenceGraph = EvidenceGraph()
    queries: list[Query] = Field(default_factory=list)
    read: list[int] = Field(default_factory=list)
    """Paragraphs read, in the order of reading; a paragraph read again stands again."""
    fresh: list[int] = Field(default_factory=list)
    """Those read since the round began."""
    beliefs: dict[str, float] = Field(default_factory=dict)
    margin: float = 0.0
    gaps: list[str] = Field(default_factory=list)
    dry: int = 0
    """Rounds in a row that added no evidence."""
    noted: int = 0
    """Evidence and absences added since the round began."""
    sufficient: bool = False
    proposed: int = 0
    """Moves proposed so far, accepted and refused."""
    refusals: list[Refusal] = Field(default_factory=list)
    fallbacks: int = 0
    usage: Usage = Usage()
    stop: str = ""
    answer: Answer | None = None
    status: Status | None = None

    @property
    def asked(self) -> Question:
        """The question; ValueError when the events do not begin with it."""
        if self.question is None:
            raise ValueError(UNOPENED)
        return self.question

    @property
    def player(self) -> Player:
        """Who researches; ValueError when the events do not begin with it."""
        if self.researcher is None:
            raise ValueError(UNOPENED)
        return self.researcher

    @property
    def leader(self) -> str:
        """The hypothesis believed most, the earlier one on a tie; '' when there is none."""
        return max(self.beliefs, key=lambda h: self.beliefs[h], default="")

    @property
    def waiting(self) -> list[Query]:
        return [query for query in self.queries if query.hits is None]

    def refuted(self, hypothesis: str) -> bool:
        """Whether a query meant to refute `hypothesis` has been run or is about to be."""
        return any(q.intent == "refute" and q.hypothesis == hypothesis for q in self.queries)


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
    hits = tuple(FoundHit.model_validate(hit) for hit in payload["hits"])
    state.queries = [q.model_copy(update={"hits": hits}) if q.id == payload["query"] else q for q in state.queries]


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


_CHANGES: dict[str, Callable[[State, Payload], None]] = {
    "opened": _opened,
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
