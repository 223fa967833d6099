"""The figures of looks: means over questions with their intervals, by benchmark, language and way. Never pooled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluations.lookup.looks import DEPTHS, RANDOM, Look
from evaluations.statistics import interval
from evaluations.table import Estimate
from tools.book import Language


@dataclass(frozen=True)
class Figure:
    """One way of looking for the questions of a benchmark in one language."""

    benchmark: str
    language: Language
    way: str
    n: int
    books: int
    """The books or texts that the questions are about."""
    pool: int
    """Passages in a view, on average."""
    tokens: int
    """Tokens of a view, about and on average."""
    recall: Mapping[int, Estimate]
    """By depth."""


def figures(looks: Iterable[Look]) -> list[Figure]:
    """In the order of the looks' benchmarks, English before Chinese; [] without looks."""
    groups: dict[tuple[str, Language], list[Look]] = {}
    for look in looks:
        groups.setdefault((look.benchmark, look.language), []).append(look)
    order = list(dict.fromkeys(benchmark for benchmark, _ in groups))
    ranked = sorted(groups, key=lambda group: (order.index(group[0]), group[1]))
    return [_figure(way, groups[group]) for group in ranked for way in groups[group][0].recall]


def _figure(way: str, looks: Sequence[Look]) -> Figure:
    first, books = looks[0], [look.book for look in looks]
    return Figure(
        benchmark=first.benchmark,
        language=first.language,
        way=way,
        n=len(looks),
        books=len(set(books)),
        pool=round(fmean(look.pool for look in looks)),
        tokens=round(fmean(look.tokens for look in looks)),
        recall={depth: _estimate([look.recall[way][depth] for look in looks], books, way) for depth in DEPTHS},
    )


def _estimate(values: Sequence[float], books: Sequence[str], way: str) -> Estimate:
    """The mean; without an interval for what is computed, and where all values are the same and no resample varies."""
    value, there = fmean(values), len(set(books))
    if way == RANDOM or min(values) == max(values):
        return Estimate(value, len(values), books=there)
    told = interval(values, books)
    return Estimate(value, len(values), told.low, told.high, told.over, there)
