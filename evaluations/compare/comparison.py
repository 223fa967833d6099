"""Two runs compared: what differs, and benchmark by benchmark the rows, wins, agreement and flips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaluations.agreement import Agreement, agreement
from evaluations.compare.figures import figure_rows
from evaluations.compare.flips import Flip, flips
from evaluations.compare.judging import Coverage, coverage
from evaluations.compare.rows import Row, rows, undefined
from evaluations.compare.settings import Differing, differing, judged_alike
from evaluations.compare.side import Shared, Side, shared
from evaluations.compare.times import Timed, timed
from evaluations.metrics import steps
from evaluations.metrics.aggregates import WinRate, win_rate
from evaluations.metrics.answers import ACCURACY
from evaluations.scoring import by_question
from evaluations.works import works


@dataclass(frozen=True)
class Part:
    """What is compared within one benchmark."""

    benchmark: str
    questions: int
    books: int
    rows: list[Row]
    process: list[Row]
    times: list[Timed]
    undefined: dict[str, str]
    """Metric to why no question defines it in both."""
    wins: WinRate
    """Of the second against the first, as DetectiveQA counts: answer and steps; both wrong is no win."""
    agreement: Agreement
    flips: list[Flip]


@dataclass(frozen=True)
class Comparison:
    """A second run beside a first, over the questions that both researched."""

    first: str
    second: str
    players: tuple[str, str]
    repeats: tuple[int, int]
    shared: Shared
    differing: list[Differing]
    judge: str
    """By whose verdicts the reasoning of both is told."""
    judged_alike: bool
    """Whether it is one judge, asked in one way, for both; else what depends on its verdicts is undefined."""
    judging: list[Coverage]
    """How far it got with each, over the questions of both; empty for the lexical judge."""
    parts: list[Part]


def compare(first: Side, second: Side) -> Comparison:
    """Mistake when they share no question."""
    both = shared(first, second)
    names = dict.fromkeys(case.question.benchmark for case in first.cases if case.id in set(both.ids))
    sides = [side.only(set(both.ids)) for side in (first, second)]
    alike = judged_alike(first, second)
    told = sides if alike else [side.unjudged("not judged alike") for side in sides]
    return Comparison(
        first=first.name,
        second=second.name,
        players=(first.player, second.player),
        repeats=(first.repeats, second.repeats),
        shared=both,
        differing=differing(first, second),
        judge=first.judge,
        judged_alike=alike,
        judging=[coverage(side.judging, side.traces) for side in sides if side.judging],
        parts=[_part(name, *(side.only(_asked(name, side, both)) for side in told)) for name in names],
    )


def wins(first: Side, second: Side) -> WinRate:
    """Of the second against the first, over the questions of both; by the answer alone where they were judged apart."""
    recall = steps.named(first.judge)
    right = by_question(second.scores, ACCURACY), by_question(first.scores, ACCURACY)
    found = by_question(second.scores, recall), by_question(first.scores, recall)
    return win_rate(right, found if judged_alike(first, second) else None)


def _asked(benchmark: str, side: Side, both: Shared) -> frozenset[str]:
    wanted = set(both.ids)
    return frozenset(c.id for c in side.cases if c.id in wanted and c.question.benchmark == benchmark)


def _part(benchmark: str, first: Side, second: Side) -> Part:
    books = works(first.cases)
    told, process = rows(first, second, books)
    return Part(
        benchmark=benchmark,
        questions=len(first.cases),
        books=len(set(books.values())),
        rows=[*told, *figure_rows(benchmark, first, second, books)],
        process=process,
        times=timed(first, second),
        undefined=undefined(first, second),
        wins=wins(first, second),
        agreement=agreement(_paired(first, second), (first.scores, second.scores)),
        flips=flips(first, second),
    )


def _paired(first: Side, second: Side) -> Sequence[tuple[Any, Any, Any]]:
    theirs = {(trace.question.id, trace.repeat): trace for trace in second.traces}
    cases = {case.id: case for case in first.cases}
    mine = [(trace.question.id, trace.repeat, trace) for trace in first.traces]
    return [(cases[name], trace, theirs[name, at]) for name, at, trace in mine if (name, at) in theirs]
