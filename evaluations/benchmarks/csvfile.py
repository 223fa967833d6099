"""CSV text: decoded as UTF-8 or GB18030, and cut into records that say on which lines they stood."""

from __future__ import annotations

import csv
import io

from tools.mistake import Mistake


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


def csv_rows(text: str, told: str, longest: int = 2**17) -> list[tuple[str, list[str]]]:
    """(its lines, fields) of each record, but for empty lines; Mistake naming the line where the format breaks.

    A field of more than `longest` characters breaks it.
    """
    before = csv.field_size_limit(longest)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    found, end = list[tuple[str, list[str]]](), 0
    try:
        for record in reader:
            first, end = end + 1, reader.line_num
            if record:
                found.append((f"line {end}" if first == end else f"lines {first} to {end}", record))
    except csv.Error as error:
        raise Mistake(f"{told} is not a CSV file (line {reader.line_num}: {error})", exit_code=1) from None
    finally:
        csv.field_size_limit(before)
    return found
