"""CONTRIBUTING is true: its example of a benchmark is about 40 lines, loads, checks, runs and reads as it says."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest

from evaluations.benchmarks import BENCHMARKS
from evaluations.benchmarks.benchmark import Benchmark
from evaluations.views import Views
from tests.commands.door import Door

HOUSE = Path(__file__).parent.parent
TEXT = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)

RIDDLE = {
    "riddle": "Who left the gate open?",
    "choices": {"A": "the miller", "B": "the goose girl"},
    "right": "B",
    "why": "The goose girl went through the gate last.",
    "lines": [2],
    "text": ["The miller slept until noon that day.", "The goose girl went through the gate after the last bell."],
}
ROWS = [json.dumps(RIDDLE), '{"riddle": 7}', "no json at all", json.dumps({**RIDDLE, "choices": ["x"]})]


@pytest.fixture
def riddles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Benchmark:
    """The example as a module, in the table like any other, and a small file of it where one stands."""
    (tmp_path / "riddles.py").write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "riddles.jsonl").write_text("\n".join(ROWS), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("riddles", tmp_path / "riddles.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = module.BENCHMARK
    assert isinstance(made, Benchmark)
    monkeypatch.setitem(BENCHMARKS, made.name, made)
    monkeypatch.chdir(tmp_path)
    return made


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], riddles: Benchmark) -> Door:
    return Door(monkeypatch, capsys)


def test_the_example_is_about_forty_lines_and_every_one_fits() -> None:
    lines = [line for line in EXAMPLE.splitlines() if line.strip()]
    assert len(lines) <= 40
    assert all(len(line) <= 120 for line in lines)


def test_it_runs_and_reports_like_any_benchmark(door: Door) -> None:
    reply = door("run", "riddles", "riddles.jsonl")
    assert reply.code == 0
    assert "riddles · extractive (no model) · 1 question (1 en)" in reply.out
    assert re.search(r"accuracy +100\.0 %", reply.out)
    assert reply.err.count("it is not a riddle") == 3
    record = json.loads(Path("runs/riddles-extractive/run.json").read_text("utf-8"))
    assert record["settings"] == {"rules": "shown"}


def test_its_controls_see_what_they_may(door: Door) -> None:
    assert door("run", "riddles", "riddles.jsonl", "--researcher", "gold-evidence").code == 0
    trace = json.loads(door("show", "riddles-gold-evidence", "r1", "--json").out)
    assert trace["view"]["paragraphs"] == 1
    assert trace["answer"]["citations"] == [2]


def test_its_odd_rows_are_counted_by_the_check(door: Door) -> None:
    reply = door("data", "check", "riddles", "riddles.jsonl")
    assert "1 case (1 en; 1 choice); 0 books, 1 with their own text" in reply.out
    assert "riddles.jsonl row 2" in reply.out
    assert "Odd: 0 repaired, 3 skipped" in reply.out


def test_its_setting_is_chosen_and_checked(door: Door, riddles: Benchmark) -> None:
    from evaluations.benchmarks.benchmark import Source

    cases = {
        rules: riddles.load(Source(Path("riddles.jsonl"), settings={"rules": rules})).cases
        for rules in ("shown", "hidden")
    }
    assert cases["shown"][0].question.rules
    assert not cases["hidden"][0].question.rules
    assert len(Views().view(cases["shown"][0])) == 2
    reply = door("run", "riddles", "riddles.jsonl", "--set", "rules=some")
    assert "riddles does not take this rules; got 'some'; allowed: shown, hidden" in reply.err


def test_its_official_reading_takes_the_last_letter_that_is_an_option(riddles: Benchmark) -> None:
    from evaluations.benchmarks.benchmark import Source

    question = riddles.load(Source(Path("riddles.jsonl"), settings={"rules": "shown"})).cases[0].question
    replies = {"It was A, no: B.": "B", "I say A": "A", "B, or is it X?": "B", "Nobody": None, "": None}
    assert {reply: riddles.read(question, reply) for reply in replies} == replies


def test_a_file_that_holds_none_is_a_clear_mistake(door: Door) -> None:
    Path("empty.jsonl").write_text("", "utf-8")
    assert door("run", "riddles", "empty.jsonl").code == 1
    assert "Riddles needs its file" in door("run", "riddles").err
