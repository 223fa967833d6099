"""Files of rows: what can be read of them, by number, the same from every format, and what is said of broken ones."""

from __future__ import annotations

import builtins
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from evaluations.benchmarks.ids import Ids
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.rowfile import FileRow, read_rows, records
from tests.evaluations.prequels import ROWS, as_csv, jsonl
from tools.mistake import Mistake


def rows(folder: Path, content: str | bytes, name: str = "rows.jsonl") -> list[FileRow]:
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read_rows(file, ("a",)))


@pytest.mark.parametrize("name", ["rows.json", "rows.jsonl"])
@pytest.mark.parametrize(
    "content",
    ['{"a": 1}\n{"a": 2}\n', '[{"a": 1}, {"a": 2}]', '\n[\n{"a": 1},\n{"a": 2}\n]', '\ufeff{"a": 1}\n{"a": 2}'],
)
def test_a_list_and_lines_are_told_apart_by_what_they_hold(tmp_path: Path, content: str, name: str) -> None:
    assert [row.fields for row in rows(tmp_path, content, name)] == [{"a": 1}, {"a": 2}]


def test_lines_are_numbered_as_they_stand_and_a_bad_one_is_told(tmp_path: Path) -> None:
    found = rows(tmp_path, b'{"a": 1}\n\n{"a": \n{"a": "\xff"}\n5\n')
    assert [(row.number, row.fields) for row in found] == [(1, {"a": 1}), (3, None), (4, None), (5, 5)]
    assert found[1].why.startswith("it is not JSON")
    assert found[2].why == "it is not UTF-8"


def test_one_object_over_several_lines_is_one_row(tmp_path: Path) -> None:
    assert [row.fields for row in rows(tmp_path, '{\n"a": 1\n}')] == [{"a": 1}]
    assert rows(tmp_path, "") == []


@pytest.mark.parametrize(
    "content", ['{"a": "x\\ud800y"}\n{"a": "\\ud83d\\ude00"}', '[{"a": "x\\ud800y"}, {"a": "\\ud83d\\ude00"}]']
)
def test_half_characters_are_replaced_and_told(tmp_path: Path, content: str) -> None:
    assert [(row.fields["a"], row.mended) for row in rows(tmp_path, content)] == [("x?y", True), ("\U0001f600", False)]


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"[1, 2", "rows.json", "rows.json is not JSON"),
        ("[\"é\"]".encode("latin-1"), "rows.json", "rows\\.json is not text in UTF-8 \\(line 1\\)"),
        (b"[" * 100_000, "rows.json", "rows.json is not JSON"),
        ("a\né\n".encode("latin-1"), "rows.csv", "rows\\.csv is not text in UTF-8 \\(line 2\\)"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_a_mistake_with_its_name(
    tmp_path: Path, content: bytes, name: str, said: str
) -> None:
    with pytest.raises(Mistake, match=said):
        rows(tmp_path, content, name)


def test_a_table_keeps_line_breaks_and_long_fields(tmp_path: Path) -> None:
    long = "x" * 200_000
    assert [row.fields for row in rows(tmp_path, f'a,b\r\n"1\n2",{long}\r\n', "rows.csv")] == [{"a": "1\n2", "b": long}]


def test_parquet_gives_the_wanted_columns(tmp_path: Path) -> None:
    pyarrow: Any = pytest.importorskip("pyarrow")
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table({"a": [str(n) for n in range(40)], "b": ["x"] * 40})
    parquet.write_table(table, tmp_path / "rows.parquet")
    assert [row.fields for row in read_rows(tmp_path / "rows.parquet", ("a", "c"))] == [
        {"a": str(n)} for n in range(40)
    ]
    with pytest.raises(Mistake, match=r"rows\.parquet is not a parquet file that can be read"):
        rows(tmp_path, (tmp_path / "rows.parquet").read_bytes()[:-9], "rows.parquet")


def test_without_pyarrow_parquet_is_a_mistake_with_the_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "pyarrow.parquet", raising=False)
    with pytest.raises(Mistake, match=r"needs pyarrow\. Install it: pip install 'casebook\[parquet\]'"):
        rows(tmp_path, b"PAR1", "rows.parquet")


def test_ids_are_distinct_also_where_case_does_not_count() -> None:
    ids = Ids()
    assert ids.new("8k", "a") == ("8k-a", False)
    assert ids.new("8k", "A") == ("8k-A-2", True)
    assert ids.new("8k", "a") == ("8k-a-3", True)
    assert ids.new("8k", "2hop__46_29") == ("8k-2hop__46_29", False)
    odd, _ = ids.new("8k", "../甲")
    assert odd.startswith("8k-x_")
    assert len(ids.new("8k", "y" * 900)[0]) < 60


