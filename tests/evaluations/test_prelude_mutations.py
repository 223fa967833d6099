"""PRELUDE files spoiled at random: every row is a case or a named skip, or the file is a Mistake."""

from __future__ import annotations

import json
import re
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evaluations.benchmarks.loaded import Loaded
from tests.evaluations.prequels import ROWS, as_csv, load, shelf
from tools.mistake import Mistake

HUGE = "长" * 100_000
VALUES: list[Any] = [
    None, True, 0, 1, -7, 10**30, 2.5, float("nan"), float("inf"), "", " ", "\ufeff", "\x00", "\ud800", HUGE, "CON",
    "../x", "a/b\\c:d", "Contradict", "一致", "consistent ", "Maybe", [], {}, ["Contradict"], {"text": "x"}, [[[[]]]],
]  # fmt: skip
NAMES = ["book", "character", "title", "setup", "answer", "groundtruth", "LABEL", "sub label", "", "\x00"]
FORMATS = ["jsonl", "json", "csv"]


@st.composite
def spoiled(draw: st.DrawFn) -> list[Any]:
    """The good rows with one to six fields dropped, replaced, renamed, or whole rows doubled or replaced."""
    rows: list[Any] = [dict(row) for row in ROWS]
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(rows) - 1))
        act = draw(st.sampled_from(["drop", "replace", "replace", "rename", "double", "row"]))
        if act == "row" or not isinstance(rows[at], dict) or not rows[at]:
            rows[at] = deepcopy(draw(st.sampled_from(VALUES)))  # another change may change it again
        elif act == "double":
            rows.append(dict(rows[at]))
        else:
            name = draw(st.sampled_from(sorted(rows[at])))
            value = rows[at].pop(name)
            if act == "replace":
                rows[at][name] = draw(st.sampled_from(VALUES) | st.text(max_size=4))
            elif act == "rename":
                rows[at][draw(st.sampled_from(NAMES))] = value
    return rows


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("spoiled")
    shelf(folder / "books")
    return folder


def loaded_or_mistake(file: Path, books: Path | None) -> Loaded | Mistake:
    try:
        return load(file, books, {"shots": "2"})
    except Mistake as mistake:
        told = mistake
    assert len(str(told).encode()) < 3000
    return told


def written(place: Path, kind: str, rows: list[Any]) -> tuple[Path, int]:
    """The rows in a file of this kind, and how many there are in it."""
    file = place / f"all.{kind}"
    if kind == "csv":
        records = [row for row in rows if isinstance(row, dict) and row] or [dict(ROWS[0])]
        # half characters cannot stand in a text file at all
        clean = json.loads(re.sub(r"\\ud800", "?", json.dumps(records)))
        names = list(dict.fromkeys(name for row in clean for name in row))
        as_csv(file, [{name: row.get(name) for name in names} for row in clean])
        return file, len(clean)
    lines = [json.dumps(row) for row in rows]
    file.write_text("\n".join(lines) if kind == "jsonl" else f"[{','.join(lines)}]", encoding="utf-8")
    return file, len(rows)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rows=spoiled(), kind=st.sampled_from(FORMATS), with_books=st.booleans())
def test_every_row_of_a_spoiled_file_is_a_case_or_one_named_skip_or_the_file_is_a_mistake(
    place: Path, rows: list[Any], kind: str, with_books: bool
) -> None:
    file, count = written(place, kind, rows)
    loaded = loaded_or_mistake(file, place / "books" if with_books else None)
    if isinstance(loaded, Mistake):
        return
    told = Counter([case.source for case in loaded.cases] + [odd.source for odd in loaded.skipped])
    assert told == Counter(f"all.{kind} row {n}" for n in range(1, count + 1))
    ids = [case.id for case in loaded.cases]
    assert len({one.casefold() for one in ids}) == len(ids)
    for case in loaded.cases:
        assert re.fullmatch(r"[a-z0-9-]{1,60}", case.id)
        assert case.gold.answer in case.question.options
        assert case.question.text.strip()
        assert type(case).model_validate_json(case.model_dump_json()) == case
    for odd in loaded.oddities:
        odd.model_dump_json()
        assert len(odd.what) < 300


@settings(max_examples=200, deadline=None)
@given(
    kind=st.sampled_from(FORMATS),
    end=st.integers(0, 1600),
    rest=st.binary(max_size=8),
    encoding=st.sampled_from(["utf-8", "gb18030", "utf-16", "latin-1"]),
)
def test_a_file_cut_off_or_in_another_encoding_is_read_or_a_mistake(
    place: Path, kind: str, end: int, rest: bytes, encoding: str
) -> None:
    file, count = written(place, kind, ROWS)
    text = (
        file.read_text(encoding="utf-8").encode().decode("unicode_escape")
        if kind == "json"
        else file.read_text("utf-8")
    )
    file.write_bytes(text.encode(encoding, errors="replace")[:end] + rest)
    loaded = loaded_or_mistake(file, None)
    assert isinstance(loaded, Mistake) or len(loaded.cases) + len(loaded.skipped) <= count + len(rest)
