"""LongReason files spoiled at random: every row is a case or one named skip, or the file is a Mistake."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.longreason import BENCHMARK, load
from tests.evaluations.spoiling import damaged, spoiled
from tools.mistake import Mistake

FILE = Path(__file__).resolve().parent.parent / "data" / "longreason" / "8k.jsonl"
ROWS: list[Any] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spoiled")


def loaded_or_mistake(file: Path) -> Loaded | None:
    try:
        made = load(Source(file, None, BENCHMARK.chosen(["split=8k"])))
    except Mistake as mistake:
        str(mistake).encode()
        return None
    assert len({case.id.lower() for case in made.cases}) == len(made.cases)
    for case in made.cases:
        assert case.id.isascii()
        assert case.id.replace("-", "").replace("_", "").isalnum()
        assert len(case.id) < 80
        assert case.gold.answer in case.question.options
        assert case.question.text.strip()
        assert all(case.context)
        assert type(case).model_validate_json(case.model_dump_json()) == case
    for odd in made.oddities:
        odd.model_dump_json()
        assert odd.source.startswith(file.name)
    return made


@settings(max_examples=150, deadline=None)
@given(rows=spoiled(ROWS), lines=st.booleans())
def test_each_row_of_a_spoiled_file_is_a_case_or_one_named_skip(folder: Path, rows: Any, lines: bool) -> None:
    file = folder / "8k.jsonl"
    lines = lines and isinstance(rows, list) and bool(rows)
    text = "\n".join(map(json.dumps, rows)) if lines else json.dumps(rows)
    file.write_text(text, "utf-8")
    made = loaded_or_mistake(file)
    if made:
        number = len(rows) if isinstance(rows, list) else 1
        told = [case.source for case in made.cases] + [odd.source for odd in made.skipped]
        assert sorted(told) == sorted(f"8k.jsonl row {n}" for n in range(1, number + 1))


@settings(max_examples=150, deadline=None)
@given(content=damaged(FILE.read_text("utf-8")), name=st.sampled_from(["8k.jsonl", "8k.json", "8k.csv", "8k.parquet"]))
def test_a_damaged_file_of_any_kind_is_read_or_a_mistake(folder: Path, content: bytes, name: str) -> None:
    (folder / name).write_bytes(content)
    loaded_or_mistake(folder / name)


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_damaged_table_is_read_or_a_mistake(folder: Path, data: st.DataObject) -> None:
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, list(ROWS[0]))
    table.writeheader()
    table.writerows(ROWS)
    (folder / "8k.csv").write_bytes(data.draw(damaged(text.getvalue())))
    loaded_or_mistake(folder / "8k.csv")
