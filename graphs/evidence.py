"""The evidence graph: hypotheses, quoted evidence, earned absences, inferences and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import networkx as nx
from pydantic import BaseModel, ConfigDict, Field

ANSWER = "answer"
"""The id of the answer's node."""

Relation = Literal["premise", "bears-on"]

Stance = Annotated[float, Field(ge=-1, le=1)]
"""How a piece of evidence bears on a hypothesis, from -1 (refutes it) to 1 (supports it)."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Hypothesis(_Record):
    """A rival answer under test; `label` is the option it stands for ('' for an open one)."""

    kind: Literal["hypothesis"] = "hypothesis"
    id: str
    text: str
    label: str = ""
    predicts: str = ""
    """What the book would say if it were true."""
    would_refute: str = ""
    """What the book would say if it were false."""
    retired: str = ""
    """Why it is no longer considered; '' while it is."""


class Evidence(_Record):
    """A verbatim quotation of one paragraph and its stance, from -1 (refutes) to 1 (supports), by hypothesis."""

    kind: Literal["evidence"] = "evidence"
    id: str
    quote: str
    paragraph: int
    stance: Mapping[str, Stance] = Field(default_factory=dict)
    relevance: float = Field(default=1.0, ge=0, le=1)
    note: str = ""
    """What the quotation shows, in the researcher's words."""


class Absence(_Record):
    """Something searched for in paragraphs `first` to `last` and not found, earned by the named queries."""

    kind: Literal["absence"] = "absence"
    id: str
    text: str
    queries: tuple[str, ...]
    first: int
    last: int
    stance: Mapping[str, Stance] = Field(default_factory=dict)
    relevance: float = Field(default=1.0, ge=0, le=1)


class Inference(_Record):
    """A conclusion drawn from its parents (evidence, absences or other inferences)."""

    kind: Literal["inference"] = "inference"
    id: str
    text: str
    parents: tuple[str, ...]
    hypothesis: str = ""
    """The hypothesis it speaks about, '' for none."""
    incompatible: bool = False
    """Whether it names why that hypothesis cannot be true."""


class AnswerNode(_Record):
    """The answer: an option's label or a text, and what it rests on."""

    kind: Literal["answer"] = "answer"
    id: str = ANSWER
    value: str
    parents: tuple[str, ...]


Node = Annotated[Hypothesis | Evidence | Absence | Inference | AnswerNode, Field(discriminator="kind")]


class EvidenceGraph(_Record):
    """Nodes in the order they were added; edges follow from their parents and stances.

    An immutable record: `with_node` gives a new graph. Whether the graph is sound is told by
    `graphs.check`, not enforced here, so that anyone's graph can be held and judged.
    """

    nodes: tuple[Node, ...] = ()

    def __contains__(self, node_id: object) -> bool:
        return any(node.id == node_id for node in self.nodes)

    def __getitem__(self, node_id: str) -> Node:
        """The node with this id; KeyError when there is none."""
        for node in self.nodes:
            if node.id == node_id:
                return node
        raise KeyError(node_id)

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        return tuple(n for n in self.nodes if isinstance(n, Hypothesis))

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return tuple(n for n in self.nodes if isinstance(n, Evidence))

    @property
    def absences(self) -> tuple[Absence, ...]:
        return tuple(n for n in self.nodes if isinstance(n, Absence))

    @property
    def inferences(self) -> tuple[Inference, ...]:
        return tuple(n for n in self.nodes if isinstance(n, Inference))

    @property
    def answer(self) -> AnswerNode | None:
        return next((n for n in self.nodes if isinstance(n, AnswerNode)), None)

    def with_node(self, node: Node) -> EvidenceGraph:
        """The graph with `node` added, or put in the place of the node with its id."""
        if node.id in self:
            return _made(tuple(node if n.id == node.id else n for n in self.nodes))
        return _made((*self.nodes, node))

    def edges(self) -> Iterator[tuple[str, str, Relation, float]]:
        """(source, target, relation, weight): parent to conclusion, and evidence to hypothesis."""
        for node in self.nodes:
            for parent in parents_of(node):
                yield parent, node.id, "premise", 1.0
            if isinstance(node, Evidence | Absence):
                for hypothesis, stance in node.stance.items():
                    yield node.id, hypothesis, "bears-on", stance

    def premises(self) -> nx.DiGraph[str]:
        """The reasoning alone: every node but the hypotheses, and an edge from each premise to its conclusion."""
        drawn: nx.DiGraph[str] = nx.DiGraph()
        drawn.add_nodes_from(node.id for node in self.nodes if not isinstance(node, Hypothesis))
        drawn.add_edges_from((s, t) for s, t, relation, _ in self.edges() if relation == "premise")
        return drawn

    def to_json(self) -> str:
        return self.model_dump_json()

    @classmethod
    def from_json(cls, text: str) -> EvidenceGraph:
        """The graph in `text`; pydantic.ValidationError when it is not one."""
        return cls.model_validate_json(text)


def _made(nodes: tuple[Node, ...]) -> EvidenceGraph:
    """A graph of nodes that were checked one by one: a fold adds many, and need not check all of them each time."""
    return EvidenceGraph.model_construct(nodes=nodes)


def parents_of(node: Node) -> tuple[str, ...]:
    """What a node rests on: nothing for evidence, absences and hypotheses."""
    return node.parents if isinstance(node, Inference | AnswerNode) else ()
