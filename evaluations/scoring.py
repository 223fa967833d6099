"""Scoring: stored traces and their cases to scores. It never runs the agent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from agent.trace import Trace
from evaluations.case import Case, Measure, Score
from evaluations.metrics import FAMILIES
from evaluations.untold import settled
from tools.book import Book

LEXICAL = "lexical"
"""The scorer without a model."""


def score(
    cases: Iterable[Case],
    traces: Iterable[Trace],
    view: Callable[[Case, str], Book | None],
    families: Sequence[Measure] = FAMILIES,
) -> list[Score]:
    """Every metric of every trace whose case is among `cases`, in the order of the traces.

    `view` finds the view of a case in the novel with a given digest, so that no trace is judged by another edition.
    """
    by_id = {case.id: case for case in cases}
    return [
        settled(one, trace)
        for trace in traces
        if (case := by_id.get(trace.question.id))
        for family in families
        for one in family(case, trace, view(case, trace.view.digest) if trace.view else None)
    ]


def by_question(scores: Sequence[Score], metric: str) -> dict[str, float]:
    """Case id to the mean over its repeats of the defined values of a metric."""
    values: dict[str, list[float]] = {}
    for one in scores:
        if one.metric == metric and one.value is not None:
            values.setdefault(one.case, []).append(one.value)
    return {case: sum(some) / len(some) for case, some in values.items()}
