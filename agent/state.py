"""State: where a question's research stands. Only the fold of its events makes one."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from agent.moves import Analysis
from agent.question import Answer, Budget, Player, Question, Status, View
from agent.record import Record
from agent.trace import Imported, Usage
from graphs.evidence import EvidenceGraph
from tools.request import QueryKind

UNOPENED = "these events do not begin with an `opened` event"


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
    imported: Imported | None = None
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
    def closed(self) -> bool:
        """Whether no text can be seen: a closed-book question, or a control that is given nothing."""
        return self.view is not None and not self.view.paragraphs

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
