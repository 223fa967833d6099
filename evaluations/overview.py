"""Several benchmarks in one table: never pooled, a row each."""

from __future__ import annotations

from collections.abc import Sequence

from evaluations.case import Case, Score
from evaluations.metrics import answers, steps
from evaluations.scoring import by_question
from evaluations.statistics import wilson
from evaluations.table import Grid

COLUMNS = {"steps": "StepRecall", "F1@1": "evidence F1@1", "found": "found", "cited": "cited"}
"""Column to metric; a benchmark without gold steps or positions has no value there."""


def overview(cases: Sequence[Case], scores: Sequence[Score]) -> Grid:
    """n, accuracy with its Wilson interval, chance, and how much gold was reached, by benchmark."""
    names = list(dict.fromkeys(case.question.benchmark for case in cases))
    header = ("benchmark", "n", "accuracy", "95 %", "chance", *COLUMNS)
    judge = steps.judge_of(scores)
    note = f"steps: {steps.named(judge)}. F1@1, found, cited: gold paragraphs. Never pooled."
    return Grid("All benchmarks", header, tuple(_row(name, cases, scores, judge) for name in names), note)


def _row(name: str, cases: Sequence[Case], scores: Sequence[Score], judge: str) -> tuple[str | int, ...]:
    mine = {case.id for case in cases if case.question.benchmark == name}
    own = [score for score in scores if score.case in mine]
    right = by_question(own, answers.ACCURACY)
    low, high = wilson(sum(right.values()), len(right)) if right else (0.0, 1.0)
    span = f"{100 * low:.0f}–{100 * high:.0f}" if right else ""
    return (
        name,
        len(right),
        _mean(own, answers.ACCURACY),
        span,
        _mean(own, answers.CHANCE),
        *(_mean(own, steps.named(judge) if column == "steps" else metric) for column, metric in COLUMNS.items()),
    )


def _mean(scores: Sequence[Score], metric: str) -> str:
    values = list(by_question(scores, metric).values())
    return f"{100 * sum(values) / len(values):.0f} %" if values else "—"
