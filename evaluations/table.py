"""A small table of results, as data: what a benchmark adds to the report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Grid:
    """A titled table; a cell is a number (shown as a percentage), a text, or None (undefined)."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str | float | int | None, ...], ...]
    """Floats are shares and shown as percentages, ints as they are."""
    note: str = ""
