"""DetectiveQA's table: accuracy and step score of the same questions, and their geometric mean."""

from __future__ import annotations

from collections.abc import Sequence

from evaluations.case import Case, Score
from evaluations.metrics import steps as recall
from evaluations.metrics.aggregates import geometric_mean
from evaluations.metrics.answers import ACCURACY
from evaluations.metrics.lexical import LEXICAL
from evaluations.scoring import by_question
from evaluations.table import Grid

NOTE = "G.M. is of the two means."
BY_WORDS = "Steps are judged by words here: not the scale of the published figures."


def grids(cases: Sequence[Case], scores: Sequence[Score]) -> list[Grid]:
    """One row a language and one for all, over the questions for which both are defined."""
    judge = recall.judge_of(scores)
    accuracy, steps = by_question(scores, ACCURACY), by_question(scores, recall.named(judge))
    both = [case for case in cases if case.id in accuracy and case.id in steps]
    groups = {"all": both}
    for language in sorted({case.question.language for case in both}):
        groups[language] = [case for case in both if case.question.language == language]
    rows = []
    for name, some in groups.items() if both else ():
        right = sum(accuracy[case.id] for case in some) / len(some)
        found = sum(steps[case.id] for case in some) / len(some)
        rows.append((name, len(some), right, found, geometric_mean(right, found)))
    header = ("", "n", "accuracy", recall.named(judge), f"G.M. ({judge})")
    note = f"{NOTE} {BY_WORDS}" if judge == LEXICAL else NOTE
    return [Grid("Accuracy and steps together", header, tuple(rows), note)] if rows else []