def named(file: Path) -> list[FileRow]:
    return records(file, file.name, Loaded())


def parquet(file: Path, written: list[dict[str, Any]]) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as writer

    writer.write_table(pyarrow.Table.from_pylist(written), file)
    return file


def test_parquet_rows_are_those_of_json_lines(tmp_path: Path) -> None:
    wanted = [row.fields for row in named(jsonl(tmp_path / "a.jsonl", ROWS))]
    assert [row.fields for row in named(parquet(tmp_path / "a.parquet", ROWS))] == wanted
    assert named(tmp_path / "a.parquet")[2].source == "a.parquet row 3"


@pytest.mark.parametrize("keep", [0, 3, 4, 40, 400, -9, -1])
def test_a_broken_parquet_file_is_a_mistake(tmp_path: Path, keep: int) -> None:
    file = parquet(tmp_path / "a.parquet", ROWS)
    file.write_bytes(file.read_bytes()[:keep])
    with pytest.raises(Mistake, match=r"a\.parquet is not a parquet file that can be read"):
        named(file)


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
        named(file)


def test_a_csv_in_gb18030_and_one_in_utf_8_are_read_alike(tmp_path: Path) -> None:
    one, two = as_csv(tmp_path / "a.csv", ROWS), as_csv(tmp_path / "b.csv", ROWS, "gb18030")
    assert [row.fields for row in named(one)] == [row.fields for row in named(two)]


def test_field_names_are_folded_and_text_is_trimmed() -> None:
    row = FileRow(1, {"a": " ", "b": " x ", "n": 7, "yes": True, "f": 1.5, "big": 10**30})
    assert row.text("a", "b") == "x"
    assert row.text("n") == "7"
    assert [row.text(name) for name in ("yes", "f", "big", "none")] == [""] * 4


def test_broken_lines_of_json_are_skipped_and_named(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    deep = "[" * 100_000
    file.write_text(f'{{"a": 1}}\n\n{{"a": \n7\n"text"\n{deep}\n{{"a": 2}}\n', encoding="utf-8")
    loaded = Loaded()
    assert [row.source for row in records(file, "a.jsonl", loaded)] == ["a.jsonl row 1", "a.jsonl row 6"]
    told = [odd.what for odd in loaded.skipped]
    assert [odd.source for odd in loaded.skipped] == [f"a.jsonl row {n}" for n in (2, 3, 4, 5)]
    assert told[0].startswith("it is not JSON")
    assert told[1] == told[2] == "it is not a record with named fields"
    assert told[3].startswith("it is not JSON")


def test_half_characters_in_a_record_are_replaced_and_said(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"a": "x\\ud800y"}\n', encoding="utf-8")
    loaded = Loaded()
    assert records(file, "a.jsonl", loaded)[0].text("a") == "x?y"
    assert [odd.source for odd in loaded.oddities] == ["a.jsonl row 1"]


def test_json_may_be_a_list_or_an_object_with_one(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    for content in ([{"a": 1}], {"split": "x", "data": [{"a": 1}]}):
        file.write_text(json.dumps(content), encoding="utf-8-sig")
        assert [row.fields for row in named(file)] == [{"a": 1}]


@pytest.mark.parametrize("content", ['{"a": [1], "b": [2]}', "7", '{"a": 1}', "null", "[", ""])
def test_json_of_another_shape_is_a_mistake(tmp_path: Path, content: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(Mistake, match=r"a\.json is not"):
        named(file)


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_json_in_another_encoding_is_a_mistake_that_names_the_line(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes('[\n{"a": "谁的门"}]'.encode("gb18030"))
    with pytest.raises(Mistake, match=r"not text in UTF-8 \(line 2\)"):
        named(file)


def test_a_csv_row_of_another_length_is_skipped_and_says_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text('a,b\n1,2\n\n"1\n2",3,4\n5,6\n', encoding="utf-8")
    loaded = Loaded()
    assert [row.fields for row in records(file, "a.csv", loaded)] == [{"a": "1", "b": "2"}, {"a": "5", "b": "6"}]
    assert [(odd.source, odd.what) for odd in loaded.skipped] == [
        ("a.csv row 2", "it has 3 fields, the header has 2 (lines 4 to 5)")
    ]


@pytest.mark.parametrize(("name", "why"), [("a.txt", "not a file of rows"), ("none.csv", "does not exist")])
def test_a_file_of_another_kind_or_none_is_a_mistake(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    with pytest.raises(Mistake, match=why):
        named(tmp_path / name)
