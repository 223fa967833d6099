"""`casebook run`, `report` and `show`, as a newcomer and as a careless one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.commands.door import Door, done

ONE = ("--case", "en-human-1-q1", "--embedder", "none")
TWO = ("--case", "en-human-1-q1", "--case", "zh-human-2-q1")
SHORT = ("--case", "2hop-shingle_act_fad96ac0", "--case", "2hop-movable_type_c9de0d4d")
"""An English and a Chinese question about a page each, so that few vectors are wanted."""


@pytest.fixture(scope="module")
def researched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the run of two questions, made once."""
    return done(tmp_path_factory.mktemp("researched"), ("run", "sample", *TWO))


@pytest.fixture
def two(door: Door, researched: Path) -> Door:
    """The door to a folder with a copy of that run."""
    shutil.copytree(researched / "runs", "runs")
    return door


def novel(folder: Path, questions: list[object] | None = None) -> Path:
    """An annotation file with one sound question, beside its novel."""
    (folder / "7-The Lost Key-Nobody.txt").write_text(
        "".join(f"[{n}] Paragraph {n} tells how the key was lost by the clerk.\n" for n in range(1, 21)),
        encoding="utf-8",
    )
    sound = {
        "question": "Who lost the key?", "options": {"A": "the clerk", "B": "the cook"}, "answer": "A",
        "reasoning": ["The clerk lost it."], "clue_position": [3], "answer_position": 10,
    }  # fmt: skip
    file = folder / "7.json"
    file.write_text(json.dumps([{"novel_id": 7, "questions": [sound] if questions is None else questions}]), "utf-8")
    return file


def test_the_sample_runs_with_no_key_and_reports_what_it_may(door: Door) -> None:
    reply = door("run", "sample", *TWO)
    assert reply.code == 0
    assert "extractive (no model)" in reply.out
    assert "2 questions" in reply.out
    assert "not attempted" in reply.out
    assert "chance" in reply.out
    assert "[2/2]" in reply.err
    assert all(len(line) <= 80 for line in reply.out.splitlines())
    assert sorted(f.name for f in Path("runs/sample-extractive").iterdir()) == [
        "cases.jsonl",
        "open",
        "run.json",
        "scores",
        "traces",
    ]


def test_the_same_command_again_does_nothing_and_tells_the_same(door: Door) -> None:
    first = door("run", "sample", *TWO)
    traces = {f: f.read_bytes() for f in Path("runs").rglob("traces/*")}
    second = door("run", "sample", *TWO)
    assert "nothing to research" in second.err
    assert second.out == first.out
    assert traces == {f: f.read_bytes() for f in Path("runs").rglob("traces/*")}


def test_more_repeats_and_more_cases_continue_a_run(door: Door) -> None:
    door("run", "sample", *ONE)
    reply = door("run", "sample", *TWO, "--embedder", "none", "--repeats", "2")
    assert reply.code == 0
    assert len(list(Path("runs/sample-extractive/traces").iterdir())) == 4
    assert "2 repeats" in reply.out


def test_report_and_json_tell_the_same_numbers(two: Door) -> None:
    made = json.loads(two("report", "sample-extractive", "--json").out)
    assert made["questions"] == 2
    assert {row["name"] for row in made["headline"]} >= {"accuracy", "refused rate"}
    assert made["headline"][0]["n"] == 2
    assert set(made["evidence"]["F1"]) == {"0", "1", "2", "5"}


def test_show_reads_like_a_trace_with_gold_beside_it(two: Door) -> None:
    for case in ("en-human-1-q1", "zh-human-2-q1"):
        reply = two("show", "sample-extractive", case)
        assert reply.code == 0
        for part in ("round 1", "Q1 ", "read for", "belief:", "graph", "answer", "gold"):
            assert part in reply.out, part
    assert "flowchart TD" in two("show", "sample-extractive", "zh-human-2-q1", "--mermaid").out
    assert json.loads(two("show", "sample-extractive", "zh-human-2-q1", "--json").out)["format"] == 1


@pytest.mark.parametrize(
    ("said", "cases", "name", "told"),
    [
        ("tail-only", TWO, "sample-tail-only", "tail-only · extractive (no model)"),
        ("constant:B", TWO, "sample-constant-B", "constant · always B"),
        ("rag:2:book", SHORT, "sample-rag-2-book", "rag (2 × 200 tokens, book order)"),
    ],
)
def test_a_control_runs_beside_the_researcher_and_is_named_for_what_it_is(
    door: Door, said: str, cases: tuple[str, ...], name: str, told: str
) -> None:
    reply = door("run", "sample", *cases, "--researcher", said)
    assert reply.code == 0
    assert told in " ".join(reply.out.split())
    record = json.loads(Path(f"runs/{name}/run.json").read_text("utf-8"))
    assert (record["researcher"]["kind"], record["chosen"]) == ("control", said)
    assert "nothing to research" in door("run", "sample", *cases, "--researcher", said).err


def test_one_run_does_not_mix_researchers(door: Door) -> None:
    door("run", "sample", *ONE, "--name", "mine")
    reply = door("run", "sample", *ONE, "--name", "mine", "--researcher", "whole-book")
    assert reply.code == 2
    assert "holds another run: it differs in researcher, chosen, budget" in reply.err


def test_a_run_of_someones_own_files(door: Door, tmp_path: Path) -> None:
    reply = door("run", "detectiveqa", novel(tmp_path), "--books", tmp_path)
    assert reply.code == 0
    assert "1 question " in reply.out


