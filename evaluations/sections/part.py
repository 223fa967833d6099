"""A run as a report tells it, and the part of it that is of one benchmark, with its estimates."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from evaluations.case import Case, Score
from evaluations.compare.side import Side
from evaluations.metrics.lexical import LEXICAL
from evaluations.needles import Needle
from evaluations.scoring import Scores
from evaluations.statistics import interval
from evaluations.statistics.repeats import over_repeats
from evaluations.table import Estimate
from evaluations.works import works

UNMEASURED = "not measured"
"""Why a metric that no trace was scored by is undefined."""


@dataclass(frozen=True)
class Reported:
    """A run: its side, its needles, and who judged its reasoning."""

    side: Side
    needles: Sequence[Needle] = ()
    judge: str = LEXICAL
    judging: Mapping[str, float | int | None] = field(default_factory=dict)
    """What a model's judging took and came to."""

    @property
    def label(self) -> str:
        """The run's name, and below it who researched."""
        return f"{' '.join(self.side.name.split())}\n{self.side.player}"


@dataclass(frozen=True)
class Part(Reported):
    """A run within one benchmark: never pooled with another."""

    benchmark: str = ""

    @cached_property
    def cases(self) -> list[Case]:
        """Those that have a trace."""
        done = self.side.done
        return [case for case in self.side.cases if case.id in done]

    @cached_property
    def books(self) -> dict[str, str]:
        """Case id to the work it is about."""
        return works(self.cases)

    def values(self, metric: str) -> Mapping[str, float]:
        """Case id to the mean over its repeats of the defined values of a metric."""
        return {
            case: sum(some) / len(some) for case, some in self._defined.get(metric, {}).items() if case in self.books
        }

    def estimate(self, metric: str, proportion: bool = False, only: Sequence[Case] | None = None) -> Estimate:
        """The mean over questions with its interval; over `only` these cases when they are given."""
        values = self.values(metric)
        if only is not None:
            values = {case.id: values[case.id] for case in only if case.id in values}
        if not values:
            return Estimate(None, note=self.why(metric))
        books = [self.books[case] for case in values]
        told = interval(list(values.values()), books, proportion)
        mean = sum(values.values()) / len(values)
        return Estimate(mean, len(values), told.low, told.high, told.over, len(set(books)), self._sd(metric, values))

    def count(self, metric: str) -> Estimate:
        """The mean of a count over questions, without an interval."""
        values = self.values(metric)
        if not values:
            return Estimate(None, kind="count", note=self.why(metric))
        mean = sum(values.values()) / len(values)
        return Estimate(mean, len(values), sd=self._sd(metric, values), kind="count")

    def why(self, metric: str) -> str:
        """Why a metric is undefined: the reason given most often."""
        whys = self._whys.get(metric, [])
        return max(dict.fromkeys(whys), key=whys.count) if whys else UNMEASURED

    def _sd(self, metric: str, cases: Mapping[str, float]) -> float | None:
        if self.side.repeats < 2:
            return None
        pairs = {(s.case, s.repeat): s.value for s in self._scores.get(metric, []) if s.value is not None}
        found = over_repeats({at: value for at, value in pairs.items() if at[0] in cases})
        return found.sd if found else None

    @cached_property
    def _scores(self) -> dict[str, list[Score]]:
        scores = self.side.scores
        return (scores if isinstance(scores, Scores) else Scores(scores)).by_metric

    @cached_property
    def _defined(self) -> dict[str, dict[str, list[float]]]:
        found: dict[str, dict[str, list[float]]] = {}
        for metric, scores in self._scores.items():
            of = found.setdefault(metric, {})
            for score in scores:
                if score.value is not None:
                    of.setdefault(score.case, []).append(score.value)
        return found

    @cached_property
    def _whys(self) -> dict[str, list[str]]:
        return {
            metric: [s.why for s in scores if s.value is None and isinstance(s.why, str)]
            for metric, scores in self._scores.items()
        }


def parts(runs: Sequence[Reported]) -> dict[str, list[Part]]:
    """Benchmark to the runs that have researched of it, both in order of appearance."""
    found: dict[str, list[Part]] = {}
    for run in runs:
        groups = _by_benchmark(run.side)
        scores = _dealt(run.side.scores, groups)
        for name, ids in groups.items():
            needles = [needle for needle in run.needles if needle.case in ids]
            side = replace(
                run.side,
                cases=[case for case in run.side.cases if case.id in ids],
                traces=[trace for trace in run.side.traces if trace.question.id in ids],
                scores=scores[name],
            )
            found.setdefault(name, []).append(Part(side, needles, run.judge, run.judging, name))
    return found


def _dealt(scores: Sequence[Score], groups: Mapping[str, Collection[str]]) -> dict[str, Scores]:
    """Each benchmark's scores; there are many, so they are gone through once."""
    dealt = {name: Scores() for name in groups}
    of = {case: dealt[name] for name, ids in groups.items() for case in ids}
    for score in scores:
        if score.case in of:
            of[score.case].append(score)
    return dealt


def _by_benchmark(side: Side) -> dict[str, frozenset[str]]:
    done: dict[str, list[str]] = {}
    researched = side.done
    for case in side.cases:
        if case.id in researched:
            done.setdefault(case.question.benchmark, []).append(case.id)
    asked = {name: [c.id for c in side.cases if c.question.benchmark == name] for name in done}
    return {name: frozenset(ids) for name, ids in asked.items()}
