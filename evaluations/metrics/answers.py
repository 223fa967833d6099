"""Is the answer right?"""

from __future__ import annotations

from evaluations.case import Case, Score
from evaluations.metrics import texts
from evaluations.metrics.exhibit import Exhibit

ACCURACY = "accuracy"
CHANCE = "chance"


def measure(exhibit: Exhibit) -> list[Score]:
    """accuracy: 1 when the answer is right, else 0 (an abstention or a failure is 0).

    Right is the gold label; of a text question, a text that is by its words the same as the gold answer or an alias
    of it (texts.overlap: PM). chance: 1 / the number of options, what guessing would get; undefined without options.
    """
    value = exhibit.trace.answer.value if exhibit.trace.answer else None
    correct, why = right(exhibit.case, value)
    why = why if value else f"no answer ({exhibit.trace.status})"
    options = len(exhibit.case.question.options)
    return [
        exhibit.score(ACCURACY, float(correct), value, why),
        exhibit.score(CHANCE, 1 / options if options else None, why=f"{options} options"),
    ]


def right(case: Case, value: str | None) -> tuple[bool, str]:
    """Whether `value` answers the case rightly, and why."""
    return _text(case, value) if case.question.kind == "text" else _label(case, value)


def _label(case: Case, value: str | None) -> tuple[bool, str]:
    same = value == case.gold.answer
    return same, "right" if same else f"gold {case.gold.answer}"


def _text(case: Case, value: str | None) -> tuple[bool, str]:
    best = texts.compared(value, (case.gold.answer, *case.gold.aliases))
    told = "right" if best.pm else "wrong"
    return bool(best.pm), f"{told} by lexical PM: F1 {best.f1:.2f} with gold {best.gold}"
