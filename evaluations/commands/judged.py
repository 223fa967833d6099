"""A stored run at hand: its cases, traces, scores and report, from its folder alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from agent.trace import Trace
from evaluations.benchmarks import benchmark
from evaluations.case import Score
from evaluations.compare.side import Side
from evaluations.gist import Gist, uncollected
from evaluations.metrics import FAMILIES
from evaluations.metrics.exhibit import Exhibit
from evaluations.report import Report, report
from evaluations.scoring import LEXICAL, exhibits, scored
from evaluations.store import RunFolder
from evaluations.views import Views


class Judged:
    """What `run`, `report` and `show` tell of a run."""

    def __init__(self, place: Path) -> None:
        self.run = RunFolder(place)
        self.record = self.run.record()
        self.benchmark = benchmark(self.record.benchmark)
        self.cases = self.run.cases()

    def traces(self) -> list[Trace]:
        return list(self._stored())

    def scores(self, traces: list[Trace]) -> list[Score]:
        return [score for _, found in self._scored(traces) for score in found]

    @cached_property
    def gist(self) -> Gist:
        """What reports read of the run, one trace in memory at a time; the whole scores are kept in its folder."""
        gist = Gist(self.cases)
        with uncollected():
            self.run.keep_scores(LEXICAL, gist.passing(self._stored(), self._scored))
        return gist

    def side(self) -> Side:
        """The run for tables beside other runs, by its gist."""
        return Side(self.run.name, self.record, self.cases, self.gist.traces, self.gist.scores)

    def report(self) -> Report:
        """The report; its scores are kept in the run's folder."""
        made = self.gist
        grids = self.benchmark.grids(self.cases, made.scores)
        return report(self.run.name, self.record, self.cases, made.traces, made.scores, grids)

    def _stored(self) -> Iterator[Trace]:
        return (self.run.trace(case, repeat) for case, repeat in self.run.traces())

    def _scored(self, traces: Iterable[Trace]) -> Iterator[tuple[Exhibit, list[Score]]]:
        families = (*FAMILIES, *self.benchmark.measures)
        return ((exhibit, scored(exhibit, families)) for exhibit in exhibits(self.cases, traces, Views().find))
