"""A stored run at hand: its cases, traces, scores and report, from its folder alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from agent.trace import Trace
from evaluations.benchmarks import benchmark
from evaluations.case import Case, Score
from evaluations.compare.judging import At, Judging, heard, judging
from evaluations.compare.side import Side
from evaluations.gist import Gist, uncollected
from evaluations.metrics import FAMILIES, JUDGED
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Findings
from evaluations.report import Report, report
from evaluations.scorers import Judgement, Kept, Scorer, Tally, keep, kept
from evaluations.scoring import LEXICAL, exhibits, score, scored
from evaluations.store import RunFolder, line
from evaluations.views import Views


class Judged:
    """What `run`, `report` and `show` tell of a run, by the lexical judge or by another scorer of the run."""

    def __init__(self, place: Path, scorer: str = LEXICAL) -> None:
        self.run = RunFolder(place)
        self.scorer = scorer
        self.record = self.run.record()
        self.benchmark = benchmark(self.record.benchmark)
        self.cases = self.run.cases()
        self._silent: dict[At, str] = {}
        self._tallies: dict[At, Tally] = {}

    @cached_property
    def kept(self) -> Kept | None:
        """What the scorer found; None of the lexical one, which finds it anew. Mistake when it has scored nothing."""
        return None if self.scorer == LEXICAL else kept(self.run, self.scorer)

    def traces(self) -> list[Trace]:
        return list(self._stored())

    def exhibits(self, traces: list[Trace]) -> Iterator[Exhibit]:
        return exhibits(self.cases, traces, Views().find, self._findings)

    def scores(self, traces: list[Trace]) -> list[Score]:
        return [score for _, found in self._scored(traces) for score in found]

    @cached_property
    def gist(self) -> Gist:
        """What reports read of the run, one trace in memory at a time; the lexical scores are kept in its folder."""
        gist = Gist(self.cases)
        with uncollected():
            passing = gist.passing(self._stored(), self._scored)
            if self.scorer == LEXICAL:
                self.run.keep_lines(LEXICAL, map(line, passing))
            else:
                deque(passing, maxlen=0)
        return gist

    def side(self) -> Side:
        """The run for tables beside other runs, by its gist."""
        gist = self.gist
        return Side(self.run.name, self.record, self.cases, gist.traces, gist.scores, self.said)

    def report(self) -> Report:
        """The report; the lexical scores are kept in the run's folder."""
        made = self.gist
        grids = self.benchmark.grids(self.cases, made.scores)
        return report(
            self.run.name, self.record, self.cases, made.traces, made.scores, grids, self.scorer, self.judging()
        )

    @property
    def said(self) -> Judging | None:
        """What the scorer said of the traces scored so far; None of the lexical one."""
        return Judging(self.kept.scorer, self._silent, self._tallies) if self.kept else None

    def judging(self) -> Mapping[str, float | int | None]:
        """What a model's judging took and came to; nothing of the lexical judge."""
        return self.kept.told() if self.kept else {}

    def _stored(self) -> Iterator[Trace]:
        return (self.run.trace(case, repeat) for case, repeat in self.run.traces())

    def _scored(self, traces: Iterable[Trace]) -> Iterator[tuple[Exhibit, list[Score]]]:
        families = (*FAMILIES, *self.benchmark.measures)
        for exhibit in exhibits(self.cases, traces, Views().find, self._findings):
            yield exhibit, self._told(exhibit.trace, scored(exhibit, families))

    def _told(self, trace: Trace, scores: list[Score]) -> list[Score]:
        """The scores; where the scorer said nothing of the trace, none by it."""
        if self.kept is None:
            return scores
        one = judging(self.kept, [trace], scores)
        self._silent.update(one.silent)
        self._tallies.update(one.tallies)
        return heard(scores, one)

    def keep(self, scorer: Scorer, made: Sequence[Judgement]) -> None:
        """Write a scorer's file: what it found on each trace, now and before in the same way, with the scores."""
        if not made:
            return
        whole = {**self._before(scorer), **{(one.case, one.repeat): one for one in made}}
        found = Kept(scorer, {at: whole[at] for at in self.run.traces() if at in whole})
        traces = [self.run.trace(*at) for at in found.by_trace]
        by_trace: dict[tuple[str, int], list[Score]] = {}
        scores = score(self.cases, traces, Views().find, JUDGED, lambda case, trace: found.findings(trace))
        for one in heard(scores, judging(found, traces, scores)):
            by_trace.setdefault((one.case, one.repeat), []).append(one)
        keep(self.run, found.by_trace.values(), by_trace)

    def _before(self, scorer: Scorer) -> dict[tuple[str, int], Judgement]:
        if scorer.name not in self.run.scorers():
            return {}
        return {at: one for at, one in kept(self.run, scorer.name).by_trace.items() if one.scorer == scorer}

    def _findings(self, case: Case, trace: Trace) -> Findings | None:
        return self.kept.findings(trace) if self.kept else None
