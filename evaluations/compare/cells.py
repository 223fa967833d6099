"""How numbers stand in a comparison's tables: shares, counts, intervals, p."""

from __future__ import annotations

from rich import box
from rich.table import Table

from evaluations.compare.rows import Kind
from evaluations.metrics import steps
from evaluations.metrics.lexical import LEXICAL


def plain(title: str = "", *columns: str, left: int = 1) -> Table:
    """An empty table in the house's shape: the first `left` columns to the left, the others to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), title_justify="left", title=title or None)
    for at, column in enumerate(columns):
        table.add_column(column, justify="left" if at < left else "right", overflow="fold")
    return table


def measure(metric: str, judge: str) -> str:
    """A metric as a table names it: the parts of a StepRecall stand indented below it, and see `bare`."""
    parts = {steps.named(judge, part): f"  {part} steps" for part in ("explicit", "inferred")}
    return parts.get(metric) or bare(metric, judge)


def bare(metric: str, judge: str) -> str:
    """A metric without the name of its judge, unless that is the lexical one: a model's is long, and stands above."""
    if judge == LEXICAL:
        return metric
    return metric.removesuffix(f"({judge})").replace(f"({judge}, ", "(").strip()


def percent(value: float | None, sign: bool = False) -> str:
    if value is None:
        return "—"
    return f"{100 * value:{'+' if sign else ''}.1f} %".replace("-", "−")


def number(value: float, sign: bool = False) -> str:
    """A count or an average: one decimal, two below one, none from a thousand up."""
    digits = 0 if abs(value) >= 1000 else 2 if 0 < abs(value) < 1 else 1
    return f"{value:{'+' if sign else ''},.{digits}f}".replace("-", "−")


def p_value(p: float | None) -> str:
    if p is None:
        return "—"
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0")


def interval(low: float | None, high: float | None, kind: Kind, over: str) -> str:
    """`−17…+33 %`, with a b when it is over books; `~` where there is none."""
    if low is None or high is None:
        return "~"
    scale, digits = (100, 0) if kind == "share" else (1, 0 if max(abs(low), abs(high)) >= 100 else 1)
    ends = "…".join(_signed(scale * end, digits) for end in (low, high))
    return ends + (" %" if kind == "share" else "") + (" b" if over == "books" else "")


def _signed(value: float, digits: int) -> str:
    told = f"{value:+,.{digits}f}"
    return told.replace("-", "−") if any(digit in told for digit in "123456789") else told[1:]


def many(count: int, noun: str, plural: str = "") -> str:
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
