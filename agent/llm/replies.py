"""Replies: the shapes in which a model is asked to answer, and the moves that are made of them.

A shape's field descriptions are short: they are sent with every request that asks for the shape. What a
model leaves out takes the default, and what it gets wrong is a matter for the notebook's guards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from agent.moves import AbsenceMove, Analysis, HypothesisMove, InferenceMove, MergeMove, Probe, QuoteMove, Verification
from agent.question import Question


def _id(value: Any) -> Any:
    """Ids as models write them: `[E3]`, `e3`, `E3: the boots` all name E3; a bare null is none."""
    if value is None:
        return ""
    return value.strip().strip("[]()").split(":")[0].split(" ")[0].upper() if isinstance(value, str) else value


def _number(value: Any) -> Any:
    """A paragraph number as models write it: 12, "12" or "[12]"."""
    return value.strip().strip("[]") if isinstance(value, str) else value


def _text(value: Any) -> Any:
    return "" if value is None else value


Id = Annotated[str, BeforeValidator(_id)]
Number = Annotated[int, BeforeValidator(_number)]
Text = Annotated[str, BeforeValidator(_text)]


class Rival(BaseModel):
    """One possible answer, what the book would say if it held, and what if it did not."""

    label: Text = ""
    text: Text
    predicts: Text = ""
    would_refute: Text = ""

    def move(self) -> HypothesisMove:
        return HypothesisMove(
            label=self.label.strip(), text=self.text, predicts=self.predicts, would_refute=self.would_refute
        )


class Understanding(BaseModel):
    """The reply at `analyze`."""

    negated: bool = False
    names: list[str] = Field(default_factory=list)
    claims: list[str] = Field(default_factory=list)
    hypotheses: list[Rival] = Field(default_factory=list)

    def analysis(self, question: Question) -> Analysis:
        """The analysis; every option has its hypothesis, in the option's own words, whatever the reply left out."""
        told = {_label(one.label, question.options): one for one in self.hypotheses}
        rivals = [
            (told[label].move() if label in told else HypothesisMove(text=text)).model_copy(
                update={"label": label, "text": text}
            )
            for label, text in question.options.items()
        ]
        return Analysis(
            negated=self.negated,
            entities=tuple(self.names),
            claims=tuple(self.claims),
            hypotheses=tuple(rivals or [one.move() for one in self.hypotheses]),
        )


class Search(BaseModel):
    """One search that the model asks for."""

    kind: Text = "hybrid"
    text: Text
    intent: Literal["verify", "refute", "explore", "bridge"] = "explore"
    hypothesis: Id = ""

    def move(self) -> Probe:
        return Probe(kind=self.kind.strip().lower(), text=self.text, intent=self.intent, hypothesis=self.hypothesis)


class Searches(BaseModel):
    """The reply at `probe`."""

    plan: Text = ""
    queries: list[Search] = Field(default_factory=list)


class Bearing(BaseModel):
    """How far something speaks for (1) or against (-1) a hypothesis."""

    hypothesis: Id
    stance: float


class Quotation(BaseModel):
    """Words copied from one paragraph."""

    paragraph: Number
    quote: Text
    note: Text = ""
    relevance: float = 1.0
    bears: list[Bearing] = Field(default_factory=list)

    def move(self) -> QuoteMove:
        return QuoteMove(
            paragraph=self.paragraph,
            quote=self.quote,
            stance=_stances(self.bears),
            relevance=self.relevance,
            note=self.note,
        )


class Missing(BaseModel):
    """Something looked for and not found."""

    text: Text
    queries: list[Id] = Field(default_factory=list)
    first: Number
    last: Number
    relevance: float = 1.0
    bears: list[Bearing] = Field(default_factory=list)

    def move(self) -> AbsenceMove:
        return AbsenceMove(
            text=self.text,
            queries=tuple(self.queries),
            first=self.first,
            last=self.last,
            stance=_stances(self.bears),
            relevance=self.relevance,
        )


class Findings(BaseModel):
    """The reply at `extract`."""

    quotes: list[Quotation] = Field(default_factory=list)
    absences: list[Missing] = Field(default_factory=list)


class Conclusion(BaseModel):
    """One conclusion from notes that stand in the notebook."""

    text: Text
    parents: list[Id]
    hypothesis: Id = ""
    incompatible: bool = False

    def move(self) -> InferenceMove:
        return InferenceMove(
            text=self.text, parents=tuple(self.parents), hypothesis=self.hypothesis, incompatible=self.incompatible
        )


class Same(BaseModel):
    """Two conclusions that say the same."""

    keep: Id
    drop: Id

    def move(self) -> MergeMove:
        return MergeMove(keep=self.keep, drop=self.drop)


class Given(BaseModel):
    """A hypothesis that is given up, and why."""

    hypothesis: Id
    why: Text = ""

    def move(self) -> HypothesisMove:
        return HypothesisMove(text=self.why, retire=self.hypothesis)


class Links(BaseModel):
    """The reply at `link`; new hypotheses are for open questions, where no options are given."""

    inferences: list[Conclusion] = Field(default_factory=list)
    merges: list[Same] = Field(default_factory=list)
    hypotheses: list[Rival] = Field(default_factory=list)
    given_up: list[Given] = Field(default_factory=list)


class Judgement(BaseModel):
    """The reply at `verify`."""

    why: Text = ""
    sufficient: bool
    missing: list[str] = Field(default_factory=list)

    def move(self) -> Verification:
        return Verification(sufficient=self.sufficient, missing=tuple(self.missing))


class Verdict(BaseModel):
    """The reply at `answer`."""

    reasoning: Text = ""
    answer: str | None
    parents: list[Id] = Field(default_factory=list)
    confidence: float | None = None
    sub_answers: list[str] = Field(default_factory=list)


class Part(BaseModel):
    """The reply to one sub-question."""

    answer: Text


class Reading(BaseModel):
    """The reply to one reading of a text."""

    reasoning: Text = ""
    quotes: list[Quotation] = Field(default_factory=list)
    answer: str | None
    confidence: float | None = None
    sub_answers: list[str] = Field(default_factory=list)


def value_of(answer: str | None, question: Question) -> str | None:
    """An answer as a model wrote it as an option's label, or as it is where there are no options.

    Only the form is mended (`b)`, `Option B`, `B. the lodger`, the option's own text); what names no option stays
    as it is, for the guard to refuse. None and an empty text abstain.
    """
    if answer is None or not answer.strip():
        return None
    return _label(answer, question.options) if question.options else answer.strip()


def _label(answer: str, options: Mapping[str, str]) -> str:
    wanted = answer.strip().strip("*\"'“”()[]").strip()
    for label, text in options.items():
        if wanted.casefold() in (label.casefold(), text.strip().casefold()):
            return label
    first = wanted.casefold().removeprefix("option ").removeprefix("选项")
    named = [label for label in options if _opens(first, label.casefold())]
    return named[0] if len(named) == 1 else wanted


def _opens(answer: str, label: str) -> bool:
    """Whether `answer` begins with the label, set off by a stop or a bracket."""
    rest = answer[len(label) :].lstrip()
    return answer.startswith(label) and (not rest or rest[0] in ".:)、．：）,，。")


def _stances(bears: list[Bearing]) -> dict[str, float]:
    return {one.hypothesis: one.stance for one in bears}
