"""The public side of a case: the question, the view it may be researched in, the budget, the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from agent.record import Record
from tools.book import Book, Language

QuestionKind = Literal["choice", "verdict", "text"]
"""choice: one of the options; verdict: consistent or contradict; text: a free short answer."""

SubQuestionMode = Literal["hidden", "in-prompt", "apart"]
StepKind = Literal["evidence", "absence", "inference"]
Status = Literal["verified", "forced", "answered", "abstained", "failed"]
"""How the research ended; apart from whether the answer is right. answered: elsewhere, how it ended was not told."""

CONSISTENT, CONTRADICT = "consistent", "contradict"


class Example(Record):
    """A worked example shown before the question; `source` names its book, never the question's own."""

    text: str
    options: Mapping[str, str] = Field(default_factory=dict)
    reasoning: str = ""
    answer: str = ""
    source: str = ""


class Question(Record):
    """What a researcher is asked. Nothing in it comes from the gold answer or the gold steps."""

    id: str
    """The case's id: unique in its benchmark and safe as a file name."""
    benchmark: str
    kind: QuestionKind
    text: str
    options: Mapping[str, str] = Field(default_factory=dict)
    """Label to text, in order; a verdict question has the labels `consistent` and `contradict`."""
    language: Language = "en"
    title: str = ""
    author: str = ""
    rules: str = ""
    """The benchmark's own rules of judgement, for the prompt."""
    character: str = ""
    """Whose prequel a verdict question is about."""
    sub_questions: tuple[str, ...] = ()
    """In order; a later one may build on the answers to earlier ones."""
    sub_mode: SubQuestionMode = "hidden"
    examples: tuple[Example, ...] = ()
    inquiry: Literal["last", "first"] = "last"
    """Where a prompt that shows the whole text puts the question: after the text, or before it."""


class Player(Record):
    """Who researched: how tables call it, and what may be claimed for it."""

    name: str
    kind: Literal["extractive", "model", "person", "control", "imported"]
    model: str = ""
    infers: bool = True
    """Whether it attempts inferred steps; where it does not, they are `not attempted`, never 0."""


class View(Record):
    """What part of which book may be seen, and how large it is (`tokens` is an estimate)."""

    title: str
    digest: str
    cut: int | None
    paragraphs: int
    characters: int
    tokens: int
    language: Language
    semantic: str = "none"
    """The embedder of meaning search, `none` when there is no such search."""


class Budget(Record):
    """What one question may cost; None is no limit. Reaching a limit forces the answer."""

    rounds: int = Field(default=3, ge=1)
    queries_a_round: int = Field(default=3, ge=1)
    reads_a_round: int = Field(default=36, ge=1)
    """Paragraphs newly read in a round."""
    calls: int | None = None
    tokens: int | None = None
    cost: float | None = None


class Step(Record):
    """One cited step of an answer: a quotation, an absence, or a conclusion from earlier steps."""

    kind: StepKind
    text: str
    node: str
    """The graph node it tells of."""
    paragraphs: tuple[int, ...] = ()
    rests_on: tuple[int, ...] = ()
    """1-based numbers of the earlier steps it follows from."""


class Answer(Record):
    """What a researcher answered; `value` is an option's label, a free text, or None for an abstention."""

    value: str | None
    text: str = ""
    """The chosen option's text, or the free answer."""
    steps: tuple[Step, ...] = ()
    citations: tuple[int, ...] = ()
    confidence: float | None = None
    sub_answers: tuple[str, ...] = ()
    reasoning: str = ""
    """The reasoning as the researcher wrote it, unedited."""


def view_of(book: Book, semantic: str = "none") -> View:
    """The record of what `book`, already cut, lets be seen."""
    return View(
        title=book.title,
        digest=book.digest,
        cut=book.cut,
        paragraphs=len(book),
        characters=book.characters,
        tokens=book.tokens,
        language=book.language,
        semantic=semantic,
    )
