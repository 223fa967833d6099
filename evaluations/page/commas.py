"""A page's tables as CSV: one line a cell, so that one file holds tables of any shape."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from evaluations.page.cells import is_number, lines, main, small
from evaluations.page.section import Page
from evaluations.table import Cell, Estimate, Grid

HEADER = (
    "section", "table", "row", "label", "column", "value", "low", "high", "over", "n", "books", "sd", "text",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t")


def commas(page: Page) -> str:
    """One line for each cell right of a row's first: where it stands, its number (shares from 0 to 1), and as told."""
    out = StringIO()
    sheet = csv.writer(out, lineterminator="\r\n")
    sheet.writerow(HEADER)
    for section, grid in page.grids():
        for place, row in enumerate(grid.rows, 1):
            for line in _lines(grid, row):
                sheet.writerow([_safe(section), _safe(grid.title), place, *line])
    return out.getvalue()


def _lines(grid: Grid, row: tuple[Cell, ...]) -> Iterator[list[object]]:
    label = _safe(" · ".join(lines(main(row[0]))))
    for column, cell in zip(grid.header[1:], row[1:], strict=True):
        yield [label, _safe(" · ".join(lines(column))), *_numbers(cell), _safe(" · ".join(_told(cell)))]


def _numbers(cell: Cell) -> list[object]:
    if isinstance(cell, Estimate):
        return [cell.value, cell.low, cell.high, cell.over, cell.n or None, cell.books or None, cell.sd]
    return [cell if is_number(cell) else None, *[None] * 6]


def _told(cell: Cell) -> list[str]:
    return [part for part in (" · ".join(lines(main(cell))), small(cell)) if part]


def _safe(text: str) -> str:
    """A spreadsheet takes a text that begins like a formula for one: an apostrophe says that it is none."""
    return f"'{text}" if text.startswith(_FORMULA) else text
