"""CofCA's files spoiled at random: every row is a case or one named skip, or the file is a Mistake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.cofca import BENCHMARK, load
from evaluations.benchmarks.loaded import Loaded
from tests.evaluations.spoiling import damaged, spoiled
from tools.mistake import Mistake

DATASET = Path(__file__).resolve().parent.parent / "data" / "cofca"
FILES: dict[str, list[Any]] = {file.name: json.loads(file.read_text("utf-8")) for file in sorted(DATASET.iterdir())}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spoiled")


def loaded_or_mistake(file: Path) -> Loaded | None:
    try:
        made = load(Source(file, None, BENCHMARK.chosen(["files=all"])))
    except Mistake as mistake:
        str(mistake).encode()
        return None
    assert len({case.id.lower() for case in made.cases}) == len(made.cases)
    for case in made.cases:
        assert case.id.replace("-", "").replace("_", "").isalnum()
        assert case.id.isascii()
        assert len(case.id) < 80
        assert case.question.text.strip()
        assert case.gold.answer.strip()
        assert case.context
        assert all(case.context)
        assert len(case.question.sub_questions) == len(case.gold.sub_answers)
        assert all(1 <= p <= len(case.context) for p in case.gold.positions(None))
        assert type(case).model_validate_json(case.model_dump_json()) == case
    for odd in made.oddities:
        odd.model_dump_json()
        assert odd.source.startswith(file.name)
    return made


@settings(max_examples=200, deadline=None)
@given(data=st.data(), name=st.sampled_from([*FILES]), kept=st.booleans())
def test_each_row_of_a_spoiled_file_is_a_case_or_one_named_skip(
    folder: Path, data: st.DataObject, name: str, kept: bool
) -> None:
    rows = data.draw(spoiled(FILES[name]))
    file = folder / (name if kept else "rows.json")
    file.write_text(json.dumps(rows), "utf-8")
    made = loaded_or_mistake(file)
    if made:
        number = len(rows) if isinstance(rows, list) else 1
        told = [case.source for case in made.cases] + [odd.source for odd in made.skipped]
        assert sorted(told) == sorted(f"{file.name} row {n}" for n in range(1, number + 1))


@settings(max_examples=150, deadline=None)
@given(data=st.data(), name=st.sampled_from([*FILES]))
def test_a_damaged_file_is_read_or_a_mistake(folder: Path, data: st.DataObject, name: str) -> None:
    (folder / name).write_bytes(data.draw(damaged(json.dumps(FILES[name], ensure_ascii=False))))
    loaded_or_mistake(folder / name)
