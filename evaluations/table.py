"""A small table of results, as data: what a benchmark adds to the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Estimate:
    """A mean over questions, with its 95 % interval."""

    value: float | None
    """None is undefined; then `note` says why."""
    n: int = 0
    """Questions that define it."""
    low: float | None = None
    high: float | None = None
    over: str = ""
    """What the interval takes to be independent: books, or questions."""
    books: int = 0
    """Books or texts that those questions are about."""
    sd: float | None = None
    """Of the repeats' means; None of one repeat."""
    kind: Literal["share", "count"] = "share"
    note: str = ""


Cell = str | float | int | Estimate | None
"""Floats are shares and shown as percentages, ints as they are; None is undefined."""


@dataclass(frozen=True)
class Grid:
    """A titled table; a cell is a number (shown as a percentage), a text, or None (undefined)."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
