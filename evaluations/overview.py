"""Several benchmarks in one table: never pooled, a row each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from evaluations.case import Case, Score
from evaluations.metrics import answers, steps
from evaluations.scoring import by_question
from evaluations.statistics import interval
from evaluations.table import Grid
from evaluations.works import works

COLUMNS = {"steps": "StepRecall", "F1@1": "evidence F1@1", "found": "found", "cited": "cited"}
"""Column to metric; a benchmark without gold steps or positions has no value there."""


def overview(cases: Sequence[Case], scores: Sequence[Score]) -> Grid:
    """n, accuracy with its interval, chance, and how much gold was reached, by benchmark that was answered at all."""
    names = list(dict.fromkeys(case.question.benchmark for case in cases))
    header = ("benchmark", "n", "accuracy", "95 %", "chance", *COLUMNS)
    judge = steps.judge_of(scores)
    rows = tuple(row for name in names if (row := _row(name, cases, scores, judge))[1])
    note = f"steps: {steps.named(judge)}. F1@1, found, cited: gold paragraphs. Never pooled."
    over = " b: over books or texts." if any(str(row[3]).endswith("b") for row in rows) else ""
    return Grid("All benchmarks", header, rows, note + over)


def _row(name: str, cases: Sequence[Case], scores: Sequence[Score], judge: str) -> tuple[str | int, ...]:
    mine = {case.id for case in cases if case.question.benchmark == name}
    metrics = [steps.named(judge) if column == "steps" else metric for column, metric in COLUMNS.items()]
    right, *others = (_own(scores, metric, mine) for metric in (answers.ACCURACY, answers.CHANCE, *metrics))
    span = _span(right, cases) if right else ""
    return name, len(right), _mean(right), span, *(_mean(values) for values in others)


def _own(scores: Sequence[Score], metric: str, mine: Collection[str]) -> dict[str, float]:
    return {case: value for case, value in by_question(scores, metric).items() if case in mine}


def _span(right: Mapping[str, float], cases: Sequence[Case]) -> str:
    books = works(cases)
    told = interval(list(right.values()), [books[case] for case in right], proportion=True)
    return f"{100 * told.low:.0f}–{100 * told.high:.0f}" + (" b" if told.over == "books" else "")


def _mean(values: Mapping[str, float]) -> str:
    return f"{100 * sum(values.values()) / len(values):.0f} %" if values else "—"
