"""Intervals for proportions and means: by book where there are books enough, else over questions and said so."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import Literal

from evaluations.statistics.sums import LEVEL, SEED, by_unit, mean, percentiles, tail

FEWEST = 10
"""Below so many books, resampling books covers far too seldom (.58 at 2 books, .84 at 5)."""

Over = Literal["books", "questions"]


@dataclass(frozen=True)
class Interval:
    """A 95 % interval, and what was taken to be independent for it."""

    low: float
    high: float
    over: Over


def interval(values: Sequence[float], books: Sequence[str], proportion: bool = False) -> Interval:
    """The interval of a mean of per-question values; `books` says of each which book it is about.

    Over books from 10 of them on. Otherwise over questions: Wilson's for a proportion, else the bootstrap. Where
    each question has a book of its own the two are one, and it is called over questions. ValueError without values.
    """
    there = len(set(books))
    if FEWEST <= there < len(values):
        return Interval(*by_book(values, books, proportion), "books")
    found = wilson(sum(values), len(values)) if proportion and values else bootstrap(values)
    return Interval(*found, "questions")


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

    It resamples questions, as if each stood alone: reports name it question-level.
    """
    return _percentiles(values, [str(at) for at in range(len(values))], tail(level=level), seed)


def by_book(
    values: Sequence[float], books: Sequence[str], proportion: bool = False, level: float = LEVEL, seed: int = SEED
) -> tuple[float, float]:
    """The bootstrap interval of the mean over questions that resamples whole books, widened up to 40 of them.

    A proportion that is the same in every book varies in no resample; it gets Wilson's interval with a book counted
    as one observation. ValueError below 10 books.
    """
    there = len(set(books))
    if there < FEWEST:
        raise ValueError(f"a by-book interval needs {FEWEST} books")
    if proportion and len(set(values)) == 1:
        return wilson(values[0] * there, there, level)
    return _percentiles(values, books, tail(there, level), seed)


def _percentiles(values: Sequence[float], units: Sequence[str], cut: float, seed: int) -> tuple[float, float]:
    import numpy as np

    if not values:
        raise ValueError("an interval needs at least one question")
    if min(values) == max(values):
        return fmean(values), fmean(values)
    rows = np.array([(value, 1.0) for value in values])
    found = percentiles(by_unit(rows, units), mean, cut, seed)
    assert found, "a mean of at least one question is defined in every draw"
    return found
