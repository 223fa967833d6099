"""`casebook why` at the door: one paragraph, all gold ones, both languages, without the novel, asked wrongly."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from rich.cells import cell_len

from evaluations.benchmarks import sample
from tests.commands.door import Door, done

EN, ZH = "en-human-1-q1", "zh-human-2-q1"
FILES = shutil.ignore_patterns("*.py", "*.md", "*.toml")
RUN = ("run", "detectiveqa", "files", "--name", "r", "--case", EN, "--case", ZH, "--embedder", "none")


def novels(folder: Path) -> Path:
    """The folder, with the sample's files in a folder of their own."""
    shutil.copytree(sample.HERE, folder / "files", ignore=FILES)
    return folder


@pytest.fixture(scope="module")
def researched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one English and one Chinese question, made once for the tests that leave its novels where they are."""
    return done(novels(tmp_path_factory.mktemp("researched")), RUN)


@pytest.fixture
def run(door: Door, researched: Path) -> str:
    shutil.copytree(researched / "runs", "runs")
    return "r"


@pytest.mark.parametrize("case", [EN, ZH])
def test_all_gold_paragraphs_stand_in_one_table_that_fits_the_screen(door: Door, run: str, case: str) -> None:
    reply = door("why", run, case, "--gold")
    assert reply.code == 0, reply.err
    assert max(map(cell_len, reply.out.splitlines())) <= 80
    made = json.loads(door("why", run, case, "--gold", "--json").out)
    numbers = [one["paragraph"] for one in made["paragraphs"]]
    assert numbers == sorted(numbers)
    assert all(f"[{number}]" in reply.out for number in numbers)
    assert all(one["gold"] for one in made["paragraphs"])
    assert made["notes"] == []
    assert all(one["lists"] for paragraph in made["paragraphs"] for one in paragraph["queries"])


def test_without_gold_no_word_of_gold_is_told(door: Door, run: str) -> None:
    case = next(json.loads(line) for line in Path("runs/r/cases.jsonl").read_text().splitlines())
    step = next(one for one in case["gold"]["steps"] if one["position"])
    bare = door("why", run, EN, step["position"])
    assert bare.code == 0
    assert "gold" not in bare.out
    assert json.loads(door("why", run, EN, step["position"], "--json").out)["paragraphs"][0]["gold"] is None
    assert "gold" in door("why", run, EN, step["position"], "--gold").out


def test_without_the_novel_the_trace_alone_is_told_and_that_is_said(door: Door, tmp_path: Path) -> None:
    novels(tmp_path)
    assert door(*RUN).code == 0
    before = json.loads(door("why", "r", EN, "--gold", "--json").out)
    shutil.rmtree("files")
    reply = door("why", "r", EN, "--gold")
    assert reply.code == 0
    assert "The novel is not found" in " ".join(reply.out.split())
    after = json.loads(door("why", "r", EN, "--gold", "--json").out)
    assert [p["lost"] for p in after["paragraphs"]] == [p["lost"] for p in before["paragraphs"]]
    assert all(not p["words"] and not p["text"] for p in after["paragraphs"])


def test_a_control_is_told_from_its_trace(door: Door) -> None:
    door("run", "sample", "--case", EN, "--researcher", "rag", "--embedder", "none", "--name", "r")
    reply = door("why", "r", EN, "--gold")
    assert reply.code == 0
    assert "control" in reply.out


def test_what_is_asked_wrongly_is_told_in_one_line(door: Door, run: str) -> None:
    assert "Which paragraph?" in door("why", run, EN).err
    assert door("why", run, EN).code == 2
    assert "no trace" in door("why", run, "nobody", "3").err
    assert door("why", run, EN, "0").code == 2
    beyond = door("why", run, EN, "99999")
    assert beyond.code == 0
    assert "not in the view" in beyond.out
