"""Several runs abreast on a terminal of 80 columns: a table of measures for each benchmark, a column a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from evaluations.compare.cells import plain
from evaluations.page.cells import main, small
from evaluations.sections.measures import listed
from evaluations.sections.part import Part, Reported, parts
from evaluations.sections.process import counts, kinds
from evaluations.sections.runs import conditions
from evaluations.table import Cell, Estimate

AT_ONCE = 3
"""Columns of runs that have room beside one another."""


def abreast(runs: Sequence[Reported]) -> Iterator[RenderableType]:
    """The runs by letter, and then benchmark by benchmark what each came to; never pooled."""
    letters = {id(run.side.record): _letter(at) for at, run in enumerate(runs)}
    for run in runs:
        told = " · ".join(run.label.split("\n"))
        yield Text.assemble((letters[id(run.side.record)], "bold"), f"  {told}")
    yield Text()
    for name, some in parts(runs).items():
        yield Text(name, "bold")
        for start in range(0, len(some), AT_ONCE):
            beside = some[start : start + AT_ONCE]
            yield _table(beside, [letters[id(part.side.record)] for part in beside])
        yield Text(f"{conditions(some).text}\n", "dim")
    yield Text(
        "Below each value: its 95 % interval (b: over books or texts), ± over repeats, n. — is undefined, with the "
        "reason. What a notebook guarantees is left out. Tests of differences: casebook compare.",
        "dim",
    )


def _table(some: Sequence[Part], letters: Sequence[str]) -> Table:
    table = plain("", "measure", *letters)
    table.columns[0].min_width = 22
    for label, *cells in listed(some).rows:
        if not any(isinstance(cell, Estimate) and cell.value is not None for cell in cells):
            continue
        table.add_row(Text(str(label)), *map(_cell, cells))
    table.add_section()
    counted = [counts(part) for part in some]
    for name in kinds(counted):
        if any(one.get(name) for one in counted):
            table.add_row(Text(name), *(str(one.get(name, 0)) for one in counted))
    return table


def _cell(cell: Cell) -> Text:
    bare = replace(cell, note="") if isinstance(cell, Estimate) and cell.value is not None else cell
    below = small(bare)
    return Text.assemble(main(cell), (f"\n{below}" if below else "", "dim"))


def _letter(at: int) -> str:
    return chr(ord("A") + at) if at < 26 else str(at + 1)
