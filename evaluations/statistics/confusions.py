"""What a judge's 2 × 2 table against people tells, as functions of its sums, so that it can be resampled.

Sums have the columns tp, fn, fp, tn: true and false, positive and negative.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evaluations.statistics.sums import quotient

if TYPE_CHECKING:
    from evaluations.statistics.sums import Floats


def row(judge: bool, people: bool) -> tuple[float, float, float, float]:
    """One verdict."""
    return (
        float(judge and people), float(people and not judge), float(judge and not people), float(not (judge or people)),
    )  # fmt: skip


def kappas(sums: Floats) -> Floats:
    """(observed − expected agreement) / (1 − expected) (Cohen 1960); nan where both always say one thing."""
    import numpy as np

    tp, fn, fp, tn = sums.T
    n = tp + fn + fp + tn
    observed = quotient(tp + tn, n)
    expected = quotient((tp + fn) * (tp + fp) + (tn + fn) * (tn + fp), n * n)
    return quotient(observed - expected, np.where(np.isclose(expected, 1), 0, 1 - expected))


def true_shares(sums: Floats) -> Floats:
    """The share that truly holds, of sums with two columns more in front: the judge's yes in the whole run, and all.

    (p + specificity − 1) / (sensitivity + specificity − 1), within 0 and 1 (Rogan and Gladen 1978); nan for a judge no
    better than chance.
    """
    import numpy as np

    yes, n, tp, fn, fp, tn = sums.T
    found, left = quotient(tp, tp + fn), quotient(tn, tn + fp)
    better = found + left - 1
    return np.clip(quotient(quotient(yes, n) + left - 1, np.where(better > 0, better, 0)), 0, 1)


def correlations(sums: Floats) -> Floats:
    """Pearson's r of sums of 1, x, y, x², y², xy; nan where either side does not vary."""
    import numpy as np

    n, x, y, xx, yy, xy = sums.T
    spread = np.sqrt(np.maximum(xx - quotient(x * x, n), 0) * np.maximum(yy - quotient(y * y, n), 0))
    return np.clip(quotient(xy - quotient(x * y, n), np.where(spread > _STILL, spread, 0)), -1, 1)


_STILL = 1e-9
