"""A stored run at hand: its cases, traces, scores and report, from its folder alone."""

from __future__ import annotations

from pathlib import Path

from agent.trace import Trace
from evaluations.benchmarks import benchmark
from evaluations.case import Score
from evaluations.metrics import FAMILIES
from evaluations.report import Report, report
from evaluations.scoring import LEXICAL, score
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
        return [self.run.trace(case, repeat) for case, repeat in self.run.traces()]

    def scores(self, traces: list[Trace]) -> list[Score]:
        return score(self.cases, traces, Views().find, (*FAMILIES, *self.benchmark.measures))

    def report(self) -> Report:
        """The report; its scores are kept in the run's folder."""
        traces = self.traces()
        scores = self.scores(traces)
        self.run.keep_scores(LEXICAL, scores)
        grids = self.benchmark.grids(self.cases, scores)
        return report(self.run.name, self.record, self.cases, traces, scores, grids)
