"""The report's figures: means, intervals over books or over questions, and what has none."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from evaluations.case import Case, Gold, Score
from evaluations.overview import overview
from evaluations.printed import tables
from evaluations.report import Report, report
from evaluations.statistics import by_book, wilson
from tests.evaluations.sides import a_side, asked, scored


def on_books(books: int, each: int, benchmark: str = "detectiveqa") -> list[Case]:
    """`each` questions on each of `books` novels."""
    return [
        asked(f"b{book}-q{at}", benchmark, book=f"/novels/{book}.txt") for book in range(books) for at in range(each)
    ]


def reported(cases: list[Case], scores: list[Score]) -> Report:
    side = a_side("mine", cases, scores)
    return report(side.name, side.record, cases, side.traces, scores)


def printed(made: Report) -> str:
    out = StringIO()
    Console(width=80, file=out).print(tables(made))
    return out.getvalue()


def test_below_ten_books_the_interval_is_over_questions_and_said_so() -> None:
    cases = on_books(2, 3)
    values = {case.id: float(at < 3) for at, case in enumerate(cases)}
    made = reported(cases, scored("accuracy", values))
    row = made.headline[0]
    assert (row.value, row.n, row.over) == (0.5, 6, "questions")
    assert (row.low, row.high) == wilson(3, 6)
    assert "* over questions, not books" in printed(made)
    assert " % b" not in printed(made)


def test_from_ten_books_on_the_interval_is_over_books_and_marked() -> None:
    cases = on_books(10, 2)
    values = {case.id: float(case.id.startswith("b1") or case.id < "b3") for case in cases}
    made = reported(cases, scored("accuracy", values))
    row = made.headline[0]
    assert row.over == "books"
    assert (row.low, row.high) == by_book([*values.values()], [str(case.book) for case in cases], proportion=True)
    assert "% b" in printed(made)
    assert "* b: over books" in printed(made)


def test_a_measure_that_no_question_defines_is_undefined_and_not_nought() -> None:
    cases = on_books(1, 2)
    made = reported(cases, scored("accuracy", {case.id: None for case in cases}))
    assert (made.headline[0].value, made.headline[0].n, made.headline[0].low) == (None, 0, None)


@pytest.mark.parametrize(("books", "mark"), [(3, ""), (12, " b")])
def test_the_overview_says_over_what_its_intervals_are(books: int, mark: str) -> None:
    cases = [*on_books(books, 4), asked("other", "lfed", gold=Gold(answer="A"))]
    made = overview(cases, scored("accuracy", {case.id: float(case.id.endswith("1")) for case in cases}))
    assert [row[0] for row in made.rows] == ["detectiveqa", "lfed"]
    assert str(made.rows[0][3]).endswith(mark or tuple("0123456789"))
    assert ("b: over books or texts" in made.note) == bool(mark)


def test_the_overview_leaves_out_a_benchmark_that_nobody_answered() -> None:
    made = overview([asked("a"), asked("b", "prelude")], scored("accuracy", {"a": 1.0}))
    assert [row[:2] for row in made.rows] == [("detectiveqa", 1)]
