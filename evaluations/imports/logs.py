"""A research log: one event a line, several lines a research, of one or more persons."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, get_args

from agent.moves import Intent
from agent.trace import Part
from evaluations.imports.account import Account, Act, Note, Reading, Reply, Search
from evaluations.imports.answers import named
from evaluations.imports.fields import Fields, brief
from evaluations.imports.findings import Findings
from evaluations.imports.replies import FIELDS, citation_in, links, reply_in
from tools.request import QUERY_KINDS

EVENTS: dict[str, tuple[str, ...]] = {
    "search": ("query", "kind", "intent", "hits"),
    "read": ("paragraphs", "reason"),
    "note": ("text", "quote", "paragraph", "paragraphs", "rests_on"),
    "answer": ("value", *FIELDS),
}
"""Each event with its fields, besides those of every event."""
EVERY = ("case", "person", "repeat", "at", "event")


@dataclass
class Log:
    """The events of one person in one case and repeat, as they come."""

    line: int
    acts: list[tuple[str, Act]] = field(default_factory=list)
    reply: Reply | None = None
    answered_at: str = ""


def persons_in(rows: Iterable[tuple[int, dict[str, Any]]]) -> list[str]:
    """The persons named in a log, in order of appearance."""
    told = (values.get("person") for _, values in rows)
    return list(dict.fromkeys(name.strip() for name in told if isinstance(name, str) and name.strip()))


def logged_in(rows: Iterable[tuple[int, dict[str, Any]]], person: str, findings: Findings) -> list[Account]:
    """The accounts of `person` ('' for everyone's lines); events of others are passed over with a remark.

    Events that all have a time are put in its order; else the order of the lines holds.
    """
    logs: dict[tuple[str, int], Log] = {}
    for line, values in rows:
        fields = Fields(line, values, findings)
        whose = (fields.text("person", 100) or "").strip()
        if person and whose and whose != person:
            findings.remark(line, f"events of {brief(whose)} are passed over")
            continue
        case, repeat = named(fields)
        _take(fields, logs.setdefault((case, repeat), Log(line)))
    return _accounts(logs)


def _take(fields: Fields, log: Log) -> None:
    """Add the event in `fields` to its log."""
    kind, at = fields.raw("event"), _time(fields)
    if not isinstance(kind, str) or kind not in EVENTS:
        fields.fault(f"event must be one of {', '.join(EVENTS)}; got {brief(kind)}")
        return
    fields.only((*EVERY, *EVENTS[kind]))
    if log.reply is not None:
        fields.fault(f"it comes after the answer in line {log.reply.line}")
    elif kind == "answer":
        log.reply = reply_in(fields, "value" if fields.given("value") else "answer")
        log.answered_at = at
    else:
        log.acts.append((at, replace(_ACTS[kind](fields), at=at)))


def _search(fields: Fields) -> Search:
    if not fields.has("query"):
        fields.fault("a search needs its query")
    kind = next(one for one in QUERY_KINDS if one == fields.choice("kind", QUERY_KINDS, "keyword"))
    return Search(
        text=fields.text("query", 2_000) or "",
        kind=kind,
        intent=fields.choice("intent", get_args(Intent), "explore"),
        hits=_hits(fields),
    )


def _hits(fields: Fields) -> tuple[tuple[int, str], ...] | None:
    """Paragraph numbers, or objects with paragraph and sentence."""
    told = fields.entries("hits")
    if told is None:
        return None
    found: list[tuple[int, str]] = []
    for number, value in enumerate(told, 1):
        inside = fields.inside(value if isinstance(value, dict) else {"paragraph": value}, f"hit {number}")
        inside.only(("paragraph", "sentence"))
        if not inside.has("paragraph"):
            inside.fault("it has no paragraph")
        found += [(n, inside.word("sentence") or "") for n in inside.paragraphs("paragraph") or ()]
    return tuple(found)


def _read(fields: Fields) -> Reading:
    if not fields.has("paragraphs"):
        fields.fault("a reading needs its paragraphs")
    return Reading(fields.paragraphs("paragraphs") or (), fields.word("reason", 2_000) or "")


def _note(fields: Fields) -> Note:
    cites = citation_in(fields, "paragraph", "paragraphs")
    text = fields.text("text")
    if text is None and not (cites and cites.quote):
        fields.fault("a note needs a text or a quote")
    return Note(text or (cites.quote if cites else ""), cites, links(fields))


_ACTS: dict[str, Callable[[Fields], Act]] = {"search": _search, "read": _read, "note": _note}


def _time(fields: Fields) -> str:
    """The time as a trace keeps it (ISO 8601, UTC); one without a zone is taken for UTC. '' when it is not told."""
    told = fields.text("at", 100)
    if told is None:
        return ""
    try:
        at = datetime.fromisoformat(told.strip())
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        fields.fault(f"at must be a time such as 2026-01-31T14:05:00Z; got {brief(told)}")
        return ""
    return at.isoformat(timespec="milliseconds")


def _accounts(logs: dict[tuple[str, int], Log]) -> list[Account]:
    silent = _silent([act for log in logs.values() for _, act in log.acts])
    found = []
    for (case, repeat), log in logs.items():
        timed = all(at for at, _ in log.acts)
        acts = [act for _, act in sorted(log.acts, key=lambda told: told[0])] if timed else [act for _, act in log.acts]
        found.append(Account(log.line, case, repeat, log.reply, tuple(acts), log.answered_at, silent=silent))
    return found


def _silent(acts: list[Act]) -> frozenset[Part]:
    """What no event of the whole file tells; a kind that occurs somewhere is told everywhere, if only as none."""
    told: dict[Part, bool] = {
        "queries": any(isinstance(act, Search) for act in acts),
        "hits": any(isinstance(act, Search) and act.hits is not None for act in acts),
        "reads": any(isinstance(act, Reading) for act in acts),
        "notes": any(isinstance(act, Note) for act in acts),
    }
    return frozenset(part for part, known in told.items() if not known)
