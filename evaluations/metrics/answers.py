"""Is the answer right?"""

from __future__ import annotations

from agent.trace import Trace
from evaluations.case import Case, Score
from tools.book import Book

ACCURACY = "accuracy"
CHANCE = "chance"


def measure(case: Case, trace: Trace, view: Book | None) -> list[Score]:
    """accuracy: 1 when the answer's label is the gold label, else 0 (an abstention or a failure is 0).

    chance: 1 / the number of options, what guessing would get.
    """
    value = trace.answer.value if trace.answer else None
    right = float(value == case.gold.answer)
    why = "right" if right else f"gold {case.gold.answer}" if value else f"no answer ({trace.status})"
    options = len(case.question.options)
    chance = 1 / options if options else None
    return [
        Score(case=case.id, repeat=trace.repeat, metric=ACCURACY, value=right, read=value, why=why),
        Score(case=case.id, repeat=trace.repeat, metric=CHANCE, value=chance, why=f"{options} options"),
    ]
