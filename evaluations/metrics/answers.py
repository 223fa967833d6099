"""Is the answer right?"""

from __future__ import annotations

from agent.trace import Trace
from evaluations.case import Case, Score
from evaluations.metrics import texts
from tools.book import Book

ACCURACY = "accuracy"
CHANCE = "chance"


def measure(case: Case, trace: Trace, view: Book | None) -> list[Score]:
    """accuracy: 1 when the answer is right, else 0 (an abstention or a failure is 0).

    Right is the gold label; of a text question, a text that is by its words the same as the gold answer or an alias
    of it (texts.overlap: PM). chance: 1 / the number of options, what guessing would get; undefined without options.
    """
    value = trace.answer.value if trace.answer else None
    right, why = _text(case, value) if case.question.kind == "text" else _label(case, value)
    why = why if value else f"no answer ({trace.status})"
    options = len(case.question.options)
    chance = 1 / options if options else None
    return [
        Score(case=case.id, repeat=trace.repeat, metric=ACCURACY, value=float(right), read=value, why=why),
        Score(case=case.id, repeat=trace.repeat, metric=CHANCE, value=chance, why=f"{options} options"),
    ]


def _label(case: Case, value: str | None) -> tuple[bool, str]:
    right = value == case.gold.answer
    return right, "right" if right else f"gold {case.gold.answer}"


def _text(case: Case, value: str | None) -> tuple[bool, str]:
    best = texts.compared(value, (case.gold.answer, *case.gold.aliases))
    told = "right" if best.pm else "wrong"
    return bool(best.pm), f"{told} by lexical PM: F1 {best.f1:.2f} with gold {best.gold}"
