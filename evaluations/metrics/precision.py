"""The answer's steps one by one: those that say what a reference step says, those that are supported, the first not.

The gold steps are not exhaustive, so that StepPrecision_supported is the fair precision; StepPrecision_gold shows how
close a chain keeps to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import JsonValue

from evaluations.case import Score
from evaluations.metrics.again import said_again
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import MOST_STEPS

GOLD, SUPPORTED, FIRST = "StepPrecision_gold", "StepPrecision_supported", "FirstError"

_Verdicts = dict[int, bool | None]
"""By the number of the step."""


def measure(exhibit: Exhibit) -> list[Score]:
    """StepPrecision_gold; and where support was judged StepPrecision_supported and FirstError.

    StepPrecision_gold = steps that match some reference step / steps; undefined without steps or without reference
    steps. StepPrecision_supported = steps entailed by the text of their citations or premises / steps. FirstError =
    the number of the first unsupported step; undefined where there is none, or a verdict before it is missing.
    Steps are the first 20; of these one that only says again what an earlier one said with the same citations is no
    step, and one without a verdict is left out: both are counted. The judge's name stands in the metric's.
    """
    return [_gold(exhibit), *(_supported(exhibit) if exhibit.findings.supported is not None else ())]


def supported(exhibit: Exhibit) -> float | None:
    """StepPrecision_supported alone; None where support was not judged or there is no step."""
    return share([*_told_once(exhibit, (exhibit.findings.supported or ())[:MOST_STEPS]).values()])


def repeated(exhibit: Exhibit) -> frozenset[int]:
    """The numbers of the steps that are said again, of all that are read."""
    return said_again(exhibit.trace.answer.steps[:MOST_STEPS]) if exhibit.trace.answer else frozenset()


def share(verdicts: Sequence[bool | None]) -> float | None:
    """The share of True among the verdicts that were given; None without any."""
    given = [verdict for verdict in verdicts if verdict is not None]
    return sum(given) / len(given) if given else None


def told(verdicts: Sequence[bool | None], again: int = 0) -> str:
    """How many of the verdicts given are True, how many were not given, and of how many steps said `again` none counts:
    2 of 3, 1 without a verdict, 4 said again."""
    given = [verdict for verdict in verdicts if verdict is not None]
    lost = len(verdicts) - len(given)
    more = [f", {lost} without a verdict" if lost else "", f", {again} said again" if again else ""]
    return f"{sum(given)} of {len(given)}" + "".join(more)


def _told_once(exhibit: Exhibit, verdicts: Sequence[bool | None]) -> _Verdicts:
    again = repeated(exhibit)
    return {at: verdict for at, verdict in enumerate(verdicts, 1) if at not in again}


def _why(name: str, numbers: Iterable[int], again: Iterable[int]) -> JsonValue:
    lists: dict[str, JsonValue] = {name: [*numbers], "said again": [*sorted(again)]}
    return lists if lists["said again"] else {name: lists[name]}


def _gold(exhibit: Exhibit) -> Score:
    found, answer = exhibit.findings, exhibit.trace.answer
    name, n = f"{GOLD}({found.judge})", len(answer.steps[:MOST_STEPS]) if answer else 0
    if found.matches is None or not n or not exhibit.case.gold.steps:
        why = found.why if found.matches is None else "no steps" if not n else "no reference steps"
        return exhibit.score(name, None, why=why)
    matched, unsure = {step for step, _ in found.matches}, {step for step, _ in found.unmatched}
    every = [True if at in matched else None if at in unsure else False for at in range(1, n + 1)]
    verdicts, again = _told_once(exhibit, every), repeated(exhibit)
    value, kept = share([*verdicts.values()]), [at for at, verdict in verdicts.items() if verdict]
    grounds = "no verdict" if value is None else _why("matched", kept, again)
    return exhibit.score(name, value, told([*verdicts.values()], len(again)), grounds)


def _supported(exhibit: Exhibit) -> list[Score]:
    judge, every = exhibit.findings.judge, (exhibit.findings.supported or ())[:MOST_STEPS]
    verdicts = _told_once(exhibit, every)
    again = frozenset(at for at in repeated(exhibit) if at <= len(every))
    wrong = [at for at, verdict in verdicts.items() if verdict is False]
    value, first = share([*verdicts.values()]), wrong[0] if wrong else None
    missing = any(verdict is None and at < (first or MOST_STEPS + 1) for at, verdict in verdicts.items())
    why = None if first and not missing else "a verdict is missing" if missing else "no unsupported step"
    return [
        exhibit.score(
            f"{SUPPORTED}({judge})",
            value,
            told([*verdicts.values()], len(again)),
            _why("unsupported", wrong, again) if value is not None else "no steps",
        ),
        exhibit.score(f"{FIRST}({judge})", None if why or first is None else float(first), why=why),
    ]
