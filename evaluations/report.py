"""The report of a run: aggregates with their intervals and n, as rows, as tables, as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from agent.trace import Trace
from evaluations.case import Case, Score
from evaluations.metrics import answers, citations, precision, process, soundness, steps
from evaluations.metrics.evidence import STAGES, TOLERANCES
from evaluations.metrics.exhibit import NO_BOOK
from evaluations.metrics.lexical import LEXICAL
from evaluations.scoring import by_question
from evaluations.statistics import bootstrap, wilson
from evaluations.store import RunRecord
from evaluations.table import Grid

_PARTS = {", explicit)": "  explicit steps", ", inferred)": "  inferred steps"}
"""Parts of a measure stand indented below it."""

UNDEFINED = "undefined"

Kind = Literal["proportion", "mean", "plain"]


@dataclass(frozen=True)
class Row:
    """One aggregate over questions: its value, 95 % interval (question-level), and how many questions define it."""

    name: str
    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Report:
    """Everything the tables say, as data."""

    run: str
    benchmark: str
    researcher: str
    questions: int
    asked: int
    books: int
    repeats: int
    languages: dict[str, int]
    headline: list[Row]
    """Empty where several benchmarks stand side by side: they are never pooled."""
    evidence: dict[str, dict[str, float | None]]
    funnel: list[Row]
    process: list[Row]
    guards: dict[str, int]
    statuses: dict[str, int]
    stops: dict[str, int]
    oddities: dict[str, int]
    undefined: dict[str, int]
    bookless: int
    """Traces whose novel is not there (any more)."""
    grids: list[Grid]
    """The benchmark's own tables."""
    guarded: bool = True
    """Whether a notebook guarded the moves; not where research was imported."""
    judge: str = LEXICAL
    """Who judged the reasoning."""
    judging: dict[str, float | int | None] = field(default_factory=dict)
    """What a model's judging took and came to: verdicts, failures, flip rate, calls."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def report(
    name: str,
    record: RunRecord,
    cases: Sequence[Case],
    traces: Sequence[Trace],
    scores: Sequence[Score],
    grids: Sequence[Grid] = (),
    judge: str = LEXICAL,
    judging: Mapping[str, float | int | None] | None = None,
) -> Report:
    """The report of `traces`; `cases` are those the run asked for, so that missing ones show."""
    asked = {trace.question.id for trace in traces}
    seen = [case for case in cases if case.id in asked]
    mixed = len({case.question.benchmark for case in seen}) > 1
    return Report(
        run=name,
        benchmark=record.benchmark,
        researcher=_player(record),
        questions=len(seen),
        asked=len(cases),
        books=len({case.book for case in seen if case.book}),
        repeats=max((trace.repeat for trace in traces), default=0),
        languages=dict(Counter(case.question.language for case in seen)),
        headline=[] if mixed else _headline(scores, record, judge),
        evidence={} if mixed else _evidence(scores),
        funnel=[] if mixed else [_row(scores, stage, "mean") for stage in STAGES],
        process=[_row(scores, process.REFUSED, "mean"), *(_row(scores, n, "plain") for n in process.COUNTS)],
        guards=_guards(scores),
        statuses=dict(Counter(trace.status for trace in traces)),
        stops=dict(Counter(trace.stop or "none" for trace in traces)),
        oddities=dict(Counter(odd.done for odd in record.oddities)),
        undefined=dict(Counter(s.metric for s in scores if s.value is None)),
        bookless=len({(s.case, s.repeat) for s in scores if s.why == NO_BOOK}),
        grids=list(grids),
        guarded=not any(trace.imported for trace in traces),
        judge=judge,
        judging=dict(judging or {}),
    )


def tables(made: Report) -> RenderableType:
    """The report for a terminal of 80 columns."""
    parts: list[RenderableType] = [_title(made)]
    if made.headline:
        parts.append(_headline_table(made))
    if made.headline and any(row.value is not None for row in made.funnel):
        parts += [_evidence_table(made), _funnel_table(made)]
    parts += [_grid_table(grid) for grid in made.grids]
    return Group(*parts, _footer(made))


def _headline(scores: Sequence[Score], record: RunRecord, judge: str) -> list[Row]:
    silent = not record.researcher.infers
    return [
        _row(scores, answers.ACCURACY, "proportion"),
        _row(scores, answers.CHANCE, "plain", "guessing"),
        _row(scores, steps.named(judge), "mean", "explicit steps only" if silent else ""),
        _row(scores, steps.named(judge, "explicit"), "mean"),
        _row(scores, steps.named(judge, "inferred"), "mean", "not attempted" if silent else ""),
        _row(scores, f"{precision.SUPPORTED}({judge})", "mean"),
        _row(scores, f"{citations.F1}({judge})", "mean"),
        _row(scores, soundness.named(judge), "proportion"),
        _row(scores, "evidence F1@1", "mean"),
        _row(scores, process.REFUSED, "mean", "moves refused" if by_question(scores, process.REFUSED) else ""),
    ]


def _row(scores: Sequence[Score], metric: str, kind: Kind, note: str = "") -> Row:
    values = list(by_question(scores, metric).values())
    if not values:
        return Row(metric, None, 0, note=note or UNDEFINED)
    mean = sum(values) / len(values)
    if kind == "plain":
        return Row(metric, mean, len(values), note=note)
    low, high = wilson(sum(values), len(values)) if kind == "proportion" else bootstrap(values)
    return Row(metric, mean, len(values), low, high, note)


def _evidence(scores: Sequence[Score]) -> dict[str, dict[str, float | None]]:
    return {
        name: {str(t): _row(scores, f"evidence {name}@{t}", "plain").value for t in TOLERANCES}
        for name in ("recall", "precision", "F1")
    }


def _guards(scores: Sequence[Score]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for one in scores:
        if one.metric == process.REFUSED and isinstance(one.why, dict):
            total.update({guard: count for guard, count in one.why.items() if isinstance(count, int)})
    return dict(total.most_common())


def _player(record: RunRecord) -> str:
    model = f" · {record.researcher.model}" if record.researcher.model else ""
    return f"{record.researcher.name}{model}"


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
    if name == answers.CHANCE:
        return f"  {name}"
    part = next((told for ending, told in _PARTS.items() if name.endswith(ending)), name)
    return part if judge == LEXICAL else part.removesuffix(f"({judge})")


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


def _cell(cell: str | float | int | None) -> Text:
    return Text(_percent(cell) if cell is None or isinstance(cell, float) else str(cell))


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
    return "" if row.low is None or row.high is None else f"{100 * row.low:.0f}–{100 * row.high:.0f} %"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")
