"""Two raters of the same things, and a judge held against people: kappa, sensitivity, corrected rates."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from evaluations.statistics.intervals import wilson
from evaluations.statistics.sums import LEVEL

Pair = tuple[Hashable, Hashable]
"""What the two raters said of one thing; of a judge and people, (the judge, people)."""


def kappa(pairs: Sequence[Pair]) -> float | None:
    """(observed − expected agreement) / (1 − expected) (Cohen 1960).

    None without pairs, and where both always say the same one thing: then chance explains all.
    """
    n = len(pairs)
    if not n:
        return None
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    observed = sum(a == b for a, b in pairs) / n
    expected = sum(first[label] * second[label] for label in first) / n**2
    return None if math.isclose(expected, 1) else (observed - expected) / (1 - expected)


@dataclass(frozen=True)
class Rate:
    """A share of `n` and its Wilson interval; None of nothing."""

    value: float | None
    low: float | None
    high: float | None
    n: int

    @classmethod
    def of(cls, count: int, n: int) -> Rate:
        """`count` of `n`."""
        return cls(count / n, *wilson(count, n), n) if n else cls(None, None, None, 0)


@dataclass(frozen=True)
class Confusion:
    """A judge's yes and no against people's: true and false, positive and negative."""

    tp: int
    fn: int
    fp: int
    tn: int

    @classmethod
    def of(cls, pairs: Sequence[tuple[bool, bool]]) -> Confusion:
        """From (the judge's, people's) verdicts."""
        count = Counter((bool(judge), bool(people)) for judge, people in pairs)
        return cls(count[True, True], count[False, True], count[True, False], count[False, False])

    @property
    def n(self) -> int:
        return self.tp + self.fn + self.fp + self.tn

    @property
    def accuracy(self) -> Rate:
        """The share on which judge and people agree."""
        return Rate.of(self.tp + self.tn, self.n)

    @property
    def sensitivity(self) -> Rate:
        """Of what people say holds, the share the judge finds."""
        return Rate.of(self.tp, self.tp + self.fn)

    @property
    def specificity(self) -> Rate:
        """Of what people say does not hold, the share the judge leaves out."""
        return Rate.of(self.tn, self.tn + self.fp)


def corrected(positives: int, n: int, labels: Confusion, level: float = LEVEL) -> Rate:
    """The share of `n` things that truly hold when the judge said so of `positives` (Rogan and Gladen 1978).

    (p + specificity − 1) / (sensitivity + specificity − 1), kept within 0 and 1. The interval is Lang and
    Reiczigel's (2014): it also carries that sensitivity and specificity are known from few labels. Undefined without
    labels of both kinds, and for a judge no better than chance.
    """
    held, not_held = labels.tp + labels.fn, labels.tn + labels.fp
    if not (n and held and not_held) or labels.tp * not_held + labels.tn * held <= held * not_held:
        return Rate(None, None, None, n)
    raw = _gladen(positives / n, labels.tp / held, labels.tn / not_held)
    middle, half = _lang_reiczigel(positives, n, labels, NormalDist().inv_cdf(0.5 + level / 2))
    return Rate(_share(raw), _share(middle - half), _share(middle + half), n)


def _gladen(p: float, sensitivity: float, specificity: float) -> float:
    return (p + specificity - 1) / (sensitivity + specificity - 1)


def _lang_reiczigel(positives: int, n: int, labels: Confusion, z: float) -> tuple[float, float]:
    """The interval's middle and half width, before it is kept within 0 and 1."""
    held, not_held, asked = labels.tp + labels.fn + 2, labels.tn + labels.fp + 2, n + z * z
    p, found, left = (positives + z * z / 2) / asked, (labels.tp + 1) / held, (labels.tn + 1) / not_held
    share = _gladen(p, found, left)
    of_found, of_left = found * (1 - found) / held, left * (1 - left) / not_held
    shift = 2 * z * z * (share * of_found - (1 - share) * of_left)
    spread = p * (1 - p) / asked + share**2 * of_found + (1 - share) ** 2 * of_left
    return share + shift, z * math.sqrt(spread) / (found + left - 1)


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))
