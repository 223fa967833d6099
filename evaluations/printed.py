"""The report of a run as it is printed: tables for a terminal of 80 columns, and what must be known to read them."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from evaluations.compare.cells import measure
from evaluations.metrics import answers
from evaluations.metrics.evidence import TOLERANCES
from evaluations.metrics.lexical import LEXICAL
from evaluations.report import UNDEFINED, Report, Row
from evaluations.table import Cell, Estimate, Grid


def tables(made: Report) -> RenderableType:
    """The report for a terminal of 80 columns."""
    parts: list[RenderableType] = [_title(made)]
    if made.headline:
        parts.append(_headline_table(made))
    if made.headline and any(row.value is not None for row in made.funnel):
        parts += [_evidence_table(made), _funnel_table(made)]
    parts += [_grid_table(grid) for grid in made.grids]
    return Group(*parts, _footer(made))


def _title(made: Report) -> Text:
    spoken = ", ".join(f"{count} {language}" for language, count in sorted(made.languages.items()))
    asked = f" of {made.asked}" if made.asked != made.questions else ""
    repeats = f" · {_many(made.repeats, 'repeat')}" if made.repeats > 1 else ""
    return Text.assemble(
        ("Run ", "dim"), (made.run, "bold"), f"\n{made.benchmark} · {made.researcher} · ",
        f"{_many(made.questions, 'question')}{asked} ({spoken}) · {_many(made.books, 'book')}{repeats}\n",
    )  # fmt: skip


def _headline_table(made: Report) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("measure", "value", "95 % interval*", "n", ""):
        table.add_column(
            column, justify="left" if column in ("measure", "") else "right", style="dim" if not column else ""
        )
    for row in (row for row in made.headline if row.n or row.note != UNDEFINED):
        table.add_row(_label(row.name, made.judge), _percent(row.value), _interval(row), str(row.n), row.note)
    return table


def _label(name: str, judge: str) -> str:
    """A measure as the table names it: a model judge, whose name is long, stands below the table instead."""
    return f"  {name}" if name == answers.CHANCE else measure(name, judge)


def _evidence_table(made: Report) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left", title="Evidence: cited against gold paragraphs"
    )
    table.add_column("at most this far apart")
    for t in TOLERANCES:
        table.add_column(str(t), justify="right")
    for name, values in made.evidence.items():
        table.add_row(name, *(_percent(values[str(t)]) for t in TOLERANCES))
    return table


def _funnel_table(made: Report) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left", title="Where gold evidence was lost")
    for row in made.funnel:
        table.add_column(row.name, justify="right")
    table.add_row(*(_percent(row.value) for row in made.funnel))
    return table


def _grid_table(grid: Grid) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left", caption_justify="left")
    table.title, table.caption = grid.title, grid.note or None
    for place, column in enumerate(grid.header):
        table.add_column(column, justify="right" if place else "left")
    for row in grid.rows:
        table.add_row(*(_cell(cell) for cell in row))
    return table


def _cell(cell: Cell) -> Text:
    value = cell.value if isinstance(cell, Estimate) else cell
    return Text(_percent(value) if value is None or isinstance(value, float) else str(value))


def _footer(made: Report) -> Text:
    lines = [
        f"Status: {_counts(made.statuses)}. Stops: {_counts(made.stops)}.",
    ]
    if took := _averages(made.process):
        lines.append(f"A question took, on average: {took}.")
    if made.bookless:
        lines.append(f"The book was not found for {_many(made.bookless, 'trace')}: what needs it is undefined.")
    if made.guards:
        lines.append(f"Refused by: {_counts(made.guards)}.")
    if made.oddities:
        lines.append(f"Odd in the benchmark's files: {_counts(made.oddities)}.")
    if any(row.over == "books" for row in made.headline):
        lines.append("* b: over books; else over questions, as for fewer than ten books.")
    else:
        lines.append("* over questions, not books: fewer than ten books give no interval of their own.")
    lines += _judging(made)
    if made.guarded:
        lines.append("read counts the neighbours of what was found. The notebook guarantees verbatim")
        lines.append("quotes and grounded chains: what counts is how many moves it had to refuse.")
    else:
        lines.append("Imported: no notebook guarded it, and what its file does not tell is undefined.")
    return Text("\n".join(lines), style="dim")


def _judging(made: Report) -> list[str]:
    """Who judged the reasoning, and how far that can be relied on."""
    if made.judge == LEXICAL:
        return ["lexical: judged by words in common, without a model; no model judge's scale."]
    told = made.judging
    lines = [f"Reasoning judged by {made.judge} in {_many(int(told.get('traces') or 0), 'trace')}."]
    if told.get("verdicts"):
        flips = f", votes differ on {_percent(told['flip rate'])}" if told["flip rate"] is not None else ""
        lines.append(f"Of {told['verdicts']} verdicts {told['failed']} failed (undefined, never 0){flips}.")
        lines.append("A judge is to be trusted as far as people agree with it: casebook judge sample.")
    return lines


def _averages(rows: Sequence[Row]) -> str:
    return ", ".join(f"{row.value:,.1f} {row.name}" for row in rows[1:] if row.value)


def _percent(value: float | None) -> str:
    return "—" if value is None else f"{100 * value:.1f} %"


def _interval(row: Row) -> str:
    if row.low is None or row.high is None:
        return ""
    return f"{100 * row.low:.0f}–{100 * row.high:.0f} %" + (" b" if row.over == "books" else "")


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")
