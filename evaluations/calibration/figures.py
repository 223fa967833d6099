"""Figures of verdicts, people's beside a scorer's, with intervals that know of questions and books."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaluations.metrics.exhibit import Exhibit
from evaluations.statistics import Interval, confusions
from evaluations.statistics.clusters import clustered, share
from evaluations.statistics.intervals import Over
from evaluations.statistics.raters import Confusion, corrected
from evaluations.statistics.sums import Of as Statistic
from evaluations.statistics.sums import value
from evaluations.works import work


@dataclass(frozen=True)
class Figure:
    """A figure with its interval and what that resamples, books or questions; None where it is undefined."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    over: Over | None = None

    @classmethod
    def of(cls, value: float | None, within: Interval | None, n: int) -> Figure:
        """With its interval, where it has one."""
        if value is None or within is None:
            return cls(value, None, None, n)
        return cls(value, within.low, within.high, n, within.over)


@dataclass(frozen=True)
class Verdict:
    """One verdict of the scorer's, with people's where they gave theirs."""

    question: str
    book: str
    yes: bool
    people: bool | None = None

    @classmethod
    def of(cls, exhibit: Exhibit, yes: bool, people: bool | None = None) -> Verdict:
        """On something in this exhibit."""
        return cls(exhibit.case.id, work(exhibit.case), yes, people)


def pearson(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's r; None for fewer than two pairs, and where either side does not vary."""
    import numpy as np

    return value(np.array([_moments(x, y) for x, y in pairs]), confusions.correlations) if pairs else None


def _moments(x: float, y: float) -> tuple[float, ...]:
    return 1.0, x, y, x * x, y * y, x * y


def share_of(told: Sequence[tuple[bool, Verdict]]) -> Figure:
    """The share of verdicts with a flag."""
    flags = [flag for flag, _ in told]
    within = share(flags, [one.question for _, one in told], [one.book for _, one in told])
    return Figure.of(sum(flags) / len(flags) if flags else None, within, len(flags))


def resampled(rows: Sequence[tuple[float, ...]], of: Statistic, told: Sequence[Verdict]) -> Figure:
    """The statistic of rows, of which each is about the question of its verdict."""
    import numpy as np

    if not rows:
        return Figure(None, None, None, 0)
    table = np.array(rows)
    within = clustered(table, of, [one.question for one in told], [one.book for one in told])
    return Figure.of(value(table, of), within, len(rows))


def corrected_share(run: Sequence[Verdict], told: Sequence[Verdict], table: Confusion) -> Figure:
    """The share of yes in the run as people would put it; `told` are the labelled verdicts, `table` their sums.

    The run and the labels are resampled together, since the labelled verdicts are the run's own.

    Where every verdict is a question of its own the interval is Lang and Reiczigel's. It also bounds the other where
    the labels show no mistake of one kind: then no draw of them does either, and that doubt would be lost.
    """
    rate = corrected(sum(one.yes for one in run), len(run), table)
    if rate.value is None or rate.low is None or rate.high is None:
        return Figure(None, None, None, rate.n)
    if len({one.question for one in run}) == len(run):
        return Figure(rate.value, rate.low, rate.high, rate.n, "questions")
    rows = [(float(one.yes), 1.0, 0.0, 0.0, 0.0, 0.0) for one in run]
    rows += [(0.0, 0.0, *confusions.row(one.yes, bool(one.people))) for one in told]
    made = replace(resampled(rows, confusions.true_shares, [*run, *told]), n=rate.n)
    if 0 not in (table.fn, table.fp) or made.low is None or made.high is None:
        return made
    return replace(made, low=min(made.low, rate.low), high=max(made.high, rate.high))


def correlation(pairs: Sequence[tuple[float, float]], exhibits: Sequence[Exhibit]) -> Figure:
    """Pearson's r of pairs, of which each is about one exhibit."""
    told = [Verdict.of(one, yes=True) for one in exhibits]
    return resampled([_moments(x, y) for x, y in pairs], confusions.correlations, told)
