"""A stored run at hand: its cases, traces, scores and report, from its folder alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from agent.trace import Trace
from evaluations.benchmarks import benchmark
from evaluations.case import Case, Score
from evaluations.metrics import FAMILIES, JUDGED
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Findings
from evaluations.report import Report, report
from evaluations.scorers import Judgement, Kept, Scorer, keep, kept
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
        judging = self.kept.told() if self.kept else {}
        return report(self.run.name, self.record, self.cases, traces, scores, grids, self.scorer, judging)

    def keep(self, scorer: Scorer, made: Sequence[Judgement]) -> None:
        """Write a scorer's file: what it found on each trace, now and before in the same way, with the scores."""
        if not made:
            return
        whole = {**self._before(scorer), **{(one.case, one.repeat): one for one in made}}
        found = Kept(scorer, {at: whole[at] for at in self.run.traces() if at in whole})
        traces = [self.run.trace(*at) for at in found.by_trace]
        by_trace: dict[tuple[str, int], list[Score]] = {}
        for one in score(self.cases, traces, Views().find, JUDGED, lambda case, trace: found.findings(trace)):
            by_trace.setdefault((one.case, one.repeat), []).append(one)
        keep(self.run, found.by_trace.values(), by_trace)

    def _before(self, scorer: Scorer) -> dict[tuple[str, int], Judgement]:
        if scorer.name not in self.run.scorers():
            return {}
        return {at: one for at, one in kept(self.run, scorer.name).by_trace.items() if one.scorer == scorer}

    def _findings(self, case: Case, trace: Trace) -> Findings | None:
        return self.kept.findings(trace) if self.kept else None
