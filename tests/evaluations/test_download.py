"""Downloading the official files: the real client against a small hub on the loopback, whole and with its faults."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from evaluations.benchmarks.hub import ELSEWHERE, OFFICIAL, official
from evaluations.download import SourceRecord, download
from tests.evaluations.hub import COMMIT, Hub, running
from tools.mistake import Mistake

pytest.importorskip("huggingface_hub")

SOURCE = OFFICIAL["detectiveqa"]
NOVEL = "novel_data_zh/8-更楼-Casebook.txt"
FILES = {
    "README.md": b"# DetectiveQA\n",
    ".gitattributes": b"*.txt text\n",
    "anno_data_zh/human_anno/8.json": b'[{"novel_id": 8, "questions": []}]',
    NOVEL: "[1] 更楼\n".encode() * 40_000,
}
WANTED = sorted(set(FILES) - {".gitattributes"})
OTHER = "f" * 40


class Seen:
    """What was told of the files' coming in."""

    def __init__(self) -> None:
        self.announced: tuple[int, int] = (0, 0)
        self.bytes = 0
        self.files: dict[str, int] = {}

    @contextmanager
    def __call__(self, files: int, size: int) -> Iterator[Seen]:
        self.announced = (files, size)
        yield self

    def moved(self, count: int) -> None:
        self.bytes += count

    def finished(self, file: str, size: int) -> None:
        self.files[file] = size


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with running(Hub(SOURCE.repository, dict(FILES))) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield hub


def get(folder: Path, revision: str = "main", seen: Seen | None = None, name: str = "detectiveqa") -> SourceRecord:
    return download(name, SOURCE, folder, revision, seen or Seen())


