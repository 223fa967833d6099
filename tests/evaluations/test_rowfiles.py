"""Files of rows: what can be read of them, by number, whatever they are called."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from evaluations.benchmarks.ids import Ids
from evaluations.benchmarks.rowfiles import FileRow, read_rows
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
        ("[\"é\"]".encode("latin-1"), "rows.json", "rows.json is not UTF-8"),
        (b"[" * 100_000, "rows.json", "rows.json is not JSON"),
        ("a\né\n".encode("latin-1"), "rows.csv", "rows.csv is not UTF-8"),
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
    with pytest.raises(
        Mistake, match=r"rows\.parquet is no Parquet file that can be read|rows\.parquet cannot be read"
    ):
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
