"""Files of rows (JSON lines, a JSON list, CSV, Parquet): what can be read of each row, with its number."""

from __future__ import annotations

import csv
import importlib
import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.mistake import Mistake

SUFFIXES = (".parquet", ".jsonl", ".json", ".csv")
_HALF = re.compile("[\ud800-\udfff]")
_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
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


def read_rows(file: Path, columns: Sequence[str]) -> Iterator[FileRow]:
    """The rows of `file` in order; of a Parquet file only these columns are read.

    Mistake naming the file when it cannot be read as a whole.
    """
    kind = file.suffix.lower()
    try:
        if kind == ".parquet":
            yield from _parquet(file, columns)
        elif kind == ".csv":
            yield from _csv(file)
        else:
            yield from _json(file)
    except OSError as error:
        raise Mistake(f"{file.name} cannot be read ({error.strerror or error})", exit_code=1) from None


def _json(file: Path) -> Iterator[FileRow]:
    """A list, JSON lines, or one object, whichever it is and whatever it is called."""
    with file.open("rb") as lines:
        first = next((line for line in lines if line.strip(b"\xef\xbb\xbf \t\r\n")), b"")
    if not first.lstrip(b"\xef\xbb\xbf \t").startswith(b"[") and (_sound(first) or not _sound(file.read_bytes())):
        yield from _json_lines(file)
        return
    text = _decoded(file)
    try:
        content = json.loads(text)
        listed = content if isinstance(content, list) else [content]
        rows = [_mended(fields) for fields in listed] if _HALF_ESCAPE.search(text) else [(one, False) for one in listed]
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{file.name} is not JSON ({str(error)[:80]})", exit_code=1) from None
    yield from (FileRow(number, fields, mended=mended) for number, (fields, mended) in enumerate(rows, 1))


def _json_lines(file: Path) -> Iterator[FileRow]:
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip(b"\xef\xbb\xbf \t\r\n"):
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


def _csv(file: Path) -> Iterator[FileRow]:
    before = csv.field_size_limit(_LONGEST_FIELD)
    try:
        rows = list(csv.DictReader(io.StringIO(_decoded(file), newline="")))
    except csv.Error as error:
        raise Mistake(f"{file.name} is not CSV ({error})", exit_code=1) from None
    finally:
        csv.field_size_limit(before)
    yield from (FileRow(number, row) for number, row in enumerate(rows, 1))


def _decoded(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Mistake(f"{file.name} is not UTF-8", cure="Convert it, for example with iconv.", exit_code=1) from None


def _parquet(file: Path, columns: Sequence[str]) -> Iterator[FileRow]:
    try:
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        cure = "Install it: pip install 'casebook[parquet]'"
        raise Mistake(f"Reading {file.name} needs pyarrow", cure=cure, exit_code=1) from None
    number = 0
    # pyarrow's own errors are ValueErrors and OSErrors, a damaged page may also be a RuntimeError of another kind
    try:
        with parquet.ParquetFile(file) as table:
            there = [name for name in columns if name in table.schema_arrow.names]
            for batch in table.iter_batches(batch_size=16, columns=there):
                for fields in batch.to_pylist():
                    number += 1
                    yield FileRow(number, fields)
    except (ValueError, RuntimeError, NotImplementedError) as error:
        told = f"after row {number} " if number else ""
        raise Mistake(
            f"{file.name} is no Parquet file that can be read {told}({str(error)[:80]})", exit_code=1
        ) from None
