"""`casebook compare`, as someone who has runs and as someone careless."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from evaluations.commands import main
from tests.commands.door import Door

SOME = ("--case", "en-human-1-q1", "--case", "en-human-1-q5", "--case", "zh-human-2-q1", "--case", "zh-human-2-q2")


ASKED = (SOME, (*SOME, "--researcher", "tail-only"), ("--case", "en-human-1-q2", "--name", "other"))


@pytest.fixture(scope="module")
def researched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two runs of four questions, and one of another question; made once."""
    folder = tmp_path_factory.mktemp("researched")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for words in ASKED:
            patch.setattr(sys, "argv", ["casebook", "run", "sample", "--embedder", "none", *words])
            with pytest.raises(SystemExit) as end:
                main()
            assert not end.value.code
    return folder


@pytest.fixture
def two(door: Door, researched: Path) -> Door:
    shutil.copytree(researched / "runs", "runs")
    return door


def test_two_runs_stand_side_by_side_in_80_columns(two: Door) -> None:
    reply = two("compare", "sample-extractive", "sample-tail-only")
    assert (reply.code, reply.err) == (0, "")
    for part in ("4 questions in both", "What was set differently", "accuracy", "Who found which gold", "reading gain"):
        assert part in reply.out, part
    assert reply.out.index("set differently") < reply.out.index("accuracy")
    assert max(cell_len(line.rstrip()) for line in reply.out.splitlines()) <= 80


def test_turned_answers_are_counted_and_only_so_many_listed(two: Door) -> None:
    """One constant is right in the Chinese question, the other is not, so at least that answer turns."""
    lines = Path("runs/sample-extractive/cases.jsonl").read_text(encoding="utf-8").splitlines()
    gold = next(one["gold"]["answer"] for one in map(json.loads, lines) if one["question"]["id"] == SOME[-1])
    other = next(label for label in "AB" if label != gold)
    for label in (gold, other):
        two("run", "sample", "--case", SOME[-1], "--researcher", f"constant:{label}")
    words = ("compare", f"sample-constant-{gold}", f"sample-constant-{other}")
    out = two(*words).out
    assert "Turned answers: B is right where A is wrong in 0, A where B is wrong in 1." in out
    assert f"{SOME[-1]} ──" in out
    assert f"gold: {gold}. " in out
    assert "A right (forced)" in out
    out = two(*words, "--flips", "0").out
    assert "… and 1 more: --flips 1" in out
    assert "gold: " not in out


def test_three_runs_are_compared_with_the_first(two: Door) -> None:
    two("run", "sample", *SOME[:4], "--researcher", "constant:B")
    out = two("compare", "sample-extractive", "sample-tail-only", "sample-constant-B", "--flips", "0").out
    assert out.count("A sample-extractive") == 2
    assert "2 questions in both; 2 in A alone, 0 in B alone" in out
    assert "over constant" in out


def test_json_tells_the_same_numbers(two: Door) -> None:
    made = json.loads(two("compare", "sample-extractive", "sample-tail-only", "--published", "--json").out)
    (pair,) = made["pairs"]
    row = pair["parts"][0]["rows"][0]
    assert (row["metric"], row["n"]) == ("accuracy", 4)
    assert row["difference"] == row["second"] - row["first"]
    assert made["shortcuts"][0]["gains"][0]["name"] == "reading gain"
    assert made["published"] == []
    assert "published" not in json.loads(two("compare", "sample-extractive", "sample-tail-only", "--json").out)


def test_the_sample_has_no_published_figures_and_detectiveqa_has(two: Door) -> None:
    out = two("compare", "sample-extractive", "sample-tail-only", "--published").out
    assert "Nothing is published about sample" in out
    files = Path(__file__).parents[2] / "evaluations" / "benchmarks" / "sample"
    for name in ("extractive", "question-only"):
        two("run", "detectiveqa", files, "--limit", "1", "--researcher", name, "--embedder", "none")
    out = two("compare", "detectiveqa-extractive", "detectiveqa-question-only", "--published").out
    assert "Claude-3-Opus" in out
    assert "theirs" in out
    assert "our wording" in out
    assert max(cell_len(line.rstrip()) for line in out.splitlines()) <= 80


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("sample-extractive",), "needs two runs"),
        (("sample-extractive", "nowhere"), "no run at"),
        (("sample-extractive", "sample-extractive"), "not compared with itself"),
        (("sample-extractive", "runs/sample-extractive"), "not compared with itself"),
        (("sample-extractive", "other"), "share no question"),
        (("sample-extractive", "empty"), "no finished question"),
    ],
)
def test_what_cannot_be_compared_is_one_line(two: Door, words: tuple[str, ...], told: str) -> None:
    shutil.copytree("runs/other", "runs/empty", ignore=shutil.ignore_patterns("*.json.part", "en-*.json"))
    reply = two("compare", *words)
    assert reply.code == 2
    assert told in reply.err
    assert len(reply.err.splitlines()) == 1
    assert reply.out == ""


def test_a_run_that_is_half_done_is_compared_as_far_as_it_goes_and_said_in_one_line(two: Door) -> None:
    Path("runs/sample-tail-only/traces/en-human-1-q1.1.json").unlink()
    reply = two("compare", "sample-extractive", "sample-tail-only")
    assert reply.code == 0
    assert "3 questions in both; 1 in A alone, 0 in B alone" in reply.out
    assert reply.err == (
        "casebook: run sample-tail-only has not all its questions (3 of 4 researches are finished); "
        "what both have is compared.\n"
    )


def test_repeats_are_told_as_mean_and_spread(two: Door) -> None:
    two("run", "sample", *SOME, "--embedder", "none", "--repeats", "2")
    out = two("compare", "sample-extractive", "sample-tail-only", "--flips", "0").out
    assert "extractive (no model) · 2 repeats" in out
    assert "± 0.0" in out
