"""Files of rows (JSON lines, a JSON list, CSV, Parquet): what can be read of each row, with its number."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluations.benchmarks.csvfile import csv_rows, decoded
from evaluations.benchmarks.loaded import Loaded
from tools.mistake import Mistake

SUFFIXES = (".parquet", ".jsonl", ".json", ".csv")
_HALF = re.compile("[\ud800-\udfff]")
_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_BLANK = b"\xef\xbb\xbf \t\r\n"
_LONGEST_FIELD = 2**31 - 1  # as much as a C long holds on every system


@dataclass(frozen=True)
class FileRow:
    """A row and its number from 1 (of a JSON-lines file the line's)."""

    number: int
    fields: Any
    """Whatever stands there: an object when the file is sound."""
    why: str = ""
    """Why it cannot be read; then `fields` is None."""
    mended: bool = False
    """Whether halves of surrogate pairs, which no trace could be written with, were replaced by ?."""
    source: str = ""
    """What it is called in messages; only `records` says it."""

    def text(self, *names: str) -> str:
        """The first of these fields that holds text (or a whole number), without space around it; else ''."""
        return next((found for name in names if (found := _text(self.fields.get(name)))), "")


def records(file: Path, told: str, loaded: Loaded) -> list[FileRow]:
    """The rows with named fields, their names lower-case and with `_` for spaces and dashes; others are skipped.

    Their sources count the rows alone, without empty lines. A .json file must hold a list, alone or as the only one
    in an object; a CSV file may be in GB18030. Mistake when the file, called `told`, is not of its format at all.
    """
    if file.suffix.lower() not in SUFFIXES:
        raise Mistake(f"{told} is not a file of rows", allowed=", ".join(SUFFIXES))
    if not file.is_file():
        raise Mistake(f"The file {str(file)!r} does not exist")
    found: list[FileRow] = []
    for nth, row in enumerate(list(read_rows(file, told=told, listed=True, chinese=True)), 1):
        source = f"{told} row {nth}"
        if row.why or not isinstance(row.fields, dict):
            loaded.skip(source, row.why or "it is not a record with named fields")
            continue
        if row.mended:
            loaded.repaired(source, "half characters were replaced by ?")
        found.append(replace(row, fields=_folded(row.fields), source=source))
    return found


def read_rows(
    file: Path, columns: Sequence[str] = (), *, told: str = "", listed: bool = False, chinese: bool = False
) -> Iterator[FileRow]:
    """The rows of `file` in order; of a Parquet file only these columns are read, where any are given.

    `listed`: a .json file must hold a list, alone or as the only one in an object; else JSON of any suffix is a list,
    JSON lines or one object, whichever it is. `chinese`: a CSV file that is not UTF-8 is read as GB18030.
    Mistake naming the file (as `told`, else its name) when it cannot be read as a whole.
    """
    told, kind = told or file.name, file.suffix.lower()
    try:
        if kind == ".parquet":
            yield from _parquet(file, told, columns)
        elif kind == ".csv":
            yield from _csv(decoded(file.read_bytes(), told, chinese), told)
        elif (listed and kind == ".json") or not _is_lines(file):
            yield from _json(decoded(file.read_bytes(), told, chinese=False), told, listed)
        else:
            yield from _json_lines(file)
    except OSError as error:
        raise Mistake(f"{told} cannot be read ({error.strerror or error})", exit_code=1) from None


def _is_lines(file: Path) -> bool:
    """Whether it is to be read line by line: told by its first line that is not empty, else by the whole."""
    with file.open("rb") as lines:
        first = next((line for line in lines if line.strip(_BLANK)), b"")
    if first.lstrip(_BLANK).startswith(b"["):
        return _sound(first) and not _sound(file.read_bytes())
    return _sound(first) or not _sound(file.read_bytes())


def _json(text: str, told: str, listed: bool) -> Iterator[FileRow]:
    try:
        content = json.loads(text)
        if listed and isinstance(content, dict):
            lists = [value for value in content.values() if isinstance(value, list)]
            content = lists[0] if len(lists) == 1 else content
        if listed and not isinstance(content, list):
            raise Mistake(f"{told} is not a list of records", exit_code=1)
        rows = content if isinstance(content, list) else [content]
        mended = [_mended(fields) for fields in rows] if _HALF_ESCAPE.search(text) else [(one, False) for one in rows]
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{told} is not JSON ({str(error)[:80]})", exit_code=1) from None
    yield from (FileRow(number, fields, mended=was) for number, (fields, was) in enumerate(mended, 1))


def _json_lines(file: Path) -> Iterator[FileRow]:
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip(_BLANK):
                continue
            try:
                fields, mended = _mended(json.loads(line.decode("utf-8-sig")))
                yield FileRow(number, fields, mended=mended)
            except UnicodeDecodeError:
                yield FileRow(number, None, "it is not UTF-8")
            except (ValueError, RecursionError) as error:
                yield FileRow(number, None, f"it is not JSON ({str(error)[:80]})")


def _mended(fields: Any) -> tuple[Any, bool]:
    """`fields` without halves of surrogate pairs, and whether there were any; ValueError, RecursionError."""
    written = json.dumps(fields, ensure_ascii=False)
    return (json.loads(_HALF.sub("?", written)), True) if _HALF.search(written) else (fields, False)


def _sound(content: bytes) -> bool:
    try:
        json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return True


def _csv(text: str, told: str) -> Iterator[FileRow]:
    (_, header), *found = csv_rows(text, told, _LONGEST_FIELD) or [("", [])]
    for number, (lines, fields) in enumerate(found, 1):
        if len(fields) == len(header):
            yield FileRow(number, dict(zip(header, fields, strict=True)))
        else:
            yield FileRow(number, None, f"it has {len(fields)} fields, the header has {len(header)} ({lines})")


def _parquet(file: Path, told: str, columns: Sequence[str]) -> Iterator[FileRow]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        cure = "Install it: pip install 'casebook[parquet]', or give the same rows as .jsonl, .json or .csv."
        raise Mistake(f"Reading {told} needs pyarrow", cure=cure, exit_code=1) from None
    number = 0
    # a damaged page may raise errors that are not pyarrow's own
    broken = (pyarrow.ArrowException, OSError, ValueError, RuntimeError, NotImplementedError, OverflowError)
    try:
        with pyarrow.parquet.ParquetFile(file) as table:
            there = [name for name in columns if name in table.schema_arrow.names] if columns else None
            for batch in table.iter_batches(batch_size=16, columns=there):
                for fields in batch.to_pylist():
                    number += 1
                    yield FileRow(number, fields)
    except broken as error:
        after = f"after row {number} " if number else ""
        why = f"{told} is not a parquet file that can be read {after}({str(error)[:80]})"
        raise Mistake(why, exit_code=1) from None


def _folded(fields: dict[Any, Any]) -> dict[str, Any]:
    return {re.sub(r"[\s_-]+", "_", str(name).strip().lower()): value for name, value in fields.items()}


def _text(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
        return str(value)
    return value.strip() if isinstance(value, str) else ""
