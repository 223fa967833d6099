"""Case ids: unique in a benchmark, the same at every loading, and safe as file names on every system."""

from __future__ import annotations

import hashlib
import re
from itertools import count

LONGEST = 40
"""Of what a part of an id keeps of a longer text; its digest tells it apart."""


def slug(text: str, otherwise: str = "book") -> str:
    """`text` as lower-case ASCII letters and digits with dashes; `otherwise` when nothing is left of it."""
    kept = re.sub(r"[^a-z0-9]+", "-", text[:400].lower()).strip("-")
    return kept[:LONGEST].strip("-") or otherwise


def digest(*parts: str) -> str:
    """Ten hexadecimal digits that tell these texts from others, however they are spaced or cased."""
    folded = "\0".join(" ".join(part.casefold().split()) for part in parts)
    return hashlib.sha256(folded.encode(errors="replace")).hexdigest()[:10]


class Ids:
    """The ids given so far. Two that differ only in case would be one file on some systems, so they are told apart."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def free(self, wanted: str) -> str:
        """`wanted`, numbered from 2 when it is taken."""
        numbered = (wanted if n == 1 else f"{wanted}-{n}" for n in count(1))
        found = next(one for one in numbered if one.casefold() not in self._taken)
        self._taken.add(found.casefold())
        return found

    def new(self, *parts: str) -> tuple[str, bool]:
        """`parts` joined by hyphens, numbered from 2 when they were given before; and whether they were."""
        wanted = "-".join(_safe(part) for part in parts)
        found = self.free(wanted)
        return found, found != wanted


def _safe(text: str) -> str:
    """`text` in ASCII letters, digits and _; one that loses something by it is told apart by its digest."""
    kept = re.sub(r"[^A-Za-z0-9_]+", "_", text)[:LONGEST].strip("_") or "x"
    return kept if kept == text else f"{kept}_{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:8]}"
