"""PRELUDE's splits, and what the settings refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.prelude import BENCHMARK, Retrieval
from tests.evaluations.prequels import EN, EN_WRONG, ROWS, ZH, jsonl, load
from tools.mistake import Mistake

PUBLIC = EN | {"book_name": "三国演义"}


def dataset(folder: Path, **files: list[dict[str, object]]) -> Path:
    for name, rows in files.items():
        jsonl(folder / "data" / f"{name.replace('_', '-')}.jsonl", rows)
    return folder


def sources(folder: Path, split: str) -> list[str]:
    return [case.source for case in load(folder, None, {"split": split}).cases]


def test_each_split_is_read_from_the_file_that_is_called_by_it(tmp_path: Path) -> None:
    folder = dataset(tmp_path, all=ROWS, subset_00000_of_00001=[EN], public=[PUBLIC])
    assert sources(folder, "full") == [f"data/all.jsonl row {n}" for n in (1, 2, 3, 4)]
    assert sources(folder, "subset") == ["data/subset-00000-of-00001.jsonl row 1"]
    assert sources(folder, "public") == ["data/public.jsonl row 1"]


def test_the_public_set_is_had_from_the_full_one_by_its_books(tmp_path: Path) -> None:
    folder = dataset(tmp_path, all=[EN, PUBLIC, ZH])
    assert sources(folder, "public") == ["data/all.jsonl row 2"]
    with pytest.raises(Mistake, match=r"No row in .* is of a public-domain book"):
        sources(dataset(tmp_path / "other", all=[EN]), "public")


def test_a_split_that_is_not_there_is_a_mistake_that_names_the_files(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"no file of PRELUDE's subset set; got 'all\.jsonl'"):
        sources(dataset(tmp_path / "a", all=ROWS), "subset")
    with pytest.raises(Mistake, match=r"full set; got 'public\.jsonl'.*--set split"):
        sources(dataset(tmp_path / "b", public=[PUBLIC]), "full")
    (tmp_path / "c").mkdir()
    with pytest.raises(Mistake, match=r"no \.parquet, \.jsonl, \.json, \.csv file"):
        sources(tmp_path / "c", "full")


def test_a_single_file_of_any_name_holds_the_full_set(tmp_path: Path) -> None:
    assert len(load(jsonl(tmp_path / "mine.jsonl", ROWS)).cases) == 4
    assert len(load(jsonl(tmp_path / "subset.jsonl", ROWS), None, {"split": "full"}).cases) == 4


def test_a_broken_file_in_a_folder_is_skipped_by_name_and_a_named_one_is_a_mistake(tmp_path: Path) -> None:
    folder = dataset(tmp_path, full_1=[EN], full_2=[EN_WRONG])
    broken = folder / "data" / "full-3.json"
    broken.write_text("{", encoding="utf-8")
    loaded = load(folder)
    assert len(loaded.cases) == 2
    assert [odd.source for odd in loaded.skipped] == ["data/full-3.json"]
    with pytest.raises(Mistake, match=r"full-3\.json is not JSON"):
        load(broken)


def test_the_same_row_in_two_files_of_a_split_is_asked_once(tmp_path: Path) -> None:
    loaded = load(dataset(tmp_path, full_1=[EN], full_2=[EN, ZH]))
    assert [case.source for case in loaded.cases] == ["data/full-1.jsonl row 1", "data/full-2.jsonl row 2"]
    assert loaded.skipped[0].what == "it is the same as data/full-1.jsonl row 1"


@pytest.mark.parametrize(
    "given", ["mode=book", "shots=6", "shots=-1", "k=0", "k=ten", "chunk=20", "order=random", "split=train", "x=1"]
)
def test_a_setting_that_is_not_allowed_is_refused(given: str) -> None:
    with pytest.raises(Mistake):
        BENCHMARK.chosen([given])


def test_the_settings_of_the_papers_retrieval_are_the_defaults() -> None:
    settings = BENCHMARK.chosen(["mode=rag"])
    assert Retrieval.chosen(Source(settings=settings)) == Retrieval(k=40, chunk=500, order="relevance")
    assert Retrieval.chosen(Source(settings=BENCHMARK.chosen(["k=5", "order=book"]))) == Retrieval(5, 500, "book")
    assert (settings["shots"], settings["split"]) == ("0", "full")
