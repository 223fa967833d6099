"""Moves: what a reasoner may propose at each node of the loop. The notebook decides what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from agent.record import Record

Intent = Literal["verify", "refute", "explore", "bridge"]


class HypothesisMove(Record):
    """Add a rival answer, or retire the one named by `retire` for the reason in `text`."""

    text: str
    label: str = ""
    predicts: str = ""
    would_refute: str = ""
    retire: str = ""


class Analysis(Record):
    """What the question asks for."""

    negated: bool = False
    """Whether the wanted option is the one that does NOT hold (false, except, not)."""
    entities: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    """Atomic claims to be tested one by one (a prequel's), or the ordered sub-questions."""
    hypotheses: tuple[HypothesisMove, ...] = ()
    """The rivals as the analysis saw them, to be put up at the next node."""


class Probe(Record):
    """A query to run: what kind, why, and for which hypothesis ('' for none)."""

    kind: str
    text: str
    intent: Intent = "explore"
    hypothesis: str = ""


class QuoteMove(Record):
    """Quote words of one paragraph that was read, with a stance for each hypothesis they bear on."""

    paragraph: int
    quote: str
    stance: Mapping[str, float] = Field(default_factory=dict)
    relevance: float = 1.0
    note: str = ""


class AbsenceMove(Record):
    """State that something was looked for in a range, by the named queries, and is not there."""

    text: str
    queries: tuple[str, ...]
    first: int
    last: int
    stance: Mapping[str, float] = Field(default_factory=dict)
    relevance: float = 1.0


class InferenceMove(Record):
    """Conclude something from nodes already in the graph."""

    text: str
    parents: tuple[str, ...]
    hypothesis: str = ""
    incompatible: bool = False


class MergeMove(Record):
    """Two inferences that say the same: `keep` takes the place of `drop` everywhere."""

    keep: str
    drop: str


class Verification(Record):
    """Whether the graph alone carries an answer, and if not, what is missing."""

    sufficient: bool
    missing: tuple[str, ...] = ()


class Conclusion(Record):
    """The answer and the nodes it rests on; `value` None abstains."""

    value: str | None
    parents: tuple[str, ...] = ()
    confidence: float | None = None
    sub_answers: tuple[str, ...] = ()
    reasoning: str = ""


ExtractMove = QuoteMove | AbsenceMove
LinkMove = InferenceMove | MergeMove | HypothesisMove
