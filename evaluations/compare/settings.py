"""What was set differently for two runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluations.compare.side import Side
from evaluations.store import RunRecord


@dataclass(frozen=True)
class Differing:
    """One setting and its two values as text; `—` where a run has none."""

    name: str
    first: str
    second: str


def differing(first: Side, second: Side) -> list[Differing]:
    """The settings in which two runs differ: whoever researched, what was asked and allowed, with which versions.

    Of books what counts is their text, not where it lay.
    """
    mine, theirs = _flat(first.record), _flat(second.record)
    names = [*mine, *(name for name in theirs if name not in mine)]
    told = [Differing(name, mine.get(name, "—"), theirs.get(name, "—")) for name in names]
    return [one for one in told if one.first != one.second] + _books(first, second)


def _flat(record: RunRecord) -> dict[str, str]:
    kept = record.model_dump(mode="json", exclude={"format", "books", "oddities", "versions", "path", "book_place"})
    kept["researcher"] = {key: value for key, value in kept["researcher"].items() if key != "kind"}
    named = {"chosen": "--researcher", "settings": "set", "budget": "budget"}
    found: dict[str, str] = {}
    for key, value in [*kept.items(), ("version", record.versions)]:
        if isinstance(value, Mapping):
            found |= {_told(key, part, named): _text(v) for part, v in value.items()}
        else:
            found[named.get(key, key)] = _text(value)
    return found


def _told(key: str, part: str, named: Mapping[str, str]) -> str:
    if key == "researcher":
        return {"name": "researcher", "infers": "draws inferences"}.get(part, part)
    return f"{named.get(key, key)} {part.replace('_', ' ')}"


def _text(value: Any) -> str:
    if value is None:
        return "no limit"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value) or "—"


def _books(first: Side, second: Side) -> list[Differing]:
    """Of the questions both have, how many were asked of another text or another part of it."""
    views = [{t.question.id: (t.view.digest, t.view.cut) for t in side.traces if t.view} for side in (first, second)]
    both = views[0].keys() & views[1].keys()
    texts = sum(views[0][one][0] != views[1][one][0] for one in both)
    cuts = sum(views[0][one][1] != views[1][one][1] for one in both)
    told = [("text of the book", texts), ("cut", cuts)]
    return [Differing(name, "", f"another in {count} of {len(both)} questions") for name, count in told if count]
