"""A scatter of runs: what each spent against what it got, each point named where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluations.plots.canvas import COLOURS, GREY, MARKS, canvas, label, percent_axis, styled, svg
from evaluations.plots.lines import apart, at_end
from evaluations.table import Estimate


@dataclass(frozen=True)
class Point:
    """A run's name, what it spent, and its accuracy."""

    name: str
    spent: float
    got: Estimate


def scatter(points: Sequence[Point], across: str) -> str:
    """Accuracy upwards, spending to the right; names stand to the right of all points, in the order of their height."""
    height = max(3.0, 0.4 * len(points) + 0.9)
    names = [label(point.name) for point in points]
    with styled():
        figure, axes = canvas(height, 0.8, right=2.7, top=0.15, bottom=0.55)
        percent_axis(axes, across=False)
        most = max(point.spent for point in points) or 1.0
        axes.set_xlim(-0.05 * most, 1.1 * most)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
        axes.locator_params(axis="x", nbins=5)
        axes.set_xlabel(across)
        axes.set_ylabel("accuracy")
        ends = apart([point.got.value or 0.0 for point in points], 0.38 / (height - 0.7))
        for at, (point, name, y) in enumerate(zip(points, names, ends, strict=True)):
            colour, told = COLOURS[at % len(COLOURS)], point.got
            if told.value is None:
                continue
            if told.low is not None and told.high is not None:
                axes.plot([point.spent] * 2, [told.low, told.high], color=colour, linewidth=0.9)
            axes.plot([point.spent], [told.value], color=colour, marker=MARKS[at % len(MARKS)], markersize=6)
            axes.plot([point.spent, 1.1 * most], [told.value, y], color=GREY, linewidth=0.4, linestyle=(0, (2, 2)))
            at_end(axes, (1.13 * most, y), name, at)
        return svg(figure)
