"""The order of the steps: does the answer tell them as the reference does?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from evaluations.case import Score
from evaluations.metrics.exhibit import Exhibit

NAME = "kendall tau-b"


def measure(exhibit: Exhibit) -> list[Score]:
    """Kendall's tau-b between a reference step's index and the number of the first step that matches it.

    Over the matched reference steps (StepMatch); undefined for fewer than two, and where all stand in one step. The
    judge's name stands in the metric's.
    """
    found = exhibit.findings
    name = f"{NAME}({found.judge})"
    if found.matches is None or not exhibit.case.gold.steps:
        return [exhibit.score(name, None, why=found.why if found.matches is None else "no reference steps")]
    first: dict[int, int] = {}
    for step, reference in sorted(found.matches, reverse=True):
        first[reference] = step
    pairs = sorted(first.items())
    value = tau_b(pairs)
    why = None if value is not None else "fewer than two matched steps" if len(pairs) < 2 else "all in one step"
    return [exhibit.score(name, value, [[reference, step] for reference, step in pairs], why)]


def tau_b(pairs: Sequence[tuple[float, float]]) -> float | None:
    """(C − D) / sqrt((C + D + Tx)(C + D + Ty)) over all pairs of pairs (Kendall 1945); None where that is 0 / 0.

    C are concordant, D discordant, Tx tied in the first place only, Ty in the second only.
    """
    concordant = discordant = first = second = 0
    for (a, b), (c, d) in combinations(pairs, 2):
        sign = (a > c) - (a < c), (b > d) - (b < d)
        concordant += sign[0] * sign[1] > 0
        discordant += sign[0] * sign[1] < 0
        first += not sign[0] and sign[1] != 0
        second += sign[0] != 0 and not sign[1]
    told = concordant + discordant
    # one root of a whole number, since the product of two roots may be a hair off
    whole = math.sqrt((told + first) * (told + second))
    return (concordant - discordant) / whole if whole else None
