"""A heat map: shares by row and column, each with its number and how many it is of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaluations.plots.canvas import RULE, WIDTH, canvas, label, margin, styled, svg

ROW = 0.42


@dataclass(frozen=True)
class Heat:
    """One panel. A cell is (share, of how many), or None where there is nothing."""

    title: str
    cells: tuple[tuple[tuple[float, int] | None, ...], ...]


def heat(panels: Sequence[Heat], rows: Sequence[str], columns: Sequence[str], down: str, across: str) -> str:
    """Panels side by side over the same rows (from the top) and columns."""
    from matplotlib import colormaps

    names = [label(row) for row in rows]
    left = margin(names) + 0.25
    height = ROW * len(rows) + 0.95
    with styled():
        figure, first = canvas(height, left, right=0.1, top=0.3, bottom=0.62)
        room = (WIDTH - left - 0.1) / len(panels)
        bottom, tall = 0.62 / height, ROW * len(rows) / height
        for at, panel in enumerate(panels):
            axes = first if not at else figure.add_axes((0, 0, 1, 1))
            axes.set_position(((left + room * at) / WIDTH, bottom, (room - 0.15) / WIDTH, tall))
            _panel(axes, panel, colormaps["viridis"])
            axes.set_xticks([one + 0.5 for one in range(len(columns))], columns)
            axes.set_yticks([one + 0.5 for one in range(len(rows))], names if not at else [])
            axes.set_xlabel(across)
            if not at:
                axes.set_ylabel(down)
        return svg(figure)


def _panel(axes: Any, panel: Heat, colours: Any) -> None:
    from matplotlib.patches import Rectangle

    wide, tall = len(panel.cells[0]), len(panel.cells)
    axes.set_xlim(0, wide)
    axes.set_ylim(tall, 0)
    axes.set_title(panel.title, fontsize=9, loc="left", pad=6)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for y, row in enumerate(panel.cells):
        for x, cell in enumerate(row):
            colour = colours(cell[0]) if cell else "white"
            edge = "white" if cell else RULE
            axes.add_patch(Rectangle((x + 0.02, y + 0.03), 0.96, 0.94, facecolor=colour, edgecolor=edge, linewidth=0.6))
            if cell:
                ink = "black" if cell[0] > 0.55 else "white"
                axes.text(x + 0.5, y + 0.42, f"{100 * cell[0]:.0f} %", ha="center", va="center", color=ink)
                axes.text(x + 0.5, y + 0.78, f"of {cell[1]}", ha="center", va="center", color=ink, fontsize=6.5)
