"""Sampling: which verdicts people are asked for. Each stratum has its share, so that no weights are needed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from evaluations.calibration.rows import Row


def sampled(rows: Sequence[Row], n: int, seed: int) -> list[Row]:
    """`n` of the rows (all, if there are no more), in an order that says nothing.

    Spread over strata (benchmark, language, kind of step, the judge's verdict) in proportion to their size, by the
    largest remainders: every row has about the same chance, and shares over the sample stand for the run. The same
    seed draws the same rows.
    """
    strata: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        strata.setdefault(row.stratum, []).append(row)
    draw = random.Random(seed)
    wanted = allotted([len(some) for some in strata.values()], min(n, len(rows)))
    drawn = [row for some, count in zip(strata.values(), wanted, strict=True) for row in draw.sample(some, count)]
    draw.shuffle(drawn)
    return drawn


def allotted(sizes: Sequence[int], n: int) -> list[int]:
    """How many of `n` fall to groups of these sizes: their exact shares rounded down, the rest by largest remainder."""
    whole = sum(sizes)
    shares = [n * size / whole if whole else 0.0 for size in sizes]
    counts = [int(share) for share in shares]
    by_rest = sorted(range(len(sizes)), key=lambda at: (counts[at] - shares[at], at))
    for at in by_rest[: n - sum(counts)]:
        counts[at] += 1
    return counts
