"""The lines of an imported file: one JSON object each, read with a bound on every line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from evaluations.imports.findings import Findings
from tools.mistake import Mistake

LONGEST = 8 * 2**20
"""Bytes of a line; a longer one is passed over in pieces and is a fault."""
MOST = 1_000_000
"""Lines of a file."""

_BLANK = b"\xef\xbb\xbf \t\r\n"


def objects(file: Path, findings: Findings) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line number from 1, object) of every sound line that is not empty; the others are faults.

    Mistake when the file is not there, is no plain file, or has too many lines.
    """
    if not file.exists():
        raise Mistake(f"The file {str(file)!r} does not exist")
    if not file.is_file():
        raise Mistake(f"{str(file)!r} is not a file", allowed="JSON lines: one JSON object a line")
    with file.open("rb") as content:
        for number, line in enumerate(_bounded(content), 1):
            if number > MOST:
                raise Mistake(f"{file.name!r} has too many lines", allowed=f"at most {MOST:,}")
            if line is None:
                findings.fault(number, f"it is longer than {LONGEST // 2**20} MB")
            elif line.strip(_BLANK) and (fields := _object(number, line, findings)) is not None:
                yield number, fields


def _bounded(content: BinaryIO) -> Iterator[bytes | None]:
    """Each line, None for one that is too long."""
    while line := content.readline(LONGEST + 1):
        if len(line) <= LONGEST:
            yield line
            continue
        while not line.endswith(b"\n") and (line := content.readline(LONGEST)):
            pass
        yield None


def _object(number: int, line: bytes, findings: Findings) -> dict[str, Any] | None:
    try:
        fields = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        findings.fault(number, "it is not UTF-8")
    except (ValueError, RecursionError) as error:
        findings.fault(number, f"it is not JSON ({str(error)[:80]})")
    else:
        if isinstance(fields, dict):
            return fields
        listed = "; one object a line, not a list of them" if isinstance(fields, list) else ""
        findings.fault(number, f"it is not a JSON object{listed}")
    return None