def there(folder: Path) -> dict[str, bytes]:
    """The files of the folder, without the library's own and the record."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and ".cache" not in file.parts and file.name != "SOURCE.json"
    }


def test_every_file_arrives_under_its_own_name_and_its_coming_is_told(hub: Hub, tmp_path: Path) -> None:
    seen = Seen()
    get(tmp_path / "new" / "folder", seen=seen)
    assert there(tmp_path / "new" / "folder") == {name: FILES[name] for name in WANTED}
    size = sum(len(FILES[name]) for name in WANTED)
    assert seen.announced == (3, size)
    assert (seen.bytes, seen.files) == (size, {name: len(FILES[name]) for name in WANTED})


def test_the_commit_that_the_hub_answered_is_written_down(hub: Hub, tmp_path: Path) -> None:
    record = get(tmp_path)
    assert SourceRecord.model_validate_json((tmp_path / "SOURCE.json").read_bytes()) == record
    assert (record.revision, record.commit, record.complete) == ("main", COMMIT, True)
    assert (record.repository, record.endpoint) == ("Phospheneser/DetectiveQA", hub.endpoint)
    assert record.modified.startswith("2025-06-01")
    assert sorted(record.files) == WANTED


def test_files_are_asked_for_by_commit_so_that_a_moving_branch_cannot_mix_them(hub: Hub, tmp_path: Path) -> None:
    get(tmp_path)
    asked = [line for line in hub.asked if "/resolve/" in line]
    assert asked
    assert all(f"/resolve/{COMMIT}/" in line for line in asked)


def test_what_is_there_already_is_not_fetched_again(hub: Hub, tmp_path: Path) -> None:
    get(tmp_path)
    (tmp_path / NOVEL).unlink()
    hub.asked.clear()
    get(tmp_path)
    assert hub.fetched() == [NOVEL]
    assert there(tmp_path)[NOVEL] == FILES[NOVEL]


def test_a_transfer_that_breaks_off_is_taken_up_again_from_what_had_come(hub: Hub, tmp_path: Path) -> None:
    large = bytes(range(256)) * 4096 * 21  # the library keeps what came in pieces of 10 MiB
    hub.files = {**FILES, NOVEL: large}
    hub.breaks.add(NOVEL)
    get(tmp_path)
    assert there(tmp_path)[NOVEL] == large
    ranges = [line.rpartition(" ")[2] for line in hub.asked if "bytes=" in line]
    assert ranges == [f"bytes={10 * 1024**2}-"]


def test_a_download_that_failed_goes_on_with_the_same_command(hub: Hub, tmp_path: Path) -> None:
    hub.refuses.add(NOVEL)
    with pytest.raises(Mistake, match=r"could not be had .* the same command goes on from there") as caught:
        get(tmp_path)
    assert caught.value.exit_code == 1
    assert not json.loads((tmp_path / "SOURCE.json").read_text("utf-8"))["complete"]
    assert NOVEL not in there(tmp_path)
    hub.refuses.clear()
    hub.asked.clear()
    assert get(tmp_path).complete
    assert NOVEL in hub.fetched()
    assert there(tmp_path) == {name: FILES[name] for name in WANTED}


def test_another_revision_brings_its_own_files(hub: Hub, tmp_path: Path) -> None:
    get(tmp_path)
    hub.revisions = {"main": COMMIT, "v2": OTHER}
    changed = b'[{"novel_id": 8, "questions": [{}]}]'
    hub.files = {**FILES, "anno_data_zh/human_anno/8.json": changed}
    record = get(tmp_path, "v2")
    assert (record.revision, record.commit) == ("v2", OTHER)
    assert there(tmp_path)["anno_data_zh/human_anno/8.json"] == changed


def test_a_commit_may_be_asked_for_itself(hub: Hub, tmp_path: Path) -> None:
    assert get(tmp_path, COMMIT).commit == COMMIT


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("revision", "Phospheneser/DetectiveQA has no such revision; got 'v9'. Give another --revision."),
        ("repository", "has no data set Phospheneser/DetectiveQA"),
        ("gate", "asks for an account"),
        ("nobody", "could not be had from http://127.0.0.1:9 ("),
    ],
)
def test_what_the_hub_cannot_give_is_one_clear_line_and_leaves_no_folder(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, told: str
) -> None:
    if fault == "repository":
        hub.repository = "somebody/else"
    elif fault == "gate":
        hub.gated = True
    elif fault == "nobody":
        monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(Mistake) as caught:
        get(tmp_path / "data", "v9" if fault == "revision" else "main")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "data").exists()


def test_a_folder_that_holds_another_benchmark_is_not_touched(hub: Hub, tmp_path: Path) -> None:
    get(tmp_path)
    hub.asked.clear()
    with pytest.raises(Mistake, match="holds detectiveqa"):
        get(tmp_path, name="prelude")
    assert hub.asked == []


@pytest.mark.parametrize(("name", "content"), [("SOURCE.json", "{}"), ("SOURCE.json", "not json")])
def test_a_record_that_cannot_be_read_is_not_written_over(hub: Hub, tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(Mistake, match="is not a record of a download"):
        get(tmp_path)
    assert (tmp_path / name).read_text() == content


def test_a_file_where_the_folder_should_be_is_a_mistake(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("mine")
    with pytest.raises(Mistake, match="--to names a folder"):
        get(tmp_path / "data")


def test_without_the_library_the_cure_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(Mistake, match=r"needs huggingface_hub. pip install '\.\[data\]'") as caught:
        get(tmp_path / "data")
    assert caught.value.exit_code == 1
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("name", ["lfed", "cofca"])
def test_what_is_not_on_the_hub_is_said_with_its_address_and_place(name: str) -> None:
    with pytest.raises(Mistake) as caught:
        official(name, "here")
    assert "https://github.com/" in str(caught.value)
    assert f"casebook data check {name} here" in str(caught.value)


def test_every_benchmark_with_official_files_is_in_the_table() -> None:
    from evaluations.benchmarks import BENCHMARKS

    assert set(BENCHMARKS) <= set(OFFICIAL) | set(ELSEWHERE)
    assert "2025-05-22" in OFFICIAL["longreason"].note
    assert "novels" in OFFICIAL["prelude"].remains
