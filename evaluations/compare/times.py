"""Times until something happened, such as the first gold paragraph: medians that count those who never got there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evaluations.agreement import lacks
from evaluations.case import Score
from evaluations.compare.side import Side
from evaluations.statistics.censored import Median, median_time

TIMES = re.compile(r"(events|paragraphs|tokens|seconds) to first gold$")
"""Metrics that are such times. Where it never happened the value is None, and `read` is when the research ended."""


@dataclass(frozen=True)
class Timed:
    """One time of two runs, over the researches of both that have one."""

    metric: str
    first: Median
    second: Median


def timed(first: Side, second: Side) -> list[Timed]:
    """In the order of the first run's scores; research whose source does not tell what was read has no times."""
    return _all(*(_told(side) for side in (first, second)))


def _told(side: Side) -> list[Score]:
    untold = {(trace.question.id, trace.repeat) for trace in side.traces if lacks(trace, "reads")}
    return [score for score in side.scores if (score.case, score.repeat) not in untold]


def _all(first: Sequence[Score], second: Sequence[Score]) -> list[Timed]:
    names = dict.fromkeys(score.metric for score in first if TIMES.match(score.metric))
    return [one for name in names if (one := _timed(name, first, second))]


def _timed(name: str, first: Sequence[Score], second: Sequence[Score]) -> Timed | None:
    mine, theirs = _ends(name, first), _ends(name, second)
    both = [at for at in mine if at in theirs]
    return Timed(name, *(_median([ends[at] for at in both]) for ends in (mine, theirs))) if both else None


def _ends(name: str, scores: Sequence[Score]) -> dict[tuple[str, int], tuple[float, bool]]:
    """(case, repeat) to when the watch was stopped, and whether it had happened by then."""
    found: dict[tuple[str, int], tuple[float, bool]] = {}
    for score in scores:
        if score.metric == name and score.value is not None:
            found[score.case, score.repeat] = score.value, True
        elif score.metric == name and isinstance(score.read, int | float):
            found[score.case, score.repeat] = float(score.read), False
    return found


def _median(ends: Sequence[tuple[float, bool]]) -> Median:
    return median_time([time for time, _ in ends], [happened for _, happened in ends])
