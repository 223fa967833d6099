"""A page as Markdown: headings, prose and tables; pictures are told by the tables beside them."""

from __future__ import annotations

import re

from evaluations.page.cells import lines, main, right, small
from evaluations.page.section import Page, Part, Picture, Prose, Section
from evaluations.table import Cell, Grid

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")


def markdown(page: Page) -> str:
    """The page for any reader of Markdown with tables. Names and titles are data, and escaped."""
    head = [f"# {escaped(page.title)}", escaped(page.subtitle)]
    return "\n\n".join([*head, *(_section(section) for section in page.sections)]) + "\n"


def escaped(text: str) -> str:
    """Text that is no markup, on one line."""
    return _SPECIAL.sub(r"\\\1", " · ".join(lines(text))).replace("&", "&amp;")


def _section(section: Section) -> str:
    parts = (_part(part) for part in section.parts)
    return "\n\n".join([f"{'#' * section.level} {escaped(section.title)}", *(part for part in parts if part)])


def _part(part: Part) -> str:
    if isinstance(part, Picture):
        return ""
    return escaped(part.text) if isinstance(part, Prose) else _table(part)


def _table(grid: Grid) -> str:
    sides = right(grid)
    told = [
        "| " + " | ".join(map(escaped, grid.header)) + " |",
        "|" + "|".join(" ---: " if one else " --- " for one in sides) + "|",
        *("| " + " | ".join(map(_cell, row)) + " |" for row in grid.rows),
    ]
    title = [f"**{escaped(grid.title)}**"] if grid.title else []
    return "\n\n".join([*title, "\n".join(told), *([escaped(grid.note)] if grid.note else [])])


def _cell(cell: Cell) -> str:
    below = small(cell)
    return escaped(main(cell)) + (f" ({escaped(below)})" if below else "")
