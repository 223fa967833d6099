"""Figures that belong to a run and not to a question: G.M., macro-F1, LongReason's average; as functions of sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.question import CONSISTENT, CONTRADICT
from evaluations.case import Case, Score
from evaluations.compare.rows import Row, contrast, metrics
from evaluations.compare.side import Side
from evaluations.metrics.answers import ACCURACY
from evaluations.scoring import by_question
from evaluations.statistics.sums import Of, quotient, value

if TYPE_CHECKING:
    from evaluations.statistics.sums import Floats

Columns = Callable[[Side], Mapping[str, Sequence[float]]]
"""Case id to the numbers that are added up; a case without them is left out."""


@dataclass(frozen=True)
class Figure:
    """A figure's name, the numbers it adds up, and what it makes of the sums."""

    name: str
    columns: Columns
    of: Of


def figures(benchmark: str, first: Side, second: Side) -> list[Figure]:
    """Those of a benchmark, for two sides that hold its questions alone."""
    if benchmark == "detectiveqa":
        judged = [name for name in metrics(first, second) if name.startswith("StepRecall(") and "," not in name]
        return [_geometric_mean(name) for name in judged]
    if benchmark == "prelude":
        return [Figure("macro-F1", _verdicts, _macro_f1)]
    return [Figure("Avg. 8K–64K", _by_length, _average)] if benchmark == "longreason" else []


def figure_rows(benchmark: str, first: Side, second: Side, books: Mapping[str, str]) -> Iterator[Row]:
    """A row a figure that is defined for both."""
    for figure in figures(benchmark, first, second):
        mine, theirs = figure.columns(first), figure.columns(second)
        both = [case for case in mine if case in theirs]
        if not both:
            continue
        made = contrast([mine[c] for c in both], [theirs[c] for c in both], figure.of, [books[case] for case in both])
        if made:
            a, b, low, high, over, test = made
            yield Row(figure.name, "share", a, b, b - a, low, high, over, test.name, test.p, len(both))


def macro_f1(run: Side) -> float | None:
    """PRELUDE's macro-F1 of one run; None where a class is neither gold nor said."""
    import numpy as np

    found = _verdicts(run)
    return value(np.array(list(found.values())), _macro_f1) if found else None


def _geometric_mean(metric: str) -> Figure:
    def columns(side: Side) -> dict[str, Sequence[float]]:
        right, found = by_question(side.scores, ACCURACY), by_question(side.scores, metric)
        return {case: (right[case], found[case], 1.0) for case in right if case in found}

    return Figure(metric.replace("StepRecall", "G.M. "), columns, _root)


def _root(sums: Floats) -> Floats:
    import numpy as np

    return quotient(np.sqrt(np.maximum(sums[:, 0] * sums[:, 1], 0)), sums[:, 2])


def _verdicts(side: Side) -> dict[str, Sequence[float]]:
    """Twice the right ones of each class, and how often the class is gold plus how often it is said."""
    gold = {case.id: case.gold.answer for case in side.cases if case.gold.answer in (CONSISTENT, CONTRADICT)}
    found: dict[str, list[list[float]]] = {}
    for score in side.scores:
        if score.metric == ACCURACY and score.case in gold:
            found.setdefault(score.case, []).append(_counts(gold[score.case], score))
    return {case: [sum(column) / len(some) for column in zip(*some, strict=True)] for case, some in found.items()}


def _counts(gold: str, score: Score) -> list[float]:
    said = score.read
    counts: list[float] = []
    for label in (CONSISTENT, CONTRADICT):
        counts += [2.0 * (gold == said == label), (gold == label) + float(said == label)]
    return counts


def _macro_f1(sums: Floats) -> Floats:
    return (quotient(sums[:, 0], sums[:, 1]) + quotient(sums[:, 2], sums[:, 3])) / 2


def _by_length(side: Side) -> dict[str, Sequence[float]]:
    right = by_question(side.scores, ACCURACY)
    placed = {case.id: case for case in side.cases if case.id in right}
    return {name: _placed(case, right[name]) for name, case in placed.items()}


def _placed(case: Case, right: float) -> list[float]:
    split = case.tags.get("split")
    return [number for one in ("8k", "16k", "32k", "64k") for number in (right * (split == one), float(split == one))]


def _average(sums: Floats) -> Floats:
    """The plain mean of the four lengths' accuracies; undefined unless all are there."""
    return sum((quotient(sums[:, at], sums[:, at + 1]) for at in (0, 2, 4, 6)), start=0 * sums[:, 0]) / 4
