"""A stored run with its benchmark loaded again: cases, traces, scores."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from agent.trace import Trace
from evaluations.benchmarks import benchmark
from evaluations.benchmarks.loaded import Loaded
from evaluations.case import Case, Score
from evaluations.report import Report, report
from evaluations.scoring import LEXICAL, score
from evaluations.store import RunFolder, RunRecord
from evaluations.views import Views


@dataclass
class Judged:
    """What `run`, `report` and `show` tell of a run."""

    run: RunFolder
    record: RunRecord
    loaded: Loaded

    @classmethod
    def of(cls, place: Path, loaded: Loaded | None = None) -> Judged:
        """The run in `place`; its benchmark's files are read again unless `loaded` are given."""
        run = RunFolder(place)
        record = run.record()
        if loaded is None:
            files = Path(record.path) if record.path else None
            books = Path(record.book_place) if record.book_place else None
            loaded = benchmark(record.benchmark).load(files, books)
        return cls(run, record, loaded)

    @property
    def cases(self) -> list[Case]:
        """The cases the run asked for."""
        return [case for case in self.loaded.cases if case.id in set(self.record.cases)]

    def traces(self) -> list[Trace]:
        return [self.run.trace(case, repeat) for case, repeat in self.run.traces()]

    def scores(self, traces: list[Trace]) -> list[Score]:
        return score(self.cases, traces, Views().find)

    def report(self) -> Report:
        """The report; its scores are kept in the run's folder."""
        traces = self.traces()
        scores = self.scores(traces)
        self.run.keep_scores(LEXICAL, scores)
        return report(self.run.name, self.record, self.cases, traces, scores, self.loaded.oddities)
