"""The canvas: a figure in the house's style, and its drawing as SVG whose text stays text."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len, set_cell_size

from evaluations.page.cells import lines
from tools.mistake import Mistake
from tools.terms import HAN

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 6.8
"""Inches: the text width of a printed page."""
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's, told apart with any kind of colour sight."""
MARKS = ("o", "s", "^", "D", "v", "P", "X")
GREY, RULE = "#444444", "#cccccc"
SIZE = 9.0
"""Of the letters, in points."""
CELL = 0.066
"""Inches that a column of the screen takes in letters of that size; a Chinese character takes two."""
LINE = 10.0
"""Points from one line of a label to the next."""
LONGEST = 38
"""Columns of a label; its whole text stands in the table."""

_STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "casebook",
    "text.parse_math": False,
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": SIZE,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "hatch.linewidth": 0.6,
}
_HAN = re.compile(f"[{HAN}]")


def there() -> bool:
    """Whether pictures can be drawn here."""
    return find_spec("matplotlib") is not None


def needed() -> Mistake:
    """What is told where they cannot."""
    return Mistake("Pictures need matplotlib", cure="Install it: pip install 'casebook[plots]'")


@contextmanager
def styled() -> Iterator[None]:
    """The house's style, for drawing and saving; Chinese is left to the font of whoever looks."""
    from matplotlib import rc_context

    with rc_context(_STYLE), warnings.catch_warnings():  # type: ignore[arg-type]
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def canvas(
    height: float, left: float, right: float = 0.35, top: float = 0.12, bottom: float = 0.5, width: float = WIDTH
) -> tuple[Figure, Axes]:
    """A figure of `height` inches with one pair of axes, whose margins are inches too."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    box = (left / width, bottom / height, (width - left - right) / width, (height - top - bottom) / height)
    return figure, figure.add_axes(box)


def label(text: str) -> str:
    """A name as a picture's label: each of its lines cut to what has room."""
    return "\n".join(_cut(line) for line in lines(text))


def names(axes: Axes, places: Sequence[float], labels: Sequence[str]) -> None:
    """Labels left of the y axis: a name, and small below it who it is. Each line is a text of its own, so that it
    ends at the axis in whatever font it is drawn."""
    axes.set_yticks(places, [""] * len(places))
    axes.tick_params(axis="y", length=0)
    for place, one in zip(places, labels, strict=True):
        named(axes, (0, place), one, -6, "right", ("axes fraction", "data"))


def named(
    axes: Axes, place: tuple[float, float], text: str, shift: float, side: str = "left", within: Any = "data"
) -> None:
    """A label's lines above one another, their middle at `place`, `shift` points beside it."""
    told = text.split("\n")
    for at, line in enumerate(told):
        first = not at
        drop = LINE * ((len(told) - 1) / 2 - at)
        axes.annotate(
            line, place, xycoords=within, xytext=(shift, drop), textcoords="offset points", ha=side, va="center",
            fontsize=SIZE if first else SIZE - 1.5, color="black" if first else GREY, annotation_clip=False,
        )  # fmt: skip


def margin(labels: Sequence[str]) -> float:
    """Inches that the longest of these labels takes, with its distance from the axis."""
    widest = max((cell_len(line) for one in labels for line in one.split("\n")), default=0)
    return 0.2 + CELL * widest


def svg(figure: Figure) -> str:
    """The figure's drawing, to stand inside a page: no header, no style of its own, Chinese marked as such."""
    out = BytesIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(out, format="svg", metadata=nothing)
    drawn = out.getvalue().decode("utf-8")
    drawn = drawn[drawn.index("<svg ") :]
    drawn = re.sub(r"<style.*?</style>", "", drawn, count=1, flags=re.DOTALL)
    drawn = re.sub(r' xmlns(:xlink)?="[^"]*"', "", drawn, count=2)  # a page knows both without being told
    drawn = re.sub(r"font-family: [^;\"]*;? ?", "", drawn)
    return re.sub(r"<text ([^>]*)>([^<]*)", _spoken, drawn)


def _spoken(found: re.Match[str]) -> str:
    return f'<text lang="zh" {found[1]}>{found[2]}' if _HAN.search(found[2]) else found[0]


def _cut(line: str) -> str:
    return line if cell_len(line) <= LONGEST else set_cell_size(line, LONGEST - 1).rstrip() + "…"


def percent_axis(axes: Axes, across: bool = True) -> None:
    """Shares from 0 to 100 % on the x axis (or the y axis), with hair lines."""
    axis, limits = (axes.xaxis, axes.set_xlim) if across else (axes.yaxis, axes.set_ylim)
    limits(0, 1)
    axis.set_ticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"])
    axis.grid(True, color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
