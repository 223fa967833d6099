"""What was set differently for two runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluations.compare.side import Side
from evaluations.store import RunRecord

LONGEST = 60
"""Characters of a value that are told; a prompt of one's own may be long."""


@dataclass(frozen=True)
class Differing:
    """One setting and its two values as text; `—` where a run has none."""

    name: str
    first: str
    second: str


def differing(first: Side, second: Side) -> list[Differing]:
    """The settings in which two runs differ: whoever researched, what was asked and allowed, with which versions.

    Of books what counts is their text, not where it lay. How their judge was asked is a setting too.
    """
    asked = _apart(_flat(first.record), _flat(second.record))
    return [*asked, *_apart(_judge(first), _judge(second)), *_books(first, second)]


def judged_alike(first: Side, second: Side) -> bool:
    """Whether one judge, asked in one way, judged both: else no measure of its verdicts is comparable."""
    return all(one.name == "judge seed" for one in _apart(_judge(first), _judge(second)))


def _apart(mine: Mapping[str, str], theirs: Mapping[str, str]) -> list[Differing]:
    told = [Differing(name, mine.get(name, "—"), theirs.get(name, "—")) for name in dict.fromkeys([*mine, *theirs])]
    return [one for one in told if one.first != one.second]


def _flat(record: RunRecord) -> dict[str, str]:
    player, asked = record.researcher, record.model
    parts: dict[str, Mapping[str, Any]] = {
        "": {"benchmark": record.benchmark},
        "set": record.settings,
        "researcher": {"": player.name, "draws inferences": player.infers},
        "model": {"": player.model, **(asked.model_dump(exclude={"name", "base_url"}) if asked else {})},
        "--researcher": {"": record.chosen},
        "budget": record.budget.model_dump(),
        "seed": {"": record.seed},
        "embedder": {"": record.embedder},
        "repeats": {"": record.repeats},
        "version": record.versions,
    }
    told = ((_name(part, name), value) for part, some in parts.items() for name, value in some.items())
    return {name: _text(value, name) for name, value in told}


def _judge(side: Side) -> dict[str, str]:
    scorer = side.judging.scorer if side.judging else None
    asked = scorer.model_dump(exclude={"name", "parts"}) | {"parts": ", ".join(scorer.parts)} if scorer else {}
    told = {"judge": side.judge, **{_name("judge", name): value for name, value in asked.items()}}
    return {name: _text(value, name) for name, value in told.items()}


def _name(part: str, name: str) -> str:
    return f"{part} {name.replace('_', ' ')}".strip()


def _text(value: Any, name: str) -> str:
    if value is None:
        return "no limit" if name.startswith("budget") else "—"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = " ".join(str(value).split()) or "—"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)} characters)"


def _books(first: Side, second: Side) -> list[Differing]:
    """Of the questions both have, how many were asked of another text or another part of it."""
    views = [{t.question.id: (t.view.digest, t.view.cut) for t in side.traces if t.view} for side in (first, second)]
    both = views[0].keys() & views[1].keys()
    texts = sum(views[0][one][0] != views[1][one][0] for one in both)
    cuts = sum(views[0][one][1] != views[1][one][1] for one in both)
    told = [("text of the book", texts), ("cut", cuts)]
    return [Differing(name, "", f"another in {count} of {len(both)} questions") for name, count in told if count]
