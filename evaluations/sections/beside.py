"""The tables of several runs as one: the same table of each, side by side or under one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluations.table import Cell, Grid


def beside(labels: Sequence[str], own: Sequence[Sequence[Grid]]) -> Iterator[Grid]:
    """For each table by its title, one of all runs that have it; `own` are each run's tables, in its label's place."""
    titles = dict.fromkeys((grid.title, grid.header) for grids in own for grid in grids)
    for title, header in titles:
        told = [
            (label, grid)
            for label, grids in zip(labels, own, strict=True)
            for grid in grids
            if (grid.title, grid.header) == (title, header)
        ]
        yield _across(told) if _alike(told) else _down(told)


def _alike(told: Sequence[tuple[str, Grid]]) -> bool:
    """Whether the runs differ in the last column alone, as in a table of patterns and their shares."""
    first = [row[:-1] for row in told[0][1].rows]
    texts = all(isinstance(cell, str) for row in first for cell in row)
    return texts and all([row[:-1] for row in grid.rows] == first for _, grid in told)


def _across(told: Sequence[tuple[str, Grid]]) -> Grid:
    one = told[0][1]
    header = (*one.header[:-1], *(f"{one.header[-1]}: {label}" for label, _ in told))
    rows = tuple((*row[:-1], *(grid.rows[at][-1] for _, grid in told)) for at, row in enumerate(one.rows))
    return Grid(one.title, header, rows, _note(told))


def _down(told: Sequence[tuple[str, Grid]]) -> Grid:
    one = told[0][1]
    rows: list[tuple[Cell, ...]] = [(label, *row) for label, grid in told for row in grid.rows]
    return Grid(one.title, ("run", *one.header), tuple(rows), _note(told))


def _note(told: Sequence[tuple[str, Grid]]) -> str:
    """The note of all, or each run's own."""
    notes = {grid.note for _, grid in told}
    if len(notes) == 1:
        return notes.pop()
    return " ".join(f"{label.split(chr(10))[0]}: {grid.note}" for label, grid in told if grid.note)
