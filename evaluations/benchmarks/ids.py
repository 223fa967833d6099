"""Case ids: stable, unique without regard to case, and safe as file names on every system."""

from __future__ import annotations

import hashlib
import re
from itertools import count

_LONGEST = 40


def slug(text: str, otherwise: str = "book") -> str:
    """`text` as lower-case ASCII letters and digits with dashes; `otherwise` when nothing is left of it."""
    kept = re.sub(r"[^a-z0-9]+", "-", text[:400].lower()).strip("-")
    return kept[:_LONGEST].strip("-") or otherwise


def digest(*parts: str) -> str:
    """Ten hexadecimal digits that tell these texts from others, however they are spaced or cased."""
    folded = "\0".join(" ".join(part.casefold().split()) for part in parts)
    return hashlib.sha256(folded.encode(errors="replace")).hexdigest()[:10]


class Ids:
    """The ids given so far."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def free(self, wanted: str) -> str:
        """`wanted`, numbered from 2 when it is taken; many file systems hold `a` and `A` for one name."""
        numbered = (wanted if n == 1 else f"{wanted}-{n}" for n in count(1))
        found = next(one for one in numbered if one.casefold() not in self._taken)
        self._taken.add(found.casefold())
        return found
