"""The answer's steps one by one: those that say what a reference step says, those that are supported, the first not.

The gold steps are not exhaustive, so that StepPrecision_supported is the fair precision; StepPrecision_gold shows how
close a chain keeps to them.
"""

from __future__ import annotations

from collections.abc import Sequence

from evaluations.case import Score
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import MOST_STEPS

GOLD, SUPPORTED, FIRST = "StepPrecision_gold", "StepPrecision_supported", "FirstError"


def measure(exhibit: Exhibit) -> list[Score]:
    """StepPrecision_gold; and where support was judged StepPrecision_supported and FirstError.

    StepPrecision_gold = steps that match some reference step / steps; undefined without steps or without reference
    steps. StepPrecision_supported = steps entailed by the text of their citations or premises / steps. FirstError =
    the number of the first unsupported step; undefined where there is none, or a verdict before it is missing.
    Steps are the first 20; one without a verdict is left out and counted. The judge's name stands in the metric's.
    """
    return [_gold(exhibit), *(_supported(exhibit) if exhibit.findings.supported is not None else ())]


def supported(exhibit: Exhibit) -> float | None:
    """StepPrecision_supported alone; None where support was not judged or there is no step."""
    return share((exhibit.findings.supported or ())[:MOST_STEPS])


def share(verdicts: Sequence[bool | None]) -> float | None:
    """The share of True among the verdicts that were given; None without any."""
    given = [verdict for verdict in verdicts if verdict is not None]
    return sum(given) / len(given) if given else None


def told(verdicts: Sequence[bool | None]) -> str:
    """How many of the verdicts given are True, and how many were not given: 2 of 3, 1 without a verdict."""
    given = [verdict for verdict in verdicts if verdict is not None]
    lost = len(verdicts) - len(given)
    return f"{sum(given)} of {len(given)}" + (f", {lost} without a verdict" if lost else "")


def _gold(exhibit: Exhibit) -> Score:
    found, answer = exhibit.findings, exhibit.trace.answer
    name, n = f"{GOLD}({found.judge})", len(answer.steps[:MOST_STEPS]) if answer else 0
    if found.matches is None or not n or not exhibit.case.gold.steps:
        why = found.why if found.matches is None else "no steps" if not n else "no reference steps"
        return exhibit.score(name, None, why=why)
    matched, unsure = {step for step, _ in found.matches}, {step for step, _ in found.unmatched}
    verdicts = [True if at in matched else None if at in unsure else False for at in range(1, n + 1)]
    value = share(verdicts)
    why = "no verdict" if value is None else ""
    return exhibit.score(name, value, told(verdicts), why or {"matched": [at for at in sorted(matched) if at <= n]})


def _supported(exhibit: Exhibit) -> list[Score]:
    judge, verdicts = exhibit.findings.judge, (exhibit.findings.supported or ())[:MOST_STEPS]
    wrong = [at for at, verdict in enumerate(verdicts, 1) if verdict is False]
    value, first = share(verdicts), wrong[0] if wrong else None
    missing = None in verdicts[: first or MOST_STEPS]
    why = None if first and not missing else "a verdict is missing" if missing else "no unsupported step"
    return [
        exhibit.score(
            f"{SUPPORTED}({judge})",
            value,
            told(verdicts),
            {"unsupported": [*wrong]} if value is not None else "no steps",
        ),
        exhibit.score(f"{FIRST}({judge})", None if why or first is None else float(first), why=why),
    ]
