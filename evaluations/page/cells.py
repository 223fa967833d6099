"""How a cell of a table is told: the number, and in small what it rests on."""

from __future__ import annotations

import unicodedata

from evaluations.compare.cells import number, percent
from evaluations.table import Cell, Estimate, Grid

DASH = "—"


def main(cell: Cell) -> str:
    """The cell in a word or a number."""
    if isinstance(cell, Estimate):
        if cell.value is None:
            return DASH
        return percent(cell.value) if cell.kind == "share" else number(cell.value)
    if cell is None:
        return DASH
    return percent(cell) if isinstance(cell, float) else f"{cell:,}" if isinstance(cell, int) else clean(cell)


def small(cell: Cell) -> str:
    """The interval (b: over books), the spread of repeats, and n; '' for a cell that has none."""
    if not isinstance(cell, Estimate):
        return ""
    if cell.value is None:
        return clean(cell.note)
    return " · ".join(part for part in (_interval(cell), _spread(cell), _n(cell), clean(cell.note)) if part)


def is_number(cell: Cell) -> bool:
    """Whether a cell belongs to the right of its column."""
    return cell is None or isinstance(cell, int | float | Estimate)


def right(grid: Grid) -> list[bool]:
    """Of each column whether its cells stand to the right: numbers, and gaps between them."""
    columns = zip(*grid.rows, strict=True) if grid.rows else ((),) * len(grid.header)
    return [any(map(is_number, some)) and all(is_number(cell) or cell == "" for cell in some) for some in columns]


def clean(text: str) -> str:
    """Data as one line: without control characters, and without those that turn the direction of writing.

    A line break stays: it parts a name from what stands small below it.
    """
    kept = "".join(" " if _turns(c) else c for c in text)
    return "\n".join(" ".join(line.split()) for line in kept.split("\n"))


def lines(text: str) -> list[str]:
    """The lines of a label: a name, and what stands small below it."""
    return [line for line in clean(text).split("\n") if line]


def _turns(character: str) -> bool:
    return character != "\n" and (
        unicodedata.category(character) in ("Cc", "Cs")
        or unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
    )


def _interval(cell: Estimate) -> str:
    if cell.low is None or cell.high is None:
        return ""
    ends = [number(end) if cell.kind == "count" else f"{100 * end:.0f}" for end in (cell.low, cell.high)]
    told = ("…" if cell.low < 0 else "–").join(end.replace("-", "−") for end in ends)
    return told + (" b" if cell.over == "books" else "")


def _spread(cell: Estimate) -> str:
    if cell.sd is None:
        return ""
    return f"± {100 * cell.sd:.1f}" if cell.kind == "share" else f"± {number(cell.sd)}"


def _n(cell: Estimate) -> str:
    return f"n {cell.n:,}" if cell.n else ""
