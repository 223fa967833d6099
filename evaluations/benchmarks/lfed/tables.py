"""LFED's table: accuracy by category beside what constant answers would get."""

from __future__ import annotations

from collections.abc import Sequence

from evaluations.benchmarks.lfed.rows import BLOCKS, UNANSWERABLE
from evaluations.case import Case, Score
from evaluations.metrics.answers import ACCURACY
from evaluations.scoring import by_question
from evaluations.table import Grid

HEADER = ("category", "n", "accuracy", "best letter", "always it", f"always {UNANSWERABLE}")


def grids(cases: Sequence[Case], scores: Sequence[Score]) -> list[Grid]:
    """Accuracy (mean over repeats, then questions) of each category and of all, with the two constant controls.

    The best letter is chosen with the gold of the same rows: it is what a constant guess could get at most.
    """
    accuracy = by_question(scores, ACCURACY)
    asked = [case for case in cases if case.id in accuracy]
    if not asked:
        return []
    found = {case.tags.get("category", "") for case in asked}
    order = [name for name, _ in BLOCKS if name in found] + sorted(found - {name for name, _ in BLOCKS})
    groups = {name or "(none)": [case for case in asked if case.tags.get("category", "") == name] for name in order}
    rows = [_row(name, some, accuracy) for name, some in groups.items()] if found != {""} else []
    note = "The official file names no categories: there the order of its rows tells them." if rows else ""
    return [Grid("Accuracy by category", HEADER, (*rows, _row("all", asked, accuracy)), note)]


def best_letter(cases: Sequence[Case]) -> tuple[str, float]:
    """The letter that is right most often, the first of equals, and how often: (letter, share)."""
    golds = [case.gold.answer for case in cases]
    letter = min(set(golds), key=lambda one: (-golds.count(one), one))
    return letter, golds.count(letter) / len(golds)


def always_unanswerable(cases: Sequence[Case]) -> float:
    """The share of rows whose right option says, or begins by saying, that the question cannot be answered."""
    right = sum(case.question.options[case.gold.answer].startswith(UNANSWERABLE) for case in cases)
    return right / len(cases)


def _row(name: str, cases: Sequence[Case], accuracy: dict[str, float]) -> tuple[str | float | int | None, ...]:
    letter, share = best_letter(cases)
    mean = sum(accuracy[case.id] for case in cases) / len(cases)
    return name, len(cases), mean, letter, share, always_unanswerable(cases)
