"""`casebook data get` and `casebook data check`, at the door."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from evaluations.benchmarks import sample
from tests.commands.door import Door
from tests.commands.test_run import novel
from tests.evaluations.hub import COMMIT, Hub, running

pytest.importorskip("huggingface_hub")


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub with the sample's files, as DetectiveQA and, by renaming it, as another data set."""
    wanted = [file for folder in ("anno_data_en", "novel_data_en") for file in (sample.HERE / folder).rglob("*.*")]
    files = {file.relative_to(sample.HERE).as_posix(): file.read_bytes() for file in wanted}
    with running(Hub("Phospheneser/DetectiveQA", files)) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield hub


def test_files_are_got_checked_and_run_by_the_commands_that_are_named(door: Door, hub: Hub) -> None:
    reply = door("data", "get", "detectiveqa", "--to", "DQA")
    assert reply.code == 0
    assert "3 files" in reply.out
    assert f"commit {COMMIT}" in reply.out
    assert "[3/3]" in reply.err
    assert "Next: casebook data check detectiveqa DQA" in reply.out
    assert "16 cases (16 en; 16 choice); 1 book" in door("data", "check", "detectiveqa", "DQA").out
    assert door("run", "detectiveqa", "DQA", "--limit", "1").code == 0


def test_a_download_is_told_as_json_too(door: Door, hub: Hub) -> None:
    reply = door("data", "get", "detectiveqa", "--to", "DQA", "--revision", COMMIT, "--json")
    assert json.loads(reply.out) == json.loads(Path("DQA/SOURCE.json").read_text("utf-8"))


def test_what_remains_to_be_supplied_and_what_to_know_is_said(door: Door, hub: Hub) -> None:
    hub.repository = "ttchungc/PRELUDE"
    reply = door("data", "get", "prelude", "--to", "P")
    assert "The novels are not in the release" in reply.out
    assert "casebook data check prelude P --books FOLDER" in reply.out
    hub.repository = "lz1bytedance/LongReason"
    assert "before 2025-05-22" in door("data", "get", "longreason", "--to", "L").out


@pytest.mark.parametrize(
    ("words", "told", "code"),
    [
        (("data", "get", "nobody", "--to", "x"), "There is no such benchmark; got 'nobody'; allowed: detectiveqa", 2),
        (("data", "get", "lfed", "--to", "x"), "https://github.com/tjunlp-lab/LFED into x", 1),
        (("data", "get", "sample", "--to", "x"), "casebook run sample", 1),
        (("data", "get", "detectiveqa", "--to", "x", "--revision", "v9"), "no such revision; got 'v9'", 2),
        (("data", "check", "nobody"), "There is no such benchmark", 2),
        (("data", "check", "detectiveqa", "nowhere"), "'nowhere' do not exist", 2),
        (("data", "check", "sample", "--set", "x=1"), "sample has no such setting", 2),
    ],
)
def test_a_mistake_is_one_clear_line_and_leaves_nothing_behind(
    door: Door, hub: Hub, words: tuple[str, ...], told: str, code: int
) -> None:
    reply = door(*words)
    assert reply.code == code
    assert told in reply.err
    assert reply.err.count("\n") == 1
    assert not Path("x").exists()


def odd_file(folder: Path) -> Path:
    """Six odd questions beside one that is sound."""
    sound = json.loads(novel(folder).read_text("utf-8"))[0]["questions"][0]
    odd = [{**sound, "answer_position": at} for at in (-1, -2, -3, -4, None)]
    return novel(folder, [sound, *odd, {**sound, "options": {}}])


def test_odd_rows_are_named_with_file_and_row_by_kind_and_all_of_them_when_asked(door: Door, tmp_path: Path) -> None:
    file = odd_file(tmp_path)
    reply = door("data", "check", "detectiveqa", file, "--books", tmp_path)
    assert reply.code == 0
    assert "1 case" in reply.out
    assert "Odd: 0 repaired, 6 skipped" in reply.out
    assert "skipped 5 × it has no usable answer_position …" in reply.out
    assert "7.json question 2: it has no usable answer_position (-1)" in reply.out
    assert "and 2 more (--all)" in reply.out
    assert "question 6" not in reply.out
    every = door("data", "check", "detectiveqa", file, "--books", tmp_path, "--all")
    assert all(f"7.json question {n}" in every.out for n in range(2, 8))


def test_a_check_is_told_as_json_too(door: Door, tmp_path: Path) -> None:
    told = json.loads(door("data", "check", "detectiveqa", odd_file(tmp_path), "--books", tmp_path, "--json").out)
    assert (told["benchmark"], told["cases"], told["usable"]) == ("detectiveqa", 1, 1)
    assert [len(kind["found"]) for kind in told["odd"]] == [5, 1]
    assert told["books"][0]["paragraphs"] == 20


def test_it_fails_only_when_nothing_can_be_used(door: Door, tmp_path: Path) -> None:
    reply = door("data", "check", "detectiveqa", novel(tmp_path, [{"question": "Who?"}]), "--books", tmp_path)
    assert reply.code == 1
    assert "holds no usable question" in reply.err


def test_the_sample_has_nothing_odd(door: Door) -> None:
    reply = door("data", "check", "sample")
    assert reply.code == 0
    assert "138 cases (90 en, 48 zh; 96 choice, 24 verdict, 18 text); 2 books" in reply.out
    assert "Nothing odd." in reply.out
