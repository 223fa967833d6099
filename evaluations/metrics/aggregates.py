"""Figures made of aggregates: DetectiveQA's geometric mean and win rate, LFED's mean over shots."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


def geometric_mean(accuracy: float, steps: float) -> float:
    """sqrt(mean accuracy × mean step score): of the two aggregates, never of a question (DetectiveQA)."""
    return math.sqrt(accuracy * steps)


@dataclass(frozen=True)
class WinRate:
    """Of the questions both settings answered: where the first is better, worse, equal, and where both are wrong."""

    wins: int
    losses: int
    ties: int
    both_lose: int

    @property
    def n(self) -> int:
        return self.wins + self.losses + self.ties + self.both_lose

    def shares(self) -> tuple[float, float, float, float]:
        """Wins, losses, ties and both lose as shares of n; ValueError when n is 0."""
        if not self.n:
            raise ValueError("a win rate needs at least one question")
        return self.wins / self.n, self.losses / self.n, self.ties / self.n, self.both_lose / self.n


def win_rate(
    accuracy: tuple[Mapping[str, float], Mapping[str, float]],
    steps: tuple[Mapping[str, float], Mapping[str, float]] | None = None,
) -> WinRate:
    """One setting against another (DetectiveQA): case id to accuracy, and to step score, of each of the two.

    A question's score is accuracy + step score, the higher wins; where no answer is right both lose, whatever the
    steps. Without `steps` accuracy alone decides, as between evidence and context; so it does for a question whose
    step score one side lacks. The paper does not say how its score adds up, nor how ties count: here they stand apart.
    """
    wins = losses = ties = both_lose = 0
    mine, theirs = accuracy
    for case in mine.keys() & theirs.keys():
        told = steps if steps and case in steps[0] and case in steps[1] else None
        a, b = (score[case] + (told[side][case] if told else 0.0) for side, score in enumerate(accuracy))
        if not mine[case] and not theirs[case]:
            both_lose += 1
        else:
            wins, losses, ties = wins + (a > b), losses + (a < b), ties + (a == b)
    return WinRate(wins, losses, ties, both_lose)


def over_shots(accuracies: Mapping[int, float]) -> float:
    """LFED's few-shot figure: the plain mean of the accuracies with 1, 2, … examples; zero-shot is no part of it.

    ValueError when there is none.
    """
    few = [accuracy for shots, accuracy in accuracies.items() if shots > 0]
    if not few:
        raise ValueError("a few-shot mean needs at least one run with examples")
    return sum(few) / len(few)
