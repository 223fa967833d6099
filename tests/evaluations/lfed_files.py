"""LFED files for tests: rows about invented novels in the official format."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluations.benchmarks import lfed
from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.lfed.rows import BLOCKS, HEADER, UNANSWERABLE
from evaluations.benchmarks.loaded import Loaded

GOOD = ["更楼", "关于《更楼》这本小说，谁锉走了钟舌？", "老秦", "周掌柜叫来的轿夫", "小顾", "沈巡官", "B"]


def row(**changes: str) -> list[str]:
    """The good row with some fields changed: title, text, A, B, C, D, label."""
    names = ["title", "text", "A", "B", "C", "D", "label"]
    return [changes.get(name, value) for name, value in zip(names, GOOD, strict=True)]


def written(file: Path, *rows: Sequence[str], header: Sequence[str] = HEADER, encoding: str = "gb18030") -> Path:
    """`file` with the header and these rows, its lines ended by CRLF."""
    whole = io.StringIO()
    csv.writer(whole).writerows([header, *rows])
    file.write_bytes(whole.getvalue().encode(encoding))
    return file


def load(path: Path | None, books: Path | None = None, settings: Mapping[str, str] | None = None) -> Loaded:
    return lfed.load(Source(path, books, settings or {}))


def loaded_rows(folder: Path, *rows: Sequence[str], **settings: str) -> Loaded:
    return load(written(folder / "LFED.csv", *rows), None, settings)


def complete() -> list[list[str]]:
    """As many rows as the official file has; the last block asks what cannot be answered."""
    rows = []
    for name, size in BLOCKS:
        for n in range(size):
            last = {"D": UNANSWERABLE, "label": "D"} if name == "counterfactual" else {}
            rows.append(row(title=f"小说{n % 7}", text=f"关于《小说{n % 7}》，{name}第{n}问", **last))
    return rows
