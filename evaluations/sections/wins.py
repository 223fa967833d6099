"""Win rates: each run against the first, question by question, as segments of a whole (DetectiveQA, fig. 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from evaluations.compare.comparison import wins
from evaluations.compare.side import Side, shared
from evaluations.metrics.aggregates import WinRate, win_rate
from evaluations.metrics.answers import ACCURACY
from evaluations.page.section import Part as PagePart
from evaluations.page.section import Picture
from evaluations.plots.segments import segments
from evaluations.sections.part import Part
from evaluations.shortcuts import control_of
from evaluations.table import Cell, Grid
from tools.mistake import Mistake

PARTS = ("wins", "ties", "both wrong", "loses")


def win_rates(some: Sequence[Part]) -> Iterator[PagePart]:
    """A bar for each run but the first, over the questions that both researched; nothing of one run."""
    first = some[0]
    told = [(part, found) for part in some[1:] if (found := _against(first, part)) and found[0].n]
    if not told:
        return
    rows: list[tuple[Cell, ...]] = []
    for part, (made, by) in told:
        rows.append((part.label, *_shares(made), made.n, by))
    name = " · ".join(first.label.split("\n"))
    note = (
        "A question's score is accuracy + StepRecall and the higher wins; where neither is right both are wrong, "
        "whatever the steps. Against the gold evidence accuracy alone counts. The paper does not say how ties count."
    )
    yield Grid(f"Win rates over {name}", ("run", *PARTS, "questions", "by"), tuple(rows), note)
    bars = [(f"{part.label}\nover {first.side.name}", _shares(made)) for part, (made, _) in told]
    alt = "; ".join(f"{part.side.name} over {first.side.name}: {_told(made)}" for part, (made, _) in told)
    yield Picture(f"Win rates over {name}.", alt, partial(segments, bars, PARTS))


def _against(first: Part, second: Part) -> tuple[WinRate, str] | None:
    """Of the second against the first, and what decided; None when they share no question."""
    try:
        both = set(shared(first.side, second.side).ids)
    except Mistake:
        return None
    if "gold-evidence" in (control_of(first.side), control_of(second.side)):
        right = [{case: v for case, v in part.values(ACCURACY).items() if case in both} for part in (second, first)]
        return win_rate((right[0], right[1])), "accuracy"
    made = wins(*(_only(part.side, both) for part in (first, second)))
    chained = any(case.gold.steps for case in first.cases)
    return made, "accuracy and steps" if chained else "accuracy"


def _only(side: Side, ids: set[str]) -> Side:
    return side.only(ids)


def _shares(made: WinRate) -> tuple[float, float, float, float]:
    won, lost, ties, both_lose = made.shares()
    return won, ties, both_lose, lost


def _told(made: WinRate) -> str:
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in zip(PARTS, _shares(made), strict=True))
