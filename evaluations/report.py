"""The report of a run: aggregates with their intervals and n, as rows and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from agent.trace import Trace
from evaluations.case import Case, Score
from evaluations.metrics import answers, citations, precision, process, soundness, steps
from evaluations.metrics.evidence import STAGES, TOLERANCES
from evaluations.metrics.exhibit import NO_BOOK
from evaluations.metrics.lexical import LEXICAL
from evaluations.scoring import by_question
from evaluations.statistics import interval
from evaluations.store import RunRecord
from evaluations.table import Grid
from evaluations.works import works

UNDEFINED = "undefined"

Kind = Literal["proportion", "mean", "plain"]


@dataclass(frozen=True)
class Row:
    """One aggregate over questions: its value, 95 % interval, and how many questions define it."""

    name: str
    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    note: str = ""
    over: str = ""
    """What the interval takes to be independent: books, or questions."""


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
    books = works(cases)
    return Report(
        run=name,
        benchmark=record.benchmark,
        researcher=_player(record),
        questions=len(seen),
        asked=len(cases),
        books=len({case.book for case in seen if case.book}),
        repeats=max((trace.repeat for trace in traces), default=0),
        languages=dict(Counter(case.question.language for case in seen)),
        headline=[] if mixed else _headline(scores, record, judge, books),
        evidence={} if mixed else _evidence(scores),
        funnel=[] if mixed else [_row(scores, stage, "mean", books=books) for stage in STAGES],
        process=[
            _row(scores, process.REFUSED, "mean", books=books),
            *(_row(scores, n, "plain") for n in process.COUNTS),
        ],
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


def _headline(scores: Sequence[Score], record: RunRecord, judge: str, books: Mapping[str, str]) -> list[Row]:
    silent = not record.researcher.infers
    return [
        _row(scores, answers.ACCURACY, "proportion", books=books),
        _row(scores, answers.CHANCE, "plain", "guessing"),
        _row(scores, steps.named(judge), "mean", "explicit steps only" if silent else "", books),
        _row(scores, steps.named(judge, "explicit"), "mean", books=books),
        _row(scores, steps.named(judge, "inferred"), "mean", "not attempted" if silent else "", books),
        _row(scores, f"{precision.SUPPORTED}({judge})", "mean", books=books),
        _row(scores, f"{citations.F1}({judge})", "mean", books=books),
        _row(scores, soundness.named(judge), "proportion", books=books),
        _row(scores, "evidence F1@1", "mean", books=books),
        _row(scores, process.REFUSED, "mean", "moves refused" if by_question(scores, process.REFUSED) else "", books),
    ]


def _row(
    scores: Sequence[Score], metric: str, kind: Kind, note: str = "", books: Mapping[str, str] | None = None
) -> Row:
    values = by_question(scores, metric)
    if not values:
        return Row(metric, None, 0, note=note or UNDEFINED)
    mean = sum(values.values()) / len(values)
    if kind == "plain":
        return Row(metric, mean, len(values), note=note)
    told = interval(list(values.values()), [(books or {}).get(case, case) for case in values], kind == "proportion")
    return Row(metric, mean, len(values), told.low, told.high, note, told.over)


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
