"""Two runs over the same questions: the interval of their difference, McNemar's test, and permutation of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaluations.statistics.intervals import FEWEST, Interval, Over
from evaluations.statistics.sums import CELLS, SEED, Of, by_unit, percentiles, tail, value

if TYPE_CHECKING:
    from evaluations.statistics.sums import Floats

EXACT = 25
"""Up to so many discordant pairs McNemar's test is exact."""
ENUMERATED = 12
"""Up to so many units every one of their 2^n exchanges is tried."""
EXCHANGES = 4_999
TIE = 1e-9
"""Differences this close are as extreme as one another."""


@dataclass(frozen=True)
class PairedTest:
    """A two-sided test: how it is called and its p; None where nothing could differ."""

    name: str
    p: float | None


def mcnemar(only_first: int, only_second: int) -> PairedTest:
    """McNemar's test on the questions that one of two got right (McNemar 1947): exact up to 25 such questions.

    Beyond, the chi-squared form with one degree of freedom and no continuity correction.
    """
    from scipy.special import bdtr, chdtrc

    n = only_first + only_second
    if not n:
        return PairedTest("McNemar", None)
    if n <= EXACT:
        return PairedTest("McNemar", min(1.0, 2 * float(bdtr(min(only_first, only_second), n, 0.5))))
    return PairedTest("McNemar", float(chdtrc(1, (only_first - only_second) ** 2 / n)))


def units_of(books: Sequence[str]) -> list[str]:
    """What to resample and exchange: the books from ten on, else the questions one by one."""
    return list(books) if len(set(books)) >= FEWEST else [str(at) for at in range(len(books))]


def difference(first: Floats, second: Floats, of: Of, books: Sequence[str]) -> Interval | None:
    """The bootstrap interval of statistic(second) − statistic(first) over paired rows (n, k); None if undefined."""
    import numpy as np

    k = first.shape[1]
    sums = by_unit(np.hstack([first, second]), units_of(books))
    over: Over = "books" if FEWEST <= len(sums) < len(books) else "questions"
    cut = tail(len(sums) if over == "books" else None)
    found = percentiles(sums, lambda s: of(s[:, k:]) - of(s[:, :k]), cut)
    return Interval(*found, over) if found else None


def permuted(first: Floats, second: Floats, of: Of, books: Sequence[str], seed: int = SEED) -> PairedTest:
    """The paired permutation test of statistic(second) − statistic(first): which of the two a result is from is
    exchanged at random, for whole books where there are ten (Fisher 1935; Good 2005).

    All 2^n exchanges of up to 12 units are tried, else 4,999 at random, of which with the observed one
    p = (1 + as extreme) / 5,000.
    """
    import numpy as np

    units = units_of(books)
    mine, theirs = by_unit(first, units), by_unit(second, units)
    whole, other = value(mine, of), value(theirs, of)
    if whole is None or other is None or np.array_equal(mine, theirs):
        return PairedTest("permutation", None)
    extreme = drawn = 0
    for exchanged in _exchanges(len(mine), seed):
        moved = exchanged @ (theirs - mine)
        gaps = of(theirs.sum(axis=0) - moved) - of(mine.sum(axis=0) + moved)
        extreme += int((np.abs(gaps) >= abs(other - whole) - TIE).sum())
        drawn += len(gaps)
    if len(mine) <= ENUMERATED:
        return PairedTest("permutation", extreme / drawn)
    return PairedTest("permutation", (extreme + 1) / (drawn + 1))


def _exchanges(units: int, seed: int) -> Iterator[Floats]:
    """Rows of 0 and 1: which units change sides; some rows at a time."""
    import numpy as np

    if units <= ENUMERATED:
        yield (np.arange(2**units)[:, None] >> np.arange(units) & 1).astype(float)
        return
    random, at_once = np.random.default_rng(seed), max(1, CELLS // units)
    for start in range(0, EXCHANGES, at_once):
        rows = min(at_once, EXCHANGES - start)
        bits = np.frombuffer(random.bytes(-(-rows * units // 8)), dtype=np.uint8)  # many times faster than numbers
        yield np.unpackbits(bits)[: rows * units].reshape(rows, units).astype(float)
