"""Segments: bars that are parted into shares of a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evaluations.plots.canvas import WIDTH, canvas, label, margin, names, percent_axis, styled, svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FILLS = (("#0072B2", "white"), ("#ffffff", "black"), ("#bbbbbb", "black"), ("#D55E00", "black"))
"""Colour and ink of each part in turn."""
ROW = 0.56


def segments(rows: Sequence[tuple[str, Sequence[float]]], parts: Sequence[str]) -> str:
    """A bar a row, its parts in the order of their names, which stand above the first bar."""
    labels = [label(name) for name, _ in rows]
    left = min(margin(labels), WIDTH / 2)
    height = ROW * len(rows) + 0.85
    with styled():
        figure, axes = canvas(height, left, right=0.4, top=0.4, bottom=0.4)
        percent_axis(axes)
        axes.grid(False)
        axes.set_ylim(len(rows), 0)
        for at, (_, shares) in enumerate(rows):
            start = 0.0
            for (fill, ink), share in zip(FILLS, shares, strict=False):
                axes.barh(at + 0.5, share, left=start, height=0.62, color=fill, edgecolor="black", linewidth=0.7)
                if share >= 0.06:
                    middle = start + share / 2
                    axes.text(middle, at + 0.5, f"{100 * share:.0f} %", ha="center", va="center", color=ink)
                start += share
        names(axes, [at + 0.5 for at in range(len(rows))], labels)
        _key(figure, parts, left, height)
        return svg(figure)


def _key(figure: Figure, parts: Sequence[str], left: float, height: float) -> None:
    from matplotlib.patches import Rectangle

    room = (WIDTH - left - 0.1) / len(parts)
    for at, (name, (fill, _)) in enumerate(zip(parts, FILLS, strict=False)):
        x, y = (left + room * at) / WIDTH, 1 - 0.2 / height
        box = Rectangle((x, y - 0.06 / height), 0.16 / WIDTH, 0.13 / height, facecolor=fill, edgecolor="black",
                        linewidth=0.7, transform=figure.transFigure)  # fmt: skip
        figure.add_artist(box)
        figure.text(x + 0.22 / WIDTH, y, name, va="center")
