"""`casebook judge`: a sheet is drawn, labelled, and held against every scorer of the run."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from tests.commands.door import Door, done
from tests.peer import peer
from tests.peer.bench import judge

SHEET = Path("sample-extractive-contained.csv")


@pytest.fixture(scope="module")
def researched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of two questions, made once."""
    quick = ("--set", "part=detectiveqa", "--limit", "2", "--embedder", "none", "--rounds", "1")
    return done(tmp_path_factory.mktemp("researched"), ("run", "sample", *quick))


@pytest.fixture
def door(door: Door, researched: Path, monkeypatch: pytest.MonkeyPatch) -> Door:
    """An empty folder but for a copy of that run."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody")
    shutil.copytree(researched / "runs", "runs")
    return door


def fill(sheet: Path, verdict: str = "") -> list[dict[str, str]]:
    """Label every row: with `verdict`, or yes and no by turns. The rows as they were."""
    with sheet.open(encoding="utf-8-sig", newline="") as told:
        table = list(csv.DictReader(told))
    kept = [dict(row) for row in table]
    for at, row in enumerate(table):
        row["verdict (yes/no)"] = verdict or ("yes", "no")[at % 2]
    with sheet.open("w", encoding="utf-8-sig", newline="") as out:
        writer = csv.DictWriter(out, table[0])
        writer.writeheader()
        writer.writerows(table)
    return kept


def test_a_sheet_is_drawn_labelled_and_held_against_every_scorer(door: Door) -> None:
    with peer(judge) as url:
        assert door("score", "sample-extractive", "--judge", "dull", "--base-url", url).code == 0
    drawn = door("judge", "sample", "sample-extractive", "--n", "8")
    assert drawn.code == 0, drawn.err
    assert "8 verdicts" in drawn.out
    rows = fill(SHEET)
    assert {row["verdict (yes/no)"] for row in rows} == {""}
    assert all(row["statement"] and row["reasoning"] for row in rows)
    reply = door("judge", "agree", SHEET)
    assert reply.code == 0, reply.err
    for word in ("lexical", "dull@", "accuracy", "kappa", "sensitivity", "specificity", "ROUGE-L", "corrected"):
        assert word in reply.out
    made = json.loads(door("judge", "agree", SHEET, "--scorer", "lexical", "--json").out)
    assert [(one["scorer"], one["of"], one["labelled"]) for one in made] == [("lexical", "contained", 8)]


def test_a_sheet_that_may_hold_labels_is_not_written_over(door: Door) -> None:
    assert door("judge", "sample", "sample-extractive", "--n", "3").code == 0
    again = door("judge", "sample", "sample-extractive", "--n", "3")
    assert again.code == 2
    assert "may hold labels" in again.err
    assert door("judge", "sample", "sample-extractive", "--n", "3", "--out", "other.csv").code == 0
    assert Path("other.csv").read_bytes() == SHEET.read_bytes()


def test_an_empty_sheet_is_said_to_be_empty(door: Door) -> None:
    assert door("judge", "sample", "sample-extractive", "--n", "3").code == 0
    reply = door("judge", "agree", SHEET)
    assert reply.code == 2
    assert "no verdict yet (3 rows)" in reply.err


def test_peoples_verdicts_on_reasoning_are_kept_as_a_scorer(door: Door) -> None:
    Path("people.csv").write_text("case,reasoning right\nen-ai-1-q1,yes\nen-ai-1-q2,no\nelsewhere,no\n", "utf-8")
    unnamed = door("judge", "agree", "people.csv")
    assert unnamed.code == 2
    assert "--run RUN" in unnamed.err
    reply = door("judge", "agree", "people.csv", "--run", "sample-extractive", "--person", "ann")
    assert reply.code == 0, reply.err
    assert "about no trace of the run, passed over: 1" in reply.err
    report = door("report", "sample-extractive", "--scorer", "people-ann")
    assert report.code == 0, report.err
    assert "ReasonAcc" in report.out
    nobody = door("judge", "agree", "people.csv", "--run", "sample-extractive", "--person", "../ann")
    assert nobody.code == 2


def test_a_sheet_about_another_run_is_refused(door: Door) -> None:
    Path("people.csv").write_text("case,reasoning right\nelsewhere,yes\n", "utf-8")
    reply = door("judge", "agree", "people.csv", "--run", "sample-extractive")
    assert reply.code == 2
    assert "elsewhere" in reply.err


def test_a_sheet_drawn_from_one_run_is_not_held_against_another(door: Door) -> None:
    door("judge", "sample", "sample-extractive", "--n", "4")
    fill(SHEET)
    reply = door("judge", "agree", SHEET, "--run", "another")
    assert (reply.code, reply.out) == (2, "")
    assert "was drawn from the run sample-extractive" in reply.err


def test_the_verbs_have_help_with_an_example(door: Door) -> None:
    for words in (("judge", "sample"), ("judge", "agree"), ("score",)):
        assert "Example: casebook" in door(*words, "--help").out
