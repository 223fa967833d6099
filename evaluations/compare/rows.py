"""A row a metric: both values over the same questions, the difference with its interval, and a test."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from evaluations.case import Score
from evaluations.compare.side import Side
from evaluations.compare.times import TIMES
from evaluations.metrics.answers import ACCURACY
from evaluations.metrics.process import COUNTS
from evaluations.scoring import by_question
from evaluations.statistics.pairs import PairedTest, difference, mcnemar, permuted
from evaluations.statistics.repeats import over_repeats
from evaluations.statistics.sums import Of, mean, value

UNTOLD = re.compile(
    r"chance|gold contradict|evidence (?!F1@1$)|token |sub\d|PrefixAcc|(chain wrong|shortcut|joint strict)@(?!0\.33)"
)
"""Metrics that a table leaves out: alike for every researcher, or a variant of one that stands there."""
OF_CHAINS = re.compile(
    r"(accuracy|chance|found|read|accepted|cited|orphans|depth|width)$|(EM|F1|PM|G\.M\.|macro-F1|Avg\.|Step|Chain"
    r"|Cite|Quote|Reason|Read|Prefix|First|[Kk]endall|evidence|passage|token |predicted|gold |sub\d|joint"
    r"|shortcut|chain|dangling|unsupp)"
)
"""How the metrics of answers and chains begin; every other one tells how the research went."""
_SHARE = re.compile(r"rate\b|share\b|coverage|similarity|area@|\bmet\b")
_COUNT = re.compile(r"orphans|depth|width|FirstError|[Kk]endall|dangling|unsupported")

Kind = Literal["share", "count"]


@dataclass(frozen=True)
class Row:
    """One metric of two runs, over the `n` questions on which both define it. None is undefined."""

    metric: str
    kind: Kind
    first: float
    second: float
    difference: float
    """second − first."""
    low: float | None
    high: float | None
    over: str
    """What the interval of the difference takes to be independent: books, or questions."""
    test: str
    p: float | None
    n: int
    sd_first: float | None = None
    """Of the means of its repeats; None of one repeat."""
    sd_second: float | None = None


def rows(first: Side, second: Side, books: Mapping[str, str]) -> tuple[list[Row], list[Row]]:
    """The rows of answers and chains, and those of the research. A metric that no question has in both has none."""
    found = [row for name in metrics(first, second) if (row := _row(name, first, second, books))]
    return [row for row in found if OF_CHAINS.match(row.metric)], [
        row for row in found if not OF_CHAINS.match(row.metric)
    ]


def metrics(first: Side, second: Side) -> Iterator[str]:
    """The metrics that both runs are scored by, in the order of the first; times are told apart (see times)."""
    theirs = {score.metric for score in second.scores}
    mine = dict.fromkeys(score.metric for score in first.scores)
    yield from (name for name in mine if name in theirs and not TIMES.match(name))


def undefined(first: Side, second: Side) -> dict[str, str]:
    """Metric to why it has no row: the reason given most often where a value is None."""
    told: dict[str, str] = {}
    for name in metrics(first, second):
        if not _common(name, first, second):
            whys = [s.why for side in (first, second) for s in side.scores if s.metric == name and s.value is None]
            texts = [why for why in whys if isinstance(why, str)]
            told[name] = max(set(texts), key=texts.count) if texts else "undefined"
    return told


def contrast(
    first: Sequence[Sequence[float]], second: Sequence[Sequence[float]], of: Of, books: Sequence[str]
) -> tuple[float, float, float | None, float | None, str, PairedTest] | None:
    """Both values of a statistic of paired rows, the interval of their difference, what it is over, and the test.

    The interval is None where every question differs alike: resampling tells nothing then. None if undefined.
    """
    import numpy as np

    mine, theirs = np.array(first, dtype=float), np.array(second, dtype=float)
    a, b = value(mine, of), value(theirs, of)
    if a is None or b is None:
        return None
    spread = difference(mine, theirs, of, books)
    told = spread if spread and spread.high - spread.low > 1e-12 else None
    over = spread.over if spread else ""
    return a, b, told.low if told else None, told.high if told else None, over, permuted(mine, theirs, of, books)


def _row(name: str, first: Side, second: Side, books: Mapping[str, str]) -> Row | None:
    both = _common(name, first, second)
    if not both:
        return None
    mine, theirs = [a for a, _ in both.values()], [b for _, b in both.values()]
    made = contrast([(a, 1.0) for a in mine], [(b, 1.0) for b in theirs], mean, [books[case] for case in both])
    assert made, "a mean over at least one question is defined"
    a, b, low, high, over, test = made
    if name == ACCURACY and {*mine, *theirs} <= {0.0, 1.0}:
        test = mcnemar(sum(x > y for x, y in both.values()), sum(x < y for x, y in both.values()))
    spread = [_sd(_of(name, side.scores), both) for side in (first, second)]
    return Row(name, kind(name, [*mine, *theirs]), a, b, b - a, low, high, over, test.name, test.p, len(both), *spread)


def _sd(scores: Sequence[Score], cases: Mapping[str, object]) -> float | None:
    values = {(s.case, s.repeat): s.value for s in scores if s.value is not None and s.case in cases}
    found = over_repeats(values) if any(repeat > 1 for _, repeat in values) else None
    return found.sd if found else None


def _common(name: str, first: Side, second: Side) -> dict[str, tuple[float, float]]:
    mine, theirs = by_question(_of(name, first.scores), name), by_question(_of(name, second.scores), name)
    return {case: (mine[case], theirs[case]) for case in mine if case in theirs}


def _of(name: str, scores: Sequence[Score]) -> list[Score]:
    return [score for score in scores if score.metric == name]


def kind(name: str, values: Sequence[float]) -> Kind:
    """Whether a metric with these values is told as a percentage or as a number."""
    if name in COUNTS or _COUNT.match(name) or min(values) < 0 or max(values) > 1:
        return "count"
    return "share" if OF_CHAINS.match(name) or _SHARE.search(name) else "count"
