"""Prequels for tests: rows in PRELUDE's format about two invented novels, and a shelf with both."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from evaluations.benchmarks import prelude
from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.loaded import Loaded

FERRY, TOWER = "The Last Ferry", "更楼"
EN: dict[str, Any] = {
    "book_name": FERRY,
    "char": "Nell Pym",
    "subject": "A Childhood by the River",
    "content": "As a girl Nell rowed her father's boat across the river every night.",
    "label": "Consistent",
    "sublabel": "Core",
}
EN_WRONG: dict[str, Any] = EN | {
    "subject": None,
    "content": "Nell was born blind and never saw the river at all.",
    "label": "Contradict",
    "sublabel": "Global II",
}
ZH: dict[str, Any] = {
    "book_name": TOWER,
    "char": "老秦",
    "subject": "少年从军",
    "content": "老秦年轻时当过兵，退伍以后才到梅镇打更。",
    "label": "一致",
    "sublabel": "Irrelevant",
}
ZH_WRONG: dict[str, Any] = ZH | {
    "content": "老秦生来就是聋子，从来没有听见过钟声。",
    "label": "矛盾",
    "sublabel": "Local",
}
ROWS = [EN, EN_WRONG, ZH, ZH_WRONG]


def shelf(folder: Path) -> Path:
    """A folder with both novels."""
    folder.mkdir(parents=True, exist_ok=True)
    ferry = "[1] The Last Ferry\n[2] Nell Pym rowed all night.\n[3] She knew the river by heart.\n"
    (folder / "the_last_ferry.txt").write_text(ferry, encoding="utf-8")
    (folder / "更楼.txt").write_text("[1] 更楼\n[2] 老秦守了钟楼三十年。\n[3] 三更的钟没有响。\n", encoding="utf-8")
    return folder


def jsonl(file: Path, rows: Iterable[object]) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def as_csv(file: Path, rows: list[dict[str, Any]], encoding: str = "utf-8") -> Path:
    with file.open("w", encoding=encoding, newline="") as lines:
        writer = csv.DictWriter(lines, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return file


def load(path: Path | None, books: Path | None = None, settings: Mapping[str, str] | None = None) -> Loaded:
    """Read without novels when no books are given."""
    given = dict(settings or {}) | ({} if books else {"mode": "no-context"})
    return prelude.load(Source(path, books, given))


def loaded_rows(folder: Path, *rows: object, **settings: str) -> Loaded:
    return load(jsonl(folder / "all.jsonl", rows), None, settings)


def skipped(folder: Path, **changes: object) -> str:
    """Why a changed row was skipped, the good one beside it kept."""
    loaded = loaded_rows(folder, EN_WRONG, EN | changes)
    assert len(loaded.cases) == 1
    (odd,) = loaded.skipped
    assert odd.source == "all.jsonl row 2"
    return odd.what
