"""PRELUDE's tables: the two F1s and what follows from them, by language and book; accuracy by sub-label."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evaluations.benchmarks.prelude.rows import SUB_LABELS
from evaluations.case import Case, Score
from evaluations.metrics.verdicts import PREDICTED, Verdict, agreement
from evaluations.table import Grid

HEADER = ("", "n", "macro-F1", "F1 consist.", "F1 contrad.", "accuracy", "bias", "unread")
NOTE = "bias: share said to contradict minus the share that does. unread: wrong, and a miss for its class."

_Cells = tuple[str | float | int | None, ...]


def grids(cases: Sequence[Case], scores: Sequence[Score]) -> list[Grid]:
    """Every verdict of every repeat counts once."""
    by_id = {case.id: case for case in cases}
    told = [
        (
            by_id[s.case],
            (by_id[s.case].gold.answer, s.read if isinstance(s.read, str) and s.value is not None else None),
        )
        for s in scores
        if s.metric == PREDICTED and s.case in by_id
    ]
    if not told:
        return []
    rows = [_row("all", told), *_by(told, lambda case: case.question.language)]
    rows += [
        _row("public books", public) for public in [[t for t in told if t[0].tags.get("public") == "yes"]] if public
    ]
    made = [Grid("Verdicts", HEADER, tuple(rows), NOTE), Grid("By book", HEADER, tuple(_by(told, _book)))]
    named = [t for t in told if t[0].tags.get("sub-label")]
    return [*made, _sub_labels(named)] if named else made


def _sub_labels(told: Sequence[tuple[Case, Verdict]]) -> Grid:
    """A sub-label belongs to one class, so it has an accuracy but no F1 worth the name."""
    labels = {case.tags["sub-label"] for case, _ in told}
    order = [one for one in SUB_LABELS if one in labels] + sorted(labels - SUB_LABELS.keys())
    rows: list[_Cells] = []
    for label in order:
        made = agreement(verdict for case, verdict in told if case.tags["sub-label"] == label)
        rows.append((label, SUB_LABELS.get(label, ""), made.n, made.accuracy, made.unread))
    return Grid("By sub-label", ("sub-label", "gold", "n", "accuracy", "unread"), tuple(rows))


def _by(told: Sequence[tuple[Case, Verdict]], name: Callable[[Case], str]) -> list[_Cells]:
    groups: dict[str, list[tuple[Case, Verdict]]] = {}
    for case, verdict in told:
        groups.setdefault(name(case), []).append((case, verdict))
    return [_row(group, groups[group]) for group in sorted(groups)]


def _row(name: str, told: Sequence[tuple[Case, Verdict]]) -> _Cells:
    made = agreement(verdict for _, verdict in told)
    f1s = made.macro_f1, made.f1_consistent, made.f1_contradict
    return name, made.n, *f1s, made.accuracy, made.bias, made.unread


def _book(case: Case) -> str:
    return case.question.title[:30]
