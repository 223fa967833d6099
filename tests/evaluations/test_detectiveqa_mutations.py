"""Annotation files spoiled at random: every row is a case or a named skip, or the file is a Mistake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evaluations.benchmarks import detectiveqa
from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.loaded import Loaded
from tests.evaluations.annotations import DATASET, NOVEL_EN, annotation, question, read_from
from tools.mistake import Mistake

NUMBERS = [-1, 0, 1, 2, 27, 28, 30, 31, -5, 10**30, 2.5, 28.0, float("nan"), float("inf"), 1e300, True, None]
TEXTS = [
    "",
    " ",
    "28",
    " 28 ",
    "-1",
    "A",
    "d",
    "( )",
    "（",
    "200] ",
    "[3]",
    "\ud800",
    "\x00",
    "长" * 300,
    "谁？",
    "\ufeff",
]
CONTAINERS: list[Any] = [
    [],
    [[]],
    {},
    {"": "x"},
    {"A": "x", "a": "y"},
    ["x", "y"],
    [None, None],
    [question()],
    [[[[1]]]],
]
ODD = st.one_of(st.sampled_from([*NUMBERS, *TEXTS, *CONTAINERS]), st.text(max_size=5), st.integers())


def containers(value: Any) -> list[Any]:
    """Every dict and list in `value` that holds something, the outermost first."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return ([value] if inside else []) + [found for one in inside for found in containers(one)]


@st.composite
def spoiled(draw: st.DrawFn) -> Any:
    """A good annotation file with one to five places deleted, replaced or doubled."""
    whole: Any = [annotation(question(), question(), title="The Brass Barometer")]
    for _ in range(draw(st.integers(1, 5))):
        # four times in five within a question: outside of them most spoiling is a Mistake
        places = containers(whole)[draw(st.sampled_from([0, 3, 3, 3, 3])) :] or containers(whole)
        if not places:
            break
        place = draw(st.sampled_from(places))
        key = draw(st.sampled_from(list(place) if isinstance(place, dict) else list(range(len(place)))))
        act = draw(st.sampled_from(["delete", "replace", "double"]))
        if act == "delete":
            del place[key]
        elif act == "replace":
            place[key] = json.loads(json.dumps(draw(ODD)))
        elif isinstance(place, list):
            place.insert(key, json.loads(json.dumps(place[key])))
        else:
            place[draw(st.sampled_from([f" {key}", key.lower(), key.upper(), "evidence_position"]))] = place[key]
    return whole


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spoiled") / "7.json"


def loaded_or_mistake(file: Path, books: Path) -> Loaded | Mistake:
    try:
        return read_from(file, books)
    except Mistake as mistake:
        str(mistake).encode()
        return mistake


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(content=spoiled(), books=st.sampled_from([NOVEL_EN, DATASET]))
def test_a_spoiled_file_gives_a_case_or_one_named_skip_for_each_row_or_a_mistake(
    file: Path, content: Any, books: Path
) -> None:
    file.write_text(json.dumps(content), encoding="utf-8")
    loaded = loaded_or_mistake(file, books)
    if isinstance(loaded, Mistake):
        return
    (novel,) = content if isinstance(content, list) else [content]
    rows = [f"7.json question {number}" for number in range(1, len(novel["questions"]) + 1)]
    told = [case.source for case in loaded.cases] + [odd.source for odd in loaded.skipped]
    assert sorted(told) == sorted(rows)
    for case in loaded.cases:
        assert case.gold.answer in case.question.options
        assert len(case.question.options) >= 2
        assert case.question.text.strip()
        assert case.cut is not None
        assert 1 < case.cut <= 30
        assert type(case).model_validate_json(case.model_dump_json()) == case
    for odd in loaded.oddities:
        odd.model_dump_json()


@settings(max_examples=100, deadline=None)
@given(end=st.integers(0, 1200), rest=st.binary(max_size=12))
def test_a_file_cut_off_anywhere_with_any_bytes_after_it_is_read_or_a_mistake(
    file: Path, end: int, rest: bytes
) -> None:
    file.write_bytes(json.dumps(annotation(question(), question())).encode()[:end] + rest)
    loaded = loaded_or_mistake(file, NOVEL_EN)
    assert isinstance(loaded, Mistake) or len(loaded.cases) + len(loaded.skipped) == 2


LIMITS = [{"setting": s, "cut": c} for s in ("context", "question", "evidence") for c in ("chapter-first", "minus-7")]


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(content=spoiled(), limits=st.sampled_from(LIMITS))
def test_under_every_setting_a_spoiled_row_is_a_case_with_a_safe_view_or_one_named_skip(
    file: Path, content: Any, limits: dict[str, str]
) -> None:
    file.write_text(json.dumps(content), encoding="utf-8")
    try:
        loaded = detectiveqa.load(Source(file, NOVEL_EN, limits))
    except Mistake:
        return
    (novel,) = content if isinstance(content, list) else [content]
    rows = [f"7.json question {number}" for number in range(1, len(novel["questions"]) + 1)]
    assert sorted([case.source for case in loaded.cases] + [odd.source for odd in loaded.skipped]) == sorted(rows)
    for case in loaded.cases:
        assert case.cut is not None
        assert case.gold.answer_position is not None
        assert case.cut <= case.gold.answer_position
        assert (case.cut == 1) == (limits["setting"] == "question")
        assert all(number < case.cut for number in case.shown or ())
        assert case.tags["setting"] == limits["setting"]
