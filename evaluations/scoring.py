"""Scoring: stored traces and their cases to scores. It never runs the agent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from agent.trace import Trace
from evaluations.case import Case, Score
from evaluations.metrics import FAMILIES
from evaluations.metrics.exhibit import Exhibit, Measure
from evaluations.metrics.findings import Findings
from evaluations.metrics.lexical import LEXICAL as LEXICAL
from evaluations.metrics.wordcounts import WordCounts
from evaluations.untold import settled
from tools.book import Book

View = Callable[[Case, str], Book | None]
"""Finds the view of a case in the novel with a given digest, so that no trace is judged by another edition."""
Judged = Callable[[Case, Trace], Findings | None]


def score(
    cases: Iterable[Case],
    traces: Iterable[Trace],
    view: View,
    families: Sequence[Measure] = FAMILIES,
    judged: Judged = lambda case, trace: None,
) -> list[Score]:
    """Every metric of every trace whose case is among `cases`, in the order of the traces.

    `judged` gives a judge's findings on a trace; where it gives None the lexical judge's are read.
    """
    return [one for exhibit in exhibits(cases, traces, view, judged) for one in scored(exhibit, families)]


def scored(exhibit: Exhibit, families: Sequence[Measure] = FAMILIES) -> list[Score]:
    """Every metric of one trace."""
    found = [one for family in families for one in family(exhibit)]
    return found if exhibit.trace.imported is None else [settled(one, exhibit.trace) for one in found]


class Scores(list[Score]):
    """Scores that are looked up by metric again and again; once they are, none may be added."""

    @cached_property
    def by_metric(self) -> dict[str, list[Score]]:
        found: dict[str, list[Score]] = {}
        for score in self:
            found.setdefault(score.metric, []).append(score)
        return found


def exhibits(
    cases: Iterable[Case], traces: Iterable[Trace], view: View, judged: Judged = lambda case, trace: None
) -> Iterator[Exhibit]:
    """Each trace beside its case and view. A view is found once for the traces of a case that follow one another."""
    by_id, counts = {case.id: case for case in cases}, WordCounts()
    wanted: tuple[str, str] | None = None
    seen: Book | None = None
    for trace in traces:
        if case := by_id.get(trace.question.id):
            digest = trace.view.digest if trace.view else ""
            if wanted != (case.id, digest):
                wanted, seen = (case.id, digest), view(case, digest) if trace.view else None
            yield Exhibit(case, trace, seen, counts, judged(case, trace))


def by_question(scores: Sequence[Score], metric: str) -> dict[str, float]:
    """Case id to the mean over its repeats of the defined values of a metric."""
    values: dict[str, list[float]] = {}
    for one in scores.by_metric.get(metric, ()) if isinstance(scores, Scores) else scores:
        if one.metric == metric and one.value is not None:
            values.setdefault(one.case, []).append(one.value)
    return {case: sum(some) / len(some) for case, some in values.items()}
