"""From an account to the events of a trace: the same kinds that any research leaves, but no guard between."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent.citing import steps_of
from agent.fold import fold
from agent.question import Answer, Budget, Player, Question, Status, Step, view_of
from agent.state import FoundHit, Query
from agent.trace import Event, Imported, Usage
from evaluations.imports.account import Account, Act, Note, Reading, Reply, Search, Spent
from evaluations.imports.chains import Sketch, citations, parents
from tools.book import Book

IMPORTED, UNREADABLE = "imported", "unreadable"
"""Why a trace ended: its answer stood in the file, or could not be read there."""


def events_of(
    account: Account, question: Question, player: Player, view: Book | None, value: str | None
) -> list[Event]:
    """The research told by `account`, its answer read as `value`; unfinished when it has no reply.

    `view` is the case's view, None when its book is not at hand: then the trace has none, and no quotation is checked.
    """
    trail = _Trail(account.acts[0].at if account.acts else account.answered_at)
    shown = view_of(view).model_dump(mode="json") if view else None
    trail.add("opened", researcher=_json(player), question=_json(question), view=shown, budget=_json(Budget()))
    raw = (account.reply.answer or "") if account.reply else ""
    trail.add("imported", **_json(Imported(raw=raw, untold=account.untold())))
    sketch = Sketch(view)
    for act in account.acts:
        trail.at = act.at
        _act(trail, act, sketch)
    if account.reply is not None:
        trail.at = account.answered_at
        _answer(trail, account, question, sketch, value)
    return trail.events


class _Trail:
    """Events as they are added, at the time `at`."""

    def __init__(self, at: str) -> None:
        self.at = at
        self.events: list[Event] = []
        self.queries = 0

    def add(self, kind: str, **payload: Any) -> None:
        self.events.append(Event(k=len(self.events) + 1, kind=kind, payload=payload, at=self.at))

    def note(self, sketch: Sketch) -> None:
        for node in sketch.taken():
            self.add("noted", node=_json(node))


def _act(trail: _Trail, act: Act, sketch: Sketch) -> None:
    if isinstance(act, Search):
        trail.queries += 1
        query = Query(id=f"Q{trail.queries}", round=0, kind=act.kind, text=act.text, intent=act.intent)
        trail.add("queried", query=_json(query))
        if act.hits is not None:
            hits = [FoundHit(paragraph=n, score=0.0, sentence=sentence) for n, sentence in act.hits]
            trail.add("searched", query=query.id, hits=[_json(hit) for hit in hits])
    elif isinstance(act, Reading):
        trail.add("read", paragraphs=list(act.paragraphs), reason=act.reason)
    else:
        assert isinstance(act, Note)
        sketch.note(act)
        trail.note(sketch)


def _answer(trail: _Trail, account: Account, question: Question, sketch: Sketch, value: str | None) -> None:
    reply = account.reply
    assert reply is not None
    steps = sketch.steps(reply.steps or ())
    cited = sketch.citations(reply.citations or ())
    trail.note(sketch)
    rests = parents(reply, sketch, steps, cited)
    if reply.steps is None and reply.rests_on is not None:
        steps = steps_of(fold(trail.events).graph, rests)
    if account.spent != Spent():
        trail.add("called", usage=_json(_usage(account.spent)))
    read = value is not None or reply.answer is None
    trail.add("stopped", reason=IMPORTED if read else UNREADABLE)
    answer = _answered(reply, question, steps, citations(reply, steps, sketch.view), value)
    trail.add("answered", answer=_json(answer), parents=rests, status=_status(value, read))


def _answered(reply: Reply, question: Question, steps: list[Step], cited: tuple[int, ...], value: str | None) -> Answer:
    raw, text = reply.answer or "", question.options.get(value or "", value or "")
    bare = raw.strip().casefold() in {(value or "").casefold(), text.casefold()}
    return Answer(
        value=value,
        text=text,
        steps=tuple(steps),
        citations=cited,
        confidence=reply.confidence,
        sub_answers=reply.sub_answers or (),
        # a free reply without a reasoning of its own is the reasoning
        reasoning=reply.reasoning or ("" if bare else raw),
    )


def _status(value: str | None, read: bool) -> Status:
    if not read:
        return "failed"
    return "abstained" if value is None else "answered"


def _usage(spent: Spent) -> Usage:
    return Usage(
        calls=spent.calls or 0,
        input_tokens=spent.input_tokens or 0,
        cached_tokens=spent.cached_tokens or 0,
        output_tokens=spent.output_tokens or 0,
        reasoning_tokens=spent.reasoning_tokens or 0,
        cost=spent.cost,
        seconds=spent.seconds or 0.0,
    )


def _json(record: Any) -> dict[str, Any]:
    dumped: Mapping[str, Any] = record.model_dump(mode="json")
    return dict(dumped)
