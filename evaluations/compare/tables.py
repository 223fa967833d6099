"""A comparison for a terminal of 80 columns: what differs, the rows, the agreement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from evaluations.agreement import Agreement
from evaluations.compare.cells import bare, interval, many, measure, number, p_value, percent, plain
from evaluations.compare.comparison import Comparison, Part
from evaluations.compare.flips import Flip
from evaluations.compare.heading import heading
from evaluations.compare.rows import UNTOLD, Row
from evaluations.compare.times import Timed
from evaluations.compare.turned import flip_lines
from evaluations.metrics import steps
from evaluations.statistics.censored import Median

_NOTES = (
    "* of the difference, 95 %: over questions where a benchmark has fewer than ten books, and then too narrow; "
    "b: over books. p: McNemar's test for accuracy (m), else the pairs exchanged at random (whole books from ten on); "
    "not corrected for the number of rows. ~: every question differs alike."
)


def tables(made: Comparison, shown: int) -> RenderableType:
    """Everything of one pair of runs; at most `shown` flips are listed."""
    parts: list[RenderableType] = [Rule(), *heading(made)]
    for part in made.parts:
        parts += _part(part, made.judge, alone=len(made.parts) == 1)
    turned = [flip for part in made.parts for flip in part.flips]
    return Group(*parts, *_flips(turned, shown))


def _part(part: Part, judge: str, alone: bool) -> Iterator[RenderableType]:
    title = (
        f"{part.benchmark}: {many(part.questions, 'question')}, {many(part.books, 'book or text', 'books or texts')}"
    )
    yield Text(title, "bold") if not alone else Text(title)
    yield _rows("", part.rows, judge)
    yield Text(f"{_wins(part, judge)}\n")
    if any(row.sd_first is not None or row.sd_second is not None for row in part.rows):
        yield _repeated(part, judge)
    if part.process:
        yield _rows("How it was researched", part.process, judge)
    if part.times:
        yield _times(part.times)
    yield from _agreement(part.agreement)
    if told := _why(part.undefined, judge):
        yield Text(f"Undefined in A or B: {told}.\n", "dim")


def _rows(title: str, rows: Sequence[Row], judge: str) -> Table:
    table = plain(title, "measure", "A", "B", "B − A", "interval*", "p", "n")
    for row in rows:
        if UNTOLD.match(row.metric) or (row.kind == "count" and row.first == row.second == 0):
            continue
        table.add_row(
            Text(measure(row.metric, judge)),
            *_values(row),
            interval(row.low, row.high, row.kind, row.over),
            _p(row),
            str(row.n),
        )
    return table


def _values(row: Row) -> tuple[str, str, str]:
    if row.kind == "share":
        return percent(row.first), percent(row.second), percent(row.difference, sign=True)
    return number(row.first), number(row.second), number(row.difference, sign=True)


def _p(row: Row) -> str:
    return p_value(row.p) + ("m" if row.test == "McNemar" and row.p is not None else "")


def _wins(part: Part, judge: str) -> str:
    won = part.wins
    if not won.n:
        return "No question has an accuracy in both."
    both = next((row.n for row in part.rows if row.metric == steps.named(judge)), 0)
    counted = "answer and steps" if both else "answer"
    if 0 < both < won.n:
        counted += f" (in {won.n - both} by the answer alone)"
    return (
        f"B against A, by {counted}: {many(won.wins, 'win')}, {many(won.losses, 'loss', 'losses')}, "
        f"{many(won.ties, 'tie')}; both wrong in {won.both_lose}."
    )


def _repeated(part: Part, judge: str) -> Table:
    table = plain("Over repeats: mean ± standard deviation of the repeats' means", "measure", "A", "B")
    for row in part.rows:
        if row.kind == "share" and not UNTOLD.match(row.metric):
            values = [(row.first, row.sd_first), (row.second, row.sd_second)]
            told = [percent(mean) + ("" if sd is None else f" ± {100 * sd:.1f}") for mean, sd in values]
            table.add_row(Text(measure(row.metric, judge)), *told)
    return table


def _times(times: Sequence[Timed]) -> Table:
    """Medians with their intervals, and how many got there at all."""
    table = plain("Kaplan-Meier medians; who never got there counts", "", "A", "got there", "B", "got there")
    for one in (one for one in times if one.first.value or one.second.value):
        cells = [cell for made in (one.first, one.second) for cell in (_median(made), f"{made.happened} of {made.n}")]
        table.add_row(Text(one.metric), *cells)
    return table


def _median(made: Median) -> str:
    if made.value is None:
        return "never"
    ends = ("?" if end is None else _short(end) for end in (made.low, made.high))
    return f"{_short(made.value)} ({'…'.join(ends)})"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else number(value)


def _agreement(made: Agreement) -> Iterator[RenderableType]:
    if not made.n:
        return
    table = plain("How alike they are", "over the questions that define it", "mean", "n")
    for one in made.alike:
        if one.n:
            told = f"{one.value:+.2f}".replace("-", "−") if one.name.endswith("τ_b") else percent(one.value)
            table.add_row(one.name, told, str(one.n))
    yield table
    if made.found:
        yield _found(made)
    if made.followed:
        yield Text(f"{_parting(made)}\n")


def _found(made: Agreement) -> Table:
    table = plain("Who found which gold", "", "both", "A alone", "B alone", "neither", "kappa")
    for one in made.found:
        kappa = "—" if one.kappa is None else f"{one.kappa:.2f}".replace("-", "−")
        table.add_row(Text(one.what), *map(str, (one.both, one.first, one.second, one.neither)), kappa)
    return table


def _parting(made: Agreement) -> str:
    kinds = ", ".join(f"{kind} ({count})" for kind, count in [*made.parted.items()][:4])
    same = f" {made.same} of {made.followed} are the same throughout." if made.same else ""
    apart = f" They part with (A / B): {kinds}." if kinds else ""
    return f"Moves in common before they part: {number(made.common or 0)} (median).{apart}{same}"


def _flips(turned: Sequence[Flip], shown: int) -> Iterator[RenderableType]:
    if not turned:
        yield Text("No answer turned from right to wrong, or back.\n")
        return
    gained = sum(flip.second.right for flip in turned)
    told = f"Turned answers: B is right where A is wrong in {gained}, A where B is wrong in {len(turned) - gained}."
    yield Text(told + "\n", "bold")
    for flip in turned[:shown]:
        yield from flip_lines(flip)
    if len(turned) > shown:
        yield Text(f"… and {len(turned) - shown} more: --flips {len(turned)}\n", "dim")


def _why(undefined: dict[str, str], judge: str) -> str:
    whys: dict[str, list[str]] = {}
    for metric, why in undefined.items():
        if UNTOLD.match(metric):
            continue
        whys.setdefault(why, []).append(bare(metric, judge))
    return "; ".join(f"{', '.join(names)} ({why})" for why, names in whys.items())


def notes() -> Text:
    """What the marks in the tables mean."""
    return Text(f"{_NOTES}\n", "dim")
