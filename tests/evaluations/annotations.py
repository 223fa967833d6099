"""Annotation files for tests: the fixtures' places, and one good file to spoil in one place."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from evaluations.benchmarks import detectiveqa
from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.loaded import Loaded
from evaluations.case import Case

DATASET = Path(__file__).resolve().parent.parent / "data" / "detectiveqa"
NOVEL_EN = DATASET / "novel_data_en" / "7-铜制晴雨表-Casebook.txt"
NOVEL_ZH = DATASET / "novel_data_zh" / "8-更楼-Casebook.txt"

QUESTION: dict[str, Any] = {
    "question": "Who took the barometer from the wall?",
    "options": {"A": "Captain Pym", "B": "Mr. Luce", "C": "Mrs. Dray", "D": "Nell"},
    "answer": "D",
    "distraction": {"A": "His boots are wet.", "B": "He sells clocks.", "C": "She says that it is gone."},
    "reasoning": ["Bright metal lay in the ashes.", "The pan had gone grey.", "So Nell broke it."],
    "clue_position": [19, 20, -1],
    "answer_position": 28,
}
ABSENT = object()
"""A field to leave out."""


def read_from(path: Path | None, books: Path | None) -> Loaded:
    return detectiveqa.load(Source(path, books))


def question(**changes: Any) -> dict[str, Any]:
    """The good question with some fields changed, or left out."""
    return {k: v for k, v in (deepcopy(QUESTION) | changes).items() if v is not ABSENT}


def annotation(*questions: Any, **changes: Any) -> dict[str, Any]:
    """An annotation of the English novel with these questions (the good one without any)."""
    asked = list(questions) or [question()]
    whole = {"novel_id": 7, "num_paragraphs": 30, "time_cost": "1H", "questions": asked} | changes
    return {k: v for k, v in whole.items() if v is not ABSENT}


def written(file: Path, content: object) -> Path:
    """`file`, holding `content` as JSON."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def asked(folder: Path, **changes: Any) -> Loaded:
    """What becomes of a good question and then one with these changes."""
    file = written(folder / "7.json", [annotation(question(), question(**changes))])
    return read_from(file, NOVEL_EN)


def second(folder: Path, **changes: Any) -> Case:
    """The case of the changed question; it must have become one."""
    loaded = asked(folder, **changes)
    assert [case.id for case in loaded.cases] == ["7-q1", "7-q2"]
    return loaded.cases[1]


def skipped(folder: Path, **changes: Any) -> str:
    """Why the changed question was skipped; it must have been, once, with the good one kept."""
    loaded = asked(folder, **changes)
    assert [case.id for case in loaded.cases] == ["7-q1"]
    (odd,) = loaded.skipped
    assert odd.source == "7.json question 2"
    return odd.what
