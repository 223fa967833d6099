"""The controls: deliberately limited researchers, each a view and a way to reply, to stand beside the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent.oneshot import OneShotResearcher
from agent.reader import ConstantReader, ExtractiveReader, Reader, fixed
from agent.retrieval import ORDERS, Retrieval
from evaluations import views
from evaluations.case import Case
from tools.book import Book
from tools.mistake import Mistake

Narrow = Callable[[Case, Book], Book]
"""From a case and its view to the part of the view that is given."""

RAG, CONSTANT = "rag", "constant"
VALUES = {RAG: "rag, rag:K or rag:K:ORDER, such as rag:40:book", CONSTANT: "constant or constant:LABEL"}
"""What may stand behind a control's name."""


@dataclass(frozen=True)
class Control:
    """What a control is given, and what it shows."""

    name: str
    narrow: Narrow
    about: str


CONTROLS = {
    one.name: one
    for one in (
        Control(
            "question-only", views.nothing, "title, author and question: what is known or guessed without the book"
        ),
        Control("tail-only", views.tail, "the end of the view: what the cut gives away"),
        Control("gold-evidence", views.gold_evidence, "the gold paragraphs before the cut: reasoning without search"),
        Control("whole-book", views.whole, "the whole view in one reading: search without steps"),
        Control(RAG, views.whole, "the passages most like the question: one search, one reading"),
        Control(CONSTANT, views.nothing, "always the same answer: what a habit gets right"),
    )
}


def control(name: str, value: str, settings: Mapping[str, str], reader: Reader | None = None) -> OneShotResearcher:
    """The researcher of the control called `name`, with `value` from behind its colon and `reader` in its seat.

    Retrieval takes k, chunk and order from the benchmark's settings where it has them. Mistake on a bad value.
    """
    if value and name not in VALUES:
        raise Mistake(f"The control {name} takes no value", got=value)
    if name == CONSTANT:
        return OneShotResearcher(ConstantReader(value), name)
    retrieval = _retrieval(value, settings) if name == RAG else None
    told = f"{name} ({retrieval})" if retrieval else name
    return OneShotResearcher(reader or ExtractiveReader(), told, retrieval)


def check_constant(value: str, cases: Sequence[Case]) -> None:
    """Mistake when `value` would answer none of the cases, or is missing where it is needed."""
    questions = [case.question for case in cases]
    if not value and any(q.kind != "verdict" for q in questions):
        raise Mistake("The constant control needs its answer", cure="Say it: --researcher constant:A")
    if questions and all(fixed(q, value) is None for q in questions):
        labels = dict.fromkeys(label for q in questions for label in q.options)
        raise Mistake("No question has this option", got=value, allowed=", ".join(labels))


def _retrieval(value: str, settings: Mapping[str, str]) -> Retrieval:
    k, _, order = value.partition(":")
    k, order = k or settings.get("k", "10"), order or settings.get("order", "relevance")
    chunk = settings.get("chunk", "200")
    ordered = next((one for one in ORDERS if one == order), None)
    if ordered is None or not all(_counts(number) for number in (k, chunk)):
        raise Mistake("That is no retrieval", got=value, allowed=f"{VALUES[RAG]}; orders {', '.join(ORDERS)}")
    return Retrieval(k=int(k), chunk=int(chunk), order=ordered)


def _counts(text: str) -> bool:
    return text.isdecimal() and int(text[:9]) > 0
