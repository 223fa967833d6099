"""Case ids: unique in a benchmark, the same at every loading, and safe as file names on every system."""

from __future__ import annotations

import hashlib
import re

LONGEST = 40
"""Of what a part of an id keeps of a longer text; its digest tells it apart."""


class Ids:
    """The ids given so far. Two that differ only in case would be one file on some systems, so they are told apart."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, *parts: str) -> tuple[str, bool]:
        """`parts` joined by hyphens, numbered from 2 when they were given before; and whether they were."""
        wanted = "-".join(_safe(part) for part in parts)
        free, number = wanted, 1
        while free.lower() in self._taken:
            number += 1
            free = f"{wanted}-{number}"
        self._taken.add(free.lower())
        return free, free != wanted


def _safe(text: str) -> str:
    """`text` in ASCII letters, digits and _; one that loses something by it is told apart by its digest."""
    kept = re.sub(r"[^A-Za-z0-9_]+", "_", text)[:LONGEST].strip("_") or "x"
    return kept if kept == text else f"{kept}_{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:8]}"
