"""A stored run at hand: its cases, traces, scores and report, from its folder alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from agent.trace import Trace
from evaluations.benchmarks import benchmark
from evaluations.case import Case, Score
from evaluations.metrics import FAMILIES
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Findings
from evaluations.report import Report, report
from evaluations.scorers import Kept, kept
from evaluations.scoring import LEXICAL, exhibits, score
from evaluations.store import RunFolder
from evaluations.views import Views


class Judged:
    """What `run`, `report` and `show` tell of a run, by the lexical judge or by another scorer of the run."""

    def __init__(self, place: Path, scorer: str = LEXICAL) -> None:
        self.run = RunFolder(place)
        self.scorer = scorer
        self.record = self.run.record()
        self.benchmark = benchmark(self.record.benchmark)
        self.cases = self.run.cases()

    @cached_property
    def kept(self) -> Kept | None:
        """What the scorer found; None of the lexical one, which finds it anew. Mistake when it has scored nothing."""
        return None if self.scorer == LEXICAL else kept(self.run, self.scorer)

    def traces(self) -> list[Trace]:
        return [self.run.trace(case, repeat) for case, repeat in self.run.traces()]

    def exhibits(self, traces: list[Trace]) -> Iterator[Exhibit]:
        return exhibits(self.cases, traces, Views().find, self._findings)

    def scores(self, traces: list[Trace]) -> list[Score]:
        families = (*FAMILIES, *self.benchmark.measures)
        return score(self.cases, traces, Views().find, families, self._findings)

    def report(self) -> Report:
        """The report; the lexical scores are kept in the run's folder."""
        traces = self.traces()
        scores = self.scores(traces)
        if self.scorer == LEXICAL:
            self.run.keep_scores(LEXICAL, scores)
        grids = self.benchmark.grids(self.cases, scores)
        judging = self.kept.tally.told() if self.kept else {}
        return report(self.run.name, self.record, self.cases, traces, scores, grids, self.scorer, judging)

    def _findings(self, case: Case, trace: Trace) -> Findings | None:
        return self.kept.findings(trace) if self.kept else None
