"""Bars in groups: a share for each run in each of several rows, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaluations.plots.canvas import COLOURS, GREY, WIDTH, canvas, label, margin, names, percent_axis, styled, svg
from evaluations.table import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BAR, GAP = 0.2, 0.16
"""Inches that a bar takes, and the space between groups."""
BACK = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
"""What stands behind a number, so that no line crosses it."""
KEY = 0.21
"""Inches from one run in the key to the next."""
HATCHES = ("", "////", "....", "xxxx", "\\\\\\\\", "++++", "----")


@dataclass(frozen=True)
class Group:
    """A row's name and its estimate for each run; `mark` is a share to compare with, such as a constant answer's."""

    name: str
    estimates: tuple[Estimate, ...]
    mark: float | None = None


def bars(groups: Sequence[Group], runs: Sequence[str]) -> str:
    """Groups from top to bottom, in each a bar a run in their order; the value stands at the bar's end."""
    labels = [label(group.name) for group in groups]
    many = len(runs) > 1
    block = max(BAR * len(runs), 0.2) + GAP
    legend = KEY * len(runs) if many else 0.0
    left = min(margin(labels), WIDTH / 2)
    with styled():
        figure, axes = canvas(block * len(groups) + 0.5 + legend, left, right=0.75, top=0.08 + legend, bottom=0.4)
        percent_axis(axes)
        axes.set_ylim(block * len(groups), 0)
        for at, group in enumerate(groups):
            for place, one in enumerate(group.estimates):
                _bar(axes, block * at + GAP / 2 + BAR * (place + 0.5), one, place)
            if group.mark is not None:
                ends = block * at + GAP / 2, block * (at + 1) - GAP / 2
                axes.plot([group.mark] * 2, ends, color="black", linewidth=1.4, linestyle=(0, (1.5, 1)))
        names(axes, [block * (at + 0.5) for at in range(len(groups))], labels)
        if many:
            _key(figure, runs, left)
        return svg(figure)


def _bar(axes: Axes, middle: float, one: Estimate, place: int) -> None:
    colour, hatch = COLOURS[place % len(COLOURS)], HATCHES[place % len(HATCHES)]
    if one.value is None:
        axes.text(0.005, middle, "—", va="center", color=GREY)
        return
    axes.barh(middle, one.value, BAR * 0.8, color=colour, edgecolor="white", hatch=hatch, linewidth=0)
    end = one.value
    if one.low is not None and one.high is not None:
        axes.plot([one.low, one.high], [middle] * 2, color="black", linewidth=0.9)
        end = max(end, one.high)
    told = f"{100 * one.value:.0f} %"
    axes.text(end + 0.012, middle, told, va="center", fontsize=8, clip_on=False, bbox=BACK)


def _key(figure: Figure, runs: Sequence[str], left: float) -> None:
    """Which bar is whose, from top to bottom as they stand in a group."""
    from matplotlib.patches import Rectangle

    width, height = figure.get_size_inches()
    for place, run in enumerate(runs):
        y = 1 - (KEY * (place + 0.5) + 0.04) / height
        colour, hatch = COLOURS[place % len(COLOURS)], HATCHES[place % len(HATCHES)]
        box = Rectangle((left / width, y - 0.05 / height), 0.18 / width, 0.12 / height, facecolor=colour, hatch=hatch,
                        edgecolor="white", linewidth=0, transform=figure.transFigure)  # fmt: skip
        figure.add_artist(box)
        figure.text((left + 0.26) / width, y, " · ".join(label(run).split("\n")), va="center")
