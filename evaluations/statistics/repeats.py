"""Repeats: how a run's mean varies when it is run again, and over which cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from evaluations.statistics.intervals import Interval, interval


@dataclass(frozen=True)
class Repeats:
    """The mean of the repeats' means, their standard deviation (None of one), and the interval over cases."""

    mean: float
    sd: float | None
    repeats: int
    cases: int
    interval: Interval


def over_repeats(values: Mapping[tuple[str, int], float], books: Mapping[str, str] | None = None) -> Repeats | None:
    """From (case, repeat) to a value; only cases with a value in every repeat count. None when there is none.

    The interval resamples cases, each with all its repeats: repeating does not make questions more.
    """
    repeats = sorted({repeat for _, repeat in values})
    cases = [c for c in dict.fromkeys(case for case, _ in values) if all((c, r) in values for r in repeats)]
    if not cases:
        return None
    means = [fmean(values[case, repeat] for case in cases) for repeat in repeats]
    by_case = [fmean(values[case, repeat] for repeat in repeats) for case in cases]
    works: Sequence[str] = [books[case] for case in cases] if books else cases
    sd = stdev(means) if len(means) > 1 else None
    return Repeats(fmean(means), sd, len(repeats), len(cases), interval(by_case, works))
