"""Lines: a share at each of several places, one line a run, named at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaluations.plots.canvas import COLOURS, MARKS, WIDTH, canvas, label, margin, named, percent_axis, styled, svg
from evaluations.table import Estimate

HEIGHT = 2.9


def lines(
    places: Sequence[str],
    runs: Sequence[tuple[str, Sequence[Estimate]]],
    across: str,
    level: float | None,
    joined: int = 0,
) -> str:
    """Values with their intervals from left to right, joined by a line from the place `joined` on.

    `level` is a share to compare with, such as chance.
    """
    names = [label(name) for name, _ in runs]
    right = min(margin(names) + 0.1, WIDTH * 0.45)
    height = max(HEIGHT, 0.36 * len(runs) + 0.9)
    with styled():
        figure, axes = canvas(height, 0.6, right=right, top=0.15, bottom=0.55)
        percent_axis(axes, across=False)
        axes.set_xlim(-0.4, len(places) - 0.6)
        axes.set_xticks(range(len(places)), places)
        axes.set_xlabel(across)
        if level is not None:
            axes.axhline(level, color="black", linewidth=0.8, linestyle=(0, (4, 3)))
            axes.text(len(places) - 0.62, level + 0.015, "chance", fontsize=7.5, ha="right")
        for at, (_, estimates) in enumerate(runs):
            _line(axes, estimates, at, len(runs), joined)
        ends = [next((e.value for e in reversed(estimates) if e.value is not None), 0.0) for _, estimates in runs]
        for at, (name, y) in enumerate(zip(names, apart(ends, 0.36 / (height - 0.7)), strict=True)):
            at_end(axes, (len(places) - 0.5, y), name, at)
        return svg(figure)


def _line(axes: Any, estimates: Sequence[Estimate], at: int, many: int, joined: int) -> None:
    colour, shift = COLOURS[at % len(COLOURS)], 0.08 * (at - (many - 1) / 2)
    told = [(x + shift, e) for x, e in enumerate(estimates) if e.value is not None]
    for x, e in told:
        if e.low is not None:
            axes.plot([x, x], [e.low, e.high], color=colour, linewidth=0.9)
    places, values = [x for x, _ in told], [e.value for _, e in told]
    mark = {"marker": MARKS[at % len(MARKS)], "markersize": 5, "linewidth": 0, "clip_on": False, "zorder": 3}
    axes.plot(places, values, color=colour, **mark)
    line = [(x, value) for x, value in zip(places, values, strict=True) if x > joined - 0.5]
    axes.plot([x for x, _ in line], [value for _, value in line], color=colour, linewidth=1.3, clip_on=False)


def at_end(axes: Any, place: tuple[float, float], name: str, at: int) -> None:
    """A run's name in black beside its mark, to the right of the axes."""
    colour, mark = COLOURS[at % len(COLOURS)], MARKS[at % len(MARKS)]
    axes.plot(*place, color=colour, marker=mark, markersize=5, clip_on=False)
    named(axes, place, name, 7)


def apart(places: Sequence[float], least: float) -> list[float]:
    """The places moved as little as they must so that no two are closer than `least`, in their order; within 0 and 1
    as far as there is room."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    moved = [places[at] for at in order]
    for at in range(1, len(moved)):
        moved[at] = max(moved[at], moved[at - 1] + least)
    over = max(0.0, moved[-1] - 1) if moved else 0.0
    for at in range(len(moved) - 1, -1, -1):
        limit = moved[at + 1] - least if at + 1 < len(moved) else 1.0
        moved[at] = min(moved[at], limit) if over else moved[at]
    found = [0.0] * len(places)
    for at, place in zip(order, moved, strict=True):
        found[at] = place
    return found
