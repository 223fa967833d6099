"""ROUGE: how many words two texts have in common, as the paper sets it beside its judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evaluations.metrics.texts import normalised, tokens

NAMES = ("ROUGE-1", "ROUGE-2", "ROUGE-L")


def rouge(reasoning: str, reference: str) -> tuple[float, float, float]:
    """ROUGE-1, -2 and -L of two texts, each as F1 = 2PR / (P + R) (Lin 2004); 0 where either has no word.

    Words are lower-case without punctuation and articles; of Chinese each character is one.
    """
    mine, theirs = tokens(normalised(reasoning)), tokens(normalised(reference))
    return _common(mine, theirs, 1), _common(mine, theirs, 2), _f1(_longest(mine, theirs), len(mine), len(theirs))


def _common(mine: Sequence[str], theirs: Sequence[str], n: int) -> float:
    a, b = (Counter(zip(*(side[at:] for at in range(n)), strict=False)) for side in (mine, theirs))
    return _f1((a & b).total(), a.total(), b.total())


def _longest(mine: Sequence[str], theirs: Sequence[str]) -> int:
    """The length of a longest common subsequence."""
    row = [0] * (len(theirs) + 1)
    for word in mine:
        before, row = row, [0]
        for at, other in enumerate(theirs):
            row.append(before[at] + 1 if word == other else max(row[at], before[at + 1]))
    return row[-1]


def _f1(shared: int, mine: int, theirs: int) -> float:
    return 2 * shared / (mine + theirs) if shared else 0.0
