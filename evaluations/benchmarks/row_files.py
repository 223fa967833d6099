"""Files of rows with named fields: .jsonl, .json, .csv and .parquet, read alike; every row says where it stood."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluations.benchmarks.loaded import Loaded
from tools.mistake import Mistake

ENDINGS = (".parquet", ".jsonl", ".json", ".csv")

_Read = dict[str, Any] | str
"""A record, or why there is none."""
_NO_RECORD = "it is not a record with named fields"
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class RawRow:
    """A row as it stood in its file: field name, lower-case and with `_` for spaces and dashes, to value."""

    fields: Mapping[str, Any]
    source: str

    def text(self, *names: str) -> str:
        """The first of these fields that holds text (or a whole number), without space around it; else ''."""
        return next((found for name in names if (found := _text(self.fields.get(name)))), "")


def read_rows(file: Path, told: str, loaded: Loaded) -> list[RawRow]:
    """The rows of a file, whose name is `told` as `told`. Rows that are no record are skipped and named.

    Mistake when the file is not of its format at all.
    """
    readers = {".parquet": _parquet, ".jsonl": _json_lines, ".json": _json, ".csv": _csv}
    reader = readers.get(file.suffix.lower())
    if reader is None:
        raise Mistake(f"{told} is not a file of rows", allowed=", ".join(ENDINGS))
    if not file.is_file():
        raise Mistake(f"The file {str(file)!r} does not exist")
    rows: list[RawRow] = []
    for number, record in enumerate(reader(file, told), 1):
        source = f"{told} row {number}"
        if isinstance(record, str):
            loaded.skip(source, record)
        else:
            rows.append(RawRow(_clean(record, source, loaded), source))
    return rows


def decoded(raw: bytes, told: str, chinese: bool = True) -> str:
    """`raw` as UTF-8, else (where `chinese`) as GB18030; Mistake naming the line when it is neither."""
    wide = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    encodings = ["utf-8-sig", "gb18030"] if chinese and not wide else ["utf-8-sig"]
    line = 1
    for encoding in encodings:
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError as error:
            line = raw[: error.start].count(b"\n") + 1
    wanted = "UTF-8 or GB18030" if chinese else "UTF-8"
    raise Mistake(f"{told} is not text in {wanted} (line {line})", exit_code=1)


def csv_rows(text: str, told: str) -> Iterator[tuple[str, list[str]]]:
    """(its lines, fields) of each record, but for empty lines; Mistake naming the line where the format breaks."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    end = 0
    try:
        for record in reader:
            first, end = end + 1, reader.line_num
            if record:
                yield f"line {end}" if first == end else f"lines {first} to {end}", record
    except csv.Error as error:
        raise Mistake(f"{told} is not a CSV file (line {reader.line_num}: {error})", exit_code=1) from None


def _csv(file: Path, told: str) -> Iterator[_Read]:
    records = csv_rows(decoded(file.read_bytes(), told), told)
    _, header = next(records, ("", []))
    for lines, record in records:
        if len(record) != len(header):
            yield f"it has {len(record)} fields, the header has {len(header)} ({lines})"
        else:
            yield dict(zip(header, record, strict=True))


def _json_lines(file: Path, told: str) -> Iterator[_Read]:
    for line in decoded(file.read_bytes(), told, chinese=False).split("\n"):
        if line.strip():
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                yield f"it is not JSON ({str(error)[:60]})"
            else:
                yield record if isinstance(record, dict) else _NO_RECORD


def _json(file: Path, told: str) -> Iterator[_Read]:
    """A list of records, alone or as the only list in an object."""
    try:
        content = json.loads(decoded(file.read_bytes(), told, chinese=False))
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{told} is not JSON ({str(error)[:80]})", exit_code=1) from None
    if isinstance(content, dict):
        lists = [value for value in content.values() if isinstance(value, list)]
        content = lists[0] if len(lists) == 1 else content
    if not isinstance(content, list):
        raise Mistake(f"{told} is not a list of records", exit_code=1)
    yield from (record if isinstance(record, dict) else _NO_RECORD for record in content)


def _parquet(file: Path, told: str) -> Iterator[_Read]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Mistake(
            f"{told} is a parquet file, and pyarrow is not installed",
            cure="pip install 'casebook[parquet]', or give the same rows as .jsonl, .json or .csv.",
            exit_code=1,
        ) from None
    try:
        with pyarrow.parquet.ParquetFile(file) as table:
            records: list[dict[str, Any]] = table.read().to_pylist()
    except (pyarrow.ArrowException, OSError, ValueError, OverflowError) as error:
        raise Mistake(f"{told} is not a parquet file that can be read ({str(error)[:80]})", exit_code=1) from None
    yield from records


def _clean(record: dict[Any, Any], source: str, loaded: Loaded) -> dict[str, Any]:
    """Field names folded; half characters, with which no trace could be written, replaced and said."""
    fields = {re.sub(r"[\s_-]+", "_", str(name).strip().lower()): value for name, value in record.items()}
    halves = {n: _HALF.sub("?", v) for n, v in fields.items() if isinstance(v, str) and _HALF.search(v)}
    if halves:
        loaded.repaired(source, "half characters were replaced by ?")
    return {**fields, **halves}


def _text(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
        return str(value)
    return value.strip() if isinstance(value, str) else ""
