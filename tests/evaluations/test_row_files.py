"""Files of rows: the same records from every format, and what is said of broken ones."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from typing import Any

import pytest

from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.row_files import RawRow, read_rows
from tests.evaluations.prequels import ROWS, as_csv, jsonl
from tools.mistake import Mistake


def rows(file: Path) -> list[RawRow]:
    return read_rows(file, file.name, Loaded())


def parquet(file: Path, records: list[dict[str, Any]]) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as writer

    writer.write_table(pyarrow.Table.from_pylist(records), file)
    return file


def test_parquet_rows_are_those_of_json_lines(tmp_path: Path) -> None:
    wanted = [row.fields for row in rows(jsonl(tmp_path / "a.jsonl", ROWS))]
    assert [row.fields for row in rows(parquet(tmp_path / "a.parquet", ROWS))] == wanted
    assert rows(tmp_path / "a.parquet")[2].source == "a.parquet row 3"


@pytest.mark.parametrize("keep", [0, 3, 4, 40, 400, -9, -1])
def test_a_broken_parquet_file_is_a_mistake(tmp_path: Path, keep: int) -> None:
    file = parquet(tmp_path / "a.parquet", ROWS)
    file.write_bytes(file.read_bytes()[:keep])
    with pytest.raises(Mistake, match=r"a\.parquet is not a parquet file that can be read"):
        rows(file)


def test_without_pyarrow_a_parquet_file_is_a_mistake_with_two_cures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    file = tmp_path / "a.parquet"
    file.write_bytes(b"PAR1")
    with pytest.raises(Mistake, match=r"casebook\[parquet\].*\.jsonl"):
        rows(file)


def test_a_csv_in_gb18030_and_one_in_utf_8_are_read_alike(tmp_path: Path) -> None:
    one, two = as_csv(tmp_path / "a.csv", ROWS), as_csv(tmp_path / "b.csv", ROWS, "gb18030")
    assert [row.fields for row in rows(one)] == [row.fields for row in rows(two)]


def test_field_names_are_folded_and_text_is_trimmed() -> None:
    row = RawRow({"a": " ", "b": " x ", "n": 7, "yes": True, "f": 1.5, "big": 10**30}, "")
    assert row.text("a", "b") == "x"
    assert row.text("n") == "7"
    assert [row.text(name) for name in ("yes", "f", "big", "none")] == [""] * 4


def test_broken_lines_of_json_are_skipped_and_named(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    deep = "[" * 100_000
    file.write_text(f'{{"a": 1}}\n\n{{"a": \n7\n"text"\n{deep}\n{{"a": 2}}\n', encoding="utf-8")
    loaded = Loaded()
    assert [row.source for row in read_rows(file, "a.jsonl", loaded)] == ["a.jsonl row 1", "a.jsonl row 6"]
    told = [odd.what for odd in loaded.skipped]
    assert [odd.source for odd in loaded.skipped] == [f"a.jsonl row {n}" for n in (2, 3, 4, 5)]
    assert told[0].startswith("it is not JSON")
    assert told[1] == told[2] == "it is not a record with named fields"
    assert told[3].startswith("it is not JSON")


def test_half_characters_are_replaced_and_said(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"a": "x\\ud800y"}\n', encoding="utf-8")
    loaded = Loaded()
    assert read_rows(file, "a.jsonl", loaded)[0].text("a") == "x?y"
    assert [odd.source for odd in loaded.oddities] == ["a.jsonl row 1"]


def test_json_may_be_a_list_or_an_object_with_one(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    for content in ([{"a": 1}], {"split": "x", "data": [{"a": 1}]}):
        file.write_text(json.dumps(content), encoding="utf-8-sig")
        assert [row.fields for row in rows(file)] == [{"a": 1}]


@pytest.mark.parametrize("content", ['{"a": [1], "b": [2]}', "7", '{"a": 1}', "null", "[", ""])
def test_json_of_another_shape_is_a_mistake(tmp_path: Path, content: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(Mistake, match=r"a\.json is not"):
        rows(file)


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_json_in_another_encoding_is_a_mistake_that_names_the_line(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes('[\n{"a": "谁的门"}]'.encode("gb18030"))
    with pytest.raises(Mistake, match=r"not text in UTF-8 \(line 2\)"):
        rows(file)


def test_a_csv_row_of_another_length_is_skipped_and_says_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text('a,b\n1,2\n\n"1\n2",3,4\n5,6\n', encoding="utf-8")
    loaded = Loaded()
    assert [row.fields for row in read_rows(file, "a.csv", loaded)] == [{"a": "1", "b": "2"}, {"a": "5", "b": "6"}]
    assert [(odd.source, odd.what) for odd in loaded.skipped] == [
        ("a.csv row 2", "it has 3 fields, the header has 2 (lines 4 to 5)")
    ]


@pytest.mark.parametrize(("name", "why"), [("a.txt", "not a file of rows"), ("none.csv", "does not exist")])
def test_a_file_of_another_kind_or_none_is_a_mistake(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    with pytest.raises(Mistake, match=why):
        rows(tmp_path / name)