def test_an_odd_question_is_named_and_counted_and_the_others_run(door: Door, tmp_path: Path) -> None:
    sound = json.loads(novel(tmp_path).read_text("utf-8"))[0]["questions"][0]
    file = novel(tmp_path, [sound, {**sound, "options": {}}, {**sound, "answer_position": -1}])
    reply = door("run", "detectiveqa", file, "--books", tmp_path)
    assert reply.code == 0
    assert "skipped 7.json question 2: it has fewer than two options" in reply.err
    assert "skipped 7.json question 3: it has no usable answer_position (-1)" in reply.err
    assert "2 skipped" in reply.out


@pytest.mark.parametrize(
    ("words", "told", "code"),
    [
        (("run", "nonsense"), "allowed: sample, detectiveqa", 2),
        (("run", "sample", "--case", "q99"), "There is no such case; got 'q99'; allowed: en-ai-1-q1", 2),
        (("run", "detectiveqa"), "needs its files", 2),
        (("run", "detectiveqa", "missing.json"), "'missing.json' do not exist", 2),
        (("run", "detectiveqa", "broken.json", "--books", "."), "broken.json is not JSON", 1),
        (("run", "detectiveqa", "other.json", "--books", "."), "is not a DetectiveQA annotation file", 1),
        (("run", "detectiveqa", "7.json", "--books", "nowhere"), "The books 'nowhere' do not exist", 2),
        (("run", "detectiveqa", "7.json"), "Say where they are: --books", 2),
        (("run", "sample", "--researcher", "nobody"), "There is no such researcher; got 'nobody'", 2),
        (("run", "sample", "--researcher", "agent"), "or: --researcher extractive", 2),
        (("run", "sample", "--researcher", "constant"), "--researcher constant:A", 2),
        (("run", "sample", "--researcher", "nothing.here:Me"), "There is no such module; got 'nothing.here:Me'", 2),
        (("run", "sample", "--name", "../up"), "A run's name is the name of a folder", 2),
        (("report", "nothing"), "There is no run at", 2),
        (("show", "nothing", "q1"), "There is no run at", 2),
        (("ask", "missing.txt", "Who?"), "does not exist", 2),
        (("ask", "empty.txt", "Who?"), "is empty", 2),
        (("ask", "cover.png", "Who?"), "is a picture", 2),
        (("ask", "7-The Lost Key-Nobody.txt", "?!"), "The question has no words", 2),
        (("ask", "7-The Lost Key-Nobody.txt", "Who lost it?", "--option", "the cook"), "One option", 2),
        (("ask", ".", "Who?"), "is a folder", 2),
        (("ask", "7-The Lost Key-Nobody.txt", "Who?", "--option", "a", "--option", "a"), "options are the same", 2),
        (("run", "sample", "--runs", "empty.txt", "--embedder", "none"), "cannot be used: Not a directory", 1),
        (("names", "7-The Lost Key-Nobody.txt", "--write", "no/such/place.tsv"), "There is no folder", 2),
    ],
)
def test_a_mistake_is_one_clear_line_and_leaves_nothing_behind(
    door: Door, tmp_path: Path, words: tuple[str, ...], told: str, code: int
) -> None:
    novel(tmp_path)
    (tmp_path / "broken.json").write_text('[{"novel_id": 7, "questions": [', "utf-8")
    (tmp_path / "other.json").write_text('{"rows": []}', "utf-8")
    (tmp_path / "empty.txt").write_text("", "utf-8")
    (tmp_path / "cover.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    reply = door(*words)
    assert reply.code == code
    assert told in reply.err
    assert reply.err.count("\n") == 1
    assert "Traceback" not in reply.err
    assert not Path("runs").exists()


def test_a_run_with_nothing_left_fails_and_says_why(door: Door, tmp_path: Path) -> None:
    reply = door("run", "detectiveqa", novel(tmp_path, [{"question": "Who?"}]), "--books", tmp_path)
    assert reply.code == 1
    assert "holds no usable question" in reply.err
    assert not Path("runs").exists()


def test_a_folder_that_holds_another_run_is_not_touched(door: Door, researched: Path, tmp_path: Path) -> None:
    shutil.copytree(researched / "runs/sample-extractive", "runs/mine")
    before = {f: f.read_bytes() for f in Path("runs/mine").rglob("*") if f.is_file()}
    reply = door("run", "detectiveqa", novel(tmp_path), "--books", tmp_path, "--name", "mine")
    assert reply.code == 2
    assert "holds another run: it differs in benchmark" in reply.err
    assert before == {f: f.read_bytes() for f in Path("runs/mine").rglob("*") if f.is_file()}


def test_a_folder_that_is_no_run_is_not_touched(door: Door) -> None:
    Path("runs/mine").mkdir(parents=True)
    Path("runs/mine/thesis.txt").write_text("years of work", "utf-8")
    assert door("run", "sample", "--name", "mine").code == 2
    assert [f.name for f in Path("runs/mine").iterdir()] == ["thesis.txt"]


def test_a_missing_book_at_scoring_is_undefined_not_zero(door: Door, tmp_path: Path) -> None:
    file = novel(tmp_path)
    books = tmp_path / "books"
    books.mkdir()
    (tmp_path / "7-The Lost Key-Nobody.txt").rename(books / "7-The Lost Key-Nobody.txt")
    door("run", "detectiveqa", file, "--books", books)
    (books / "7-The Lost Key-Nobody.txt").unlink()
    reply = door("report", "detectiveqa-extractive", "--json")
    assert reply.code == 0
    rows = {row["name"]: row for row in json.loads(reply.out)["headline"]}
    assert rows["accuracy"]["n"] == 1
    assert rows["StepRecall(lexical)"]["value"] is None
    assert "book not found" in Path("runs/detectiveqa-extractive/scores/lexical.jsonl").read_text("utf-8")
