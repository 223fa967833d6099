"""Option letters in a reply: a letter counts when no Latin letter touches it (`\\b` fails beside Chinese text)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

_LATIN = "A-Za-zÀ-ÖØ-öø-ɏ"


def letters(reply: str, labels: Iterable[str]) -> list[str]:
    """Every label that stands alone in the reply, in order; full-width letters are letters, small ones are words."""
    one = "".join(label for label in labels if len(label) == 1)
    alone = re.finditer(rf"(?<![{_LATIN}])\S(?![{_LATIN}])", unicodedata.normalize("NFKC", reply))
    return [found[0] for found in alone if found[0] in one]


def most_frequent(found: Iterable[str]) -> str | None:
    """The letter there is most of; None when there is none, or two share the first place."""
    ranked = Counter(found).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
