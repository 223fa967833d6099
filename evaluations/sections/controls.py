"""Shortcuts and controls: how many right answers have a wrong chain, and what is gained over limited researchers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluations.compare.cells import p_value
from evaluations.metrics.reasons import SHORTCUT, THETA, THETAS, named
from evaluations.page.section import Part as PagePart
from evaluations.sections.part import Part
from evaluations.shortcuts import Gain, Shortcuts, control_of, shortcuts
from evaluations.table import Cell, Estimate, Grid


def controls(some: Sequence[Part]) -> Iterator[PagePart]:
    """The sweep of every run that is no control, and where there are controls what is gained over them, and causes."""
    told = [part for part in some if not control_of(part.side)]
    rates = [[part.estimate(named(SHORTCUT, part.judge, t), True) for t in THETAS] for part in told]
    if any(rate.value is not None for row in rates for rate in row):
        rows: list[tuple[Cell, ...]] = [(part.label, *row) for part, row in zip(told, rates, strict=True)]
        heads = ["1/3" if theta == THETA else f"{theta:g}" for theta in THETAS]
        yield Grid("Shortcut rate with StepRecall below", ("run", *heads), tuple(rows), _RATES)
    made = shortcuts([part.side for part in some])
    if caused := [one for one in made if one.wrong]:
        yield _causes(caused, some)
    if gains := [(one, gain) for one in made for gain in one.gains]:
        yield Grid("Gained over the controls", _GAINED, tuple(_gain(*pair, some) for pair in gains), _GAINS)


_RATES = (
    "Of the right answers, the share whose chain is wrong: StepRecall below the number, or under half of the steps "
    "supported (where that was judged), or explicit gold with no citation within two paragraphs."
)
_GAINED = ("run", "gain", "control", "accuracy", "control's", "difference", "p", "won by the control")
_GAINS = (
    "Evidence gain: over question-only. Reading gain: over tail-only. p: pairs exchanged at random. Won: by answer "
    "and steps. Another reader in the control's seat is named: the gain is then not the text's alone."
)


def _causes(made: Sequence[Shortcuts], some: Sequence[Part]) -> Grid:
    names = list(dict.fromkeys(cause for one in made for cause in one.causes))
    rows: list[tuple[Cell, ...]] = []
    for one in made:
        rows.append((_label(one.run, some), one.wrong, *(one.causes.get(cause) for cause in names)))
    note = (
        "What else is right too: question-only (parametric), tail-only (tail), extractive (lexical), none (other). "
        "— without the control that would tell."
    )
    return Grid("Causes of the wrong chains at 1/3", ("run", "wrong chains", *names), tuple(rows), note)


def _gain(one: Shortcuts, gain: Gain, some: Sequence[Part]) -> tuple[Cell, ...]:
    difference = Estimate(gain.gain, gain.n, gain.low, gain.high, gain.over)
    won = gain.wins.wins / gain.wins.n if gain.wins.n else None
    seat = _label(gain.control, some) + (f"\nits reader: {gain.reader}" if gain.reader else "")
    return _label(one.run, some), gain.name, seat, gain.accuracy, gain.of_control, difference, p_value(gain.p), won


def _label(run: str, some: Sequence[Part]) -> str:
    return next((part.label for part in some if part.side.name == run), run)
