"""`casebook run` on PRELUDE, LFED and DetectiveQA's settings, from file to table."""

from __future__ import annotations

from pathlib import Path

from tests.commands.door import Door
from tests.evaluations.annotations import DATASET
from tests.evaluations.lfed_files import GOOD, row, written
from tests.evaluations.prequels import EN, ROWS, jsonl, shelf


def test_prelude_runs_over_novels_and_shows_its_verdicts(door: Door, tmp_path: Path) -> None:
    file, books = jsonl(tmp_path / "all.jsonl", [*ROWS, EN | {"book_name": "The Lost Inn"}]), shelf(tmp_path / "books")
    made = door("run", "prelude", file, "--books", books, "--set", "shots=1", "--name", "p")
    assert made.code == 0
    assert "skipped all.jsonl row 5: No novel for 'The Lost Inn'" in made.err
    for shown in ("Verdicts", "macro-F1", "By book", "By sub-label", "更楼"):
        assert shown in made.out


def test_prelude_without_context_leaves_a_trace_for_each_row(door: Door, tmp_path: Path) -> None:
    file = jsonl(tmp_path / "all.jsonl", ROWS)
    assert door("run", "prelude", file, "--set", "mode=no-context", "--name", "n").code == 0
    assert len(list((tmp_path / "runs" / "n" / "traces").iterdir())) == 4
    again = door("run", "prelude", file, "--books", shelf(tmp_path / "books"), "--name", "n")
    assert (again.code, "differs in" in again.err) == (2, True)


def test_prelude_without_novels_is_one_line_that_names_them(door: Door, tmp_path: Path) -> None:
    told = door("run", "prelude", jsonl(tmp_path / "all.jsonl", ROWS))
    assert told.code == 2
    assert "The Last Ferry, 更楼" in told.err
    assert len(told.err.splitlines()) == 1


def test_lfed_runs_closed_book_and_shows_accuracy_by_category(door: Door, tmp_path: Path) -> None:
    file = written(tmp_path / "LFED.csv", GOOD, row(text="再问？", label="C2"))
    made = door("run", "lfed", file, "--set", "shots=1", "--name", "l")
    assert made.code == 0
    assert "1 odd places" in made.err
    assert "Accuracy by category" in made.out


def test_detectiveqa_tells_question_only_from_context(door: Door) -> None:
    made = door("run", "detectiveqa", DATASET, "--set", "setting=question", "--limit", "2", "--name", "q", "--json")
    assert made.code == 0
    assert '"abstained": 2' in made.out
    assert door("run", "detectiveqa", DATASET, "--limit", "2", "--name", "q").code == 2
    assert door("run", "detectiveqa", DATASET, "--set", "cut=late").code == 2
