"""Traces for tests: a case, and research made of events that fold like any other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agent.question import Answer, Budget, Player, Question, Step, View
from agent.researcher import seal
from agent.trace import Event, Trace
from evaluations.case import Case, Gold, ReferenceStep

EXTRACTIVE = Player(name="extractive (no model)", kind="extractive", infers=False)
MODEL = Player(name="agent", kind="model", model="some-model")
IMPORTED = Player(name="theirs", kind="imported")
OPTIONS = {"A": "Pym", "B": "Luce", "C": "Dray", "D": "Nell"}


def a_case(
    *steps: tuple[str, int | None], cut: int | None = 28, answer: str = "D", options: Mapping[str, str] = OPTIONS
) -> Case:
    """A case whose reference steps are (text, position): -1 inferred, None unplaced."""
    kept = [
        ReferenceStep(text=text, kind="unplaced" if at is None else "explicit" if at > 0 else "inferred",
                      position=at if at and at > 0 else None)
        for text, at in steps
    ]  # fmt: skip
    question = Question(id="en-ai-7-q1", benchmark="detectiveqa", kind="choice", text="Who took it?", options=options)
    return Case(question=question, gold=Gold(answer=answer, steps=tuple(kept)), cut=cut)


def events(
    case: Case, player: Player = MODEL, *told: tuple[str, Mapping[str, Any]], view: View | None = None
) -> list[Event]:
    """The opening of the case's research, and then these (kind, payload)."""
    opened = {
        "researcher": player.model_dump(mode="json"),
        "question": case.question.model_dump(mode="json"),
        "view": view.model_dump(mode="json") if view else None,
        "budget": Budget().model_dump(mode="json"),
    }
    return [Event(k=k, kind=kind, payload=dict(p)) for k, (kind, p) in enumerate([("opened", opened), *told], 1)]


def answered(
    case: Case,
    value: str | None = "D",
    *,
    cited: Sequence[int] = (),
    steps: Sequence[tuple[str, tuple[int, ...]]] = (),
    player: Player = MODEL,
    before: Sequence[tuple[str, Mapping[str, Any]]] = (),
    repeat: int = 1,
    sub_answers: Sequence[str] = (),
    parents: Sequence[str] = (),
    told: Sequence[Step] = (),
    view: View | None = None,
) -> Trace:
    """The trace of research that did `before` and then gave this answer, with (text, paragraphs) as its steps.

    Steps of other kinds are given whole, as `told`.
    """
    told = told or [
        Step(kind="evidence", text=text, node=f"E{n}", paragraphs=at) for n, (text, at) in enumerate(steps, 1)
    ]
    answer = Answer(value=value, steps=tuple(told), citations=tuple(cited), sub_answers=tuple(sub_answers))
    status = "abstained" if value is None else "verified"
    last = ("answered", {"answer": answer.model_dump(mode="json"), "status": status, "parents": [*parents]})
    return seal(events(case, player, *before, last, view=view), repeat)


def failed(case: Case, *before: tuple[str, Mapping[str, Any]]) -> Trace:
    """The trace of research that broke off without an answer."""
    return seal(events(case, MODEL, *before, ("failed", {"reason": "no reply"})))


def queried(name: str, hits: Sequence[int] | None = None) -> list[tuple[str, Mapping[str, Any]]]:
    """A query, and when `hits` are given the search that found these paragraphs."""
    found = [{"paragraph": p, "score": 1.0, "sentence": ""} for p in hits or ()]
    return [asked(name)] if hits is None else [asked(name), ("searched", {"query": name, "hits": found})]


def asked(name: str, text: str = "pan", kind: str = "keyword", intent: str = "verify") -> tuple[str, Mapping[str, Any]]:
    """A query that has not been run."""
    return "queried", {"query": {"id": name, "round": 1, "kind": kind, "text": text, "intent": intent}}


def quoted(name: str, paragraph: int, quote: str = "a bead of bright metal") -> tuple[str, Mapping[str, Any]]:
    node = {"kind": "evidence", "id": name, "quote": quote, "paragraph": paragraph}
    return "noted", {"node": node}


def inferred(name: str, *parents: str) -> tuple[str, Mapping[str, Any]]:
    return "noted", {"node": {"kind": "inference", "id": name, "text": f"so {name}", "parents": [*parents]}}


def absent(name: str, *queries: str, last: int = 9) -> tuple[str, Mapping[str, Any]]:
    node = {"kind": "absence", "id": name, "text": "no key", "queries": [*queries], "first": 1, "last": last}
    return "noted", {"node": node}


def read(*paragraphs: int) -> tuple[str, Mapping[str, Any]]:
    return "read", {"paragraphs": [*paragraphs], "reason": ""}


def refused(guard: str) -> tuple[str, Mapping[str, Any]]:
    return "refused", {"round": 1, "move": "quote", "guard": guard, "reason": "not there", "proposal": "{}"}
