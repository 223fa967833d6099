"""A case: a public question with its gold, and the book and cut that make its view. Scores of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from pydantic import Field, JsonValue

from agent.question import Question
from agent.record import Record

ReferenceKind = Literal["explicit", "inferred", "unplaced"]
"""explicit: stands in a named paragraph; inferred: follows from others; unplaced: its position is unusable."""


class ReferenceStep(Record):
    """One gold step and the 1-based paragraph it stands in (None unless explicit)."""

    text: str
    kind: ReferenceKind
    position: int | None = None


class Gold(Record):
    """What only the scoring side knows."""

    answer: str
    steps: tuple[ReferenceStep, ...] = ()
    answer_position: int | None = None
    sub_answers: tuple[str, ...] = ()
    """In the order of the question's sub-questions."""
    aliases: tuple[str, ...] = ()
    """Other wordings of the answer that count as right."""
    silver: bool = False
    """Whether the positions were inferred from the text rather than given by the benchmark."""

    def positions(self, cut: int | None) -> tuple[int, ...]:
        """The distinct gold paragraphs that may be seen before `cut`, rising."""
        placed = {step.position for step in self.steps if step.position is not None}
        return tuple(sorted(p for p in placed if cut is None or p < cut))


class Case(Record):
    """A question, its gold, and where its view comes from: the book's path and the cut."""

    question: Question
    gold: Gold
    book: str | None = None
    """The novel's path; None where there is no novel to read."""
    context: tuple[str, ...] = ()
    """The text that comes with the question instead of a novel, as paragraphs numbered from 1."""
    tags: Mapping[str, str] = Field(default_factory=dict)
    """What tables group by: category, sub-label, hops, length, split."""
    cut: int | None = None
    shown: tuple[int, ...] | None = None
    """The only paragraphs before the cut that may be seen; None for all of them."""
    source: str = ""
    """File and row it was read from."""

    @property
    def id(self) -> str:
        return self.question.id


class Oddity(Record):
    """Something odd in a benchmark's file, where it is, and what was done about it."""

    source: str
    what: str
    done: Literal["repaired", "skipped"]


class Score(NamedTuple):
    """One metric of one trace: its value, what was read to get it, and why. None is undefined, never 0.

    A tuple, since a large run has hundreds of thousands of them.
    """

    case: str
    repeat: int
    metric: str
    value: float | None
    read: JsonValue = None
    why: JsonValue = None

    @property
    def told(self) -> dict[str, JsonValue]:
        """What is kept of it beside the trace it is of."""
        return {"metric": self.metric, "value": self.value, "read": self.read, "why": self.why}
