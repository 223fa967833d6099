"""Who is said to have researched, and what the run is called."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from agent.question import Player
from evaluations.imports.fields import plain


@dataclass(frozen=True)
class Called:
    """The player of an import, and its run's name."""

    player: Player
    run: str


def called(benchmark: str, file: Path, name: str, system: str, person: str) -> Called:
    """A person's run is NAME@PERSON; a system's is NAME. Without a name: the benchmark, and for a system its name."""
    system, person = _line(system), _line(person)
    if person:
        return Called(Player(name=person, kind="person", model=system), f"{name or benchmark}@{person}")
    shown = system or _line(file.stem)
    slug = re.sub(r'[\\/:*?"<>|\s]+', "-", shown)
    return Called(Player(name=shown, kind="imported"), name or f"{benchmark}-{slug}")


def _line(text: str) -> str:
    """`text` on one line, at most 100 characters of it."""
    return " ".join(plain(text).split())[:100]
