"""Uncertainty: intervals for proportions and means."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from statistics import NormalDist, fmean

LEVEL = 0.95
SEED = 20240701
DRAWS = 2000


def wilson(successes: float, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's score interval for a proportion of `n` independent questions (Wilson 1927). ValueError when n < 1."""
    if n < 1:
        raise ValueError("an interval needs at least one question")
    z = NormalDist().inv_cdf(0.5 + level / 2)
    p, spread = successes / n, z * z / n
    middle = (p + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(p * (1 - p) / n + spread / (4 * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(values: Sequence[float], level: float = LEVEL, seed: int = SEED) -> tuple[float, float]:
    """The percentile bootstrap interval of the mean of per-question values, with a fixed seed.

    It resamples questions: below ten books resampling books fails, so reports name it question-level.
    """
    if not values:
        raise ValueError("an interval needs at least one question")
    draw = random.Random(seed)
    means = sorted(fmean(draw.choices(values, k=len(values))) for _ in range(DRAWS))
    tail = (1 - level) / 2
    return means[int(tail * DRAWS)], means[math.ceil((1 - tail) * DRAWS) - 1]
