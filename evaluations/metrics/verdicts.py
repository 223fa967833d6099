"""Verdicts on prequels: F1 of each class, their plain mean, accuracy, and the lean towards contradiction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from agent.question import CONSISTENT, CONTRADICT
from evaluations.case import Score
from evaluations.metrics.exhibit import Exhibit

PREDICTED, GOLD = "predicted contradict", "gold contradict"

Verdict = tuple[str, str | None]
"""(gold label, predicted label or None where the reply could not be read or there was no answer)."""


@dataclass(frozen=True)
class Agreement:
    """Predicted against gold labels over n verdicts; an F1 that no verdict bears on is None, never 0."""

    n: int
    unread: int
    accuracy: float
    f1_consistent: float | None
    f1_contradict: float | None
    bias: float
    """P(predicted contradict) - P(gold contradict), both over all n."""

    @property
    def macro_f1(self) -> float | None:
        """The plain mean of the two F1s."""
        if self.f1_consistent is None or self.f1_contradict is None:
            return None
        return (self.f1_consistent + self.f1_contradict) / 2


def measure(exhibit: Exhibit) -> list[Score]:
    """predicted contradict: 1 or 0, undefined where the answer is neither label; gold contradict: 1 or 0."""
    value, gold = exhibit.trace.answer.value if exhibit.trace.answer else None, exhibit.case.gold.answer
    predicted = float(value == CONTRADICT) if value in (CONSISTENT, CONTRADICT) else None
    return [
        exhibit.score(PREDICTED, predicted, value, exhibit.trace.status),
        exhibit.score(GOLD, float(gold == CONTRADICT), gold),
    ]


def agreement(verdicts: Iterable[Verdict]) -> Agreement:
    """How verdicts agree with gold. An unread one is wrong, and a miss for its gold class. ValueError without any.

    F1 of a class = 2 TP / (2 TP + FP + FN); the benchmark's macro-F1 is the plain mean of the two.
    """
    pairs = list(verdicts)
    if not pairs:
        raise ValueError("agreement needs at least one verdict")
    n = len(pairs)
    leaning = sum(predicted == CONTRADICT for _, predicted in pairs) - sum(gold == CONTRADICT for gold, _ in pairs)
    return Agreement(
        n=n,
        unread=sum(predicted is None for _, predicted in pairs),
        accuracy=sum(gold == predicted for gold, predicted in pairs) / n,
        f1_consistent=_f1(pairs, CONSISTENT),
        f1_contradict=_f1(pairs, CONTRADICT),
        bias=leaning / n,
    )


def _f1(pairs: list[Verdict], label: str) -> float | None:
    both = sum(gold == predicted == label for gold, predicted in pairs)
    either = sum(gold == label for gold, _ in pairs) + sum(predicted == label for _, predicted in pairs)
    return 2 * both / either if either else None
