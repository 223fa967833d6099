"""LFED files spoiled at random: every row is a case or a named skip, or the file is a Mistake."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evaluations.benchmarks.lfed.rows import HEADER
from evaluations.benchmarks.loaded import Loaded
from tests.evaluations.lfed_files import GOOD, load, row, written
from tools.mistake import Mistake

VALUES = [
    "", " ", "NaN", "\x00", "\ufeff", "C2", "b", "AB", "无法回答", "富?贵", "《x》", "长" * 50_000, "x" * 140_000,
    ",", '"', '""', "a\nb", "a\r\nb,c", "CON", "../x", "1e999",
]  # fmt: skip
ROWS = [
    GOOD,
    row(text="再问？", label="A"),
    row(title="渡口", text="三问？"),
    row(title="渡口", D="无法回答", label="D"),
]


@st.composite
def spoiled(draw: st.DrawFn) -> list[list[str]]:
    """The header and good rows with one to six fields replaced, dropped or doubled, or whole rows doubled."""
    rows = [list(HEADER), *map(list, ROWS)]
    for _ in range(draw(st.integers(1, 6))):
        # the header one time in ten: without it the file is a Mistake
        at = draw(st.sampled_from([0, *[1, 2, 3, 4] * 2, -1]))
        act = draw(st.sampled_from(["replace", "replace", "replace", "drop", "add", "double"]))
        if act == "double":
            rows.append(list(rows[at]))
        elif not rows[at] or act == "add":
            rows[at].append(draw(st.sampled_from(VALUES)))
        else:
            field = draw(st.integers(0, len(rows[at]) - 1))
            rows[at].pop(field)
            if act == "replace":
                rows[at].insert(field, draw(st.sampled_from(VALUES) | st.text(max_size=4)))
    return rows


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("spoiled")
    (folder / "books").mkdir()
    (folder / "books" / "更楼.txt").write_text("[1] 更楼\n[2] 老秦守了钟楼三十年。\n", encoding="utf-8")
    return folder


def loaded_or_mistake(file: Path, books: Path | None) -> Loaded | Mistake:
    try:
        return load(file, books, {"shots": "2"})
    except Mistake as mistake:
        told = mistake
    assert len(str(told).encode()) < 3000
    return told


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rows=spoiled(), encoding=st.sampled_from(["utf-8", "utf-8-sig", "gb18030"]), with_books=st.booleans())
def test_every_row_of_a_spoiled_file_is_a_case_or_one_named_skip_or_the_file_is_a_mistake(
    place: Path, rows: list[list[str]], encoding: str, with_books: bool
) -> None:
    rows = [[field.encode(errors="replace").decode() for field in fields] for fields in rows]
    file = written(place / "LFED.csv", *rows[1:], header=rows[0], encoding=encoding)
    loaded = loaded_or_mistake(file, place / "books" if with_books else None)
    if isinstance(loaded, Mistake):
        return
    told = Counter([case.source for case in loaded.cases] + [odd.source for odd in loaded.skipped])
    # a row without any field is an empty line, which is no row
    there = [fields for fields in rows[1:] if fields]
    assert told == Counter(f"LFED.csv row {n}" for n in range(1, len(there) + 1))
    assert len({case.id for case in loaded.cases}) == len(loaded.cases)
    for case in loaded.cases:
        assert re.fullmatch(r"q\d{4,}", case.id)
        assert case.gold.answer in case.question.options
        assert len(case.question.options) >= 2
        assert case.question.text.strip()
        assert all(example.source != case.question.title for example in case.question.examples)
        assert type(case).model_validate_json(case.model_dump_json()) == case
    for odd in loaded.oddities:
        odd.model_dump_json()
        assert len(odd.what) < 300


def raw(encoding: str) -> bytes:
    whole = io.StringIO()
    csv.writer(whole).writerows([HEADER, *ROWS])
    return whole.getvalue().encode(encoding)


@settings(max_examples=200, deadline=None)
@given(
    encoding=st.sampled_from(["gb18030", "utf-8", "utf-16", "big5hkscs"]),
    end=st.integers(0, 700),
    rest=st.binary(max_size=12),
)
def test_a_file_cut_off_or_in_another_encoding_is_read_or_a_mistake(
    place: Path, encoding: str, end: int, rest: bytes
) -> None:
    file = place / "LFED.csv"
    try:
        file.write_bytes(raw(encoding)[:end] + rest)
    except UnicodeEncodeError:
        file.write_bytes(raw("utf-16")[:end] + rest)
    loaded = loaded_or_mistake(file, None)
    assert isinstance(loaded, Mistake) or len(loaded.cases) + len(loaded.skipped) <= len(ROWS) + len(rest)
