"""The numbered format: `[n] text`, a paragraph a line, numbers that may have gaps."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from tools.book import Paragraph
from tools.plain import joined

_MARKER = re.compile(r"[ \t\u3000]*\[(\d{1,7})\][ \t\u3000]?")


def is_numbered(text: str) -> bool:
    """Whether `text` is in the numbered format: a marker opens it, or opens half of its lines."""
    lines = [line for line in text.split("\n") if line.strip()]
    marked = sum(1 for line in lines if _MARKER.match(line))
    return bool(lines) and (marked * 2 >= len(lines) or (marked >= 2 and bool(_MARKER.match(lines[0]))))


def as_numbered(paragraphs: Iterable[Paragraph]) -> str:
    """Paragraphs in the numbered format; read again, they have the same numbers and texts."""
    return "".join(f"[{paragraph.number}] {paragraph.text}\n" for paragraph in paragraphs)


def numbered_paragraphs(text: str) -> tuple[list[Paragraph], list[str]]:
    """Paragraphs from `[n] text` lines, and what was odd about them.

    A marker counts at the start of a line and when its number is larger than the last one; any other
    bracket is text. A paragraph runs on until the next marker.
    """
    parts: list[tuple[int, list[str]]] = []
    notes: list[str] = []
    for line in text.split("\n"):
        marker = _MARKER.match(line)
        number = int(marker.group(1)) if marker else 0
        if marker and number > (parts[-1][0] if parts else 0):
            parts.append((number, [line[marker.end() :]]))
        elif parts:
            parts[-1][1].append(line)
            if marker:
                notes.append(f"[{number}] follows [{parts[-1][0]}] and was read as text of it")
        elif line.strip():
            notes.append(f"text before the first number was left out: {line.strip()[:40]!r}")
    paragraphs = [Paragraph(number, joined(lines)) for number, lines in parts]
    return [p for p in paragraphs if p.text], notes + _gaps(paragraphs)


def _gaps(paragraphs: list[Paragraph]) -> list[str]:
    notes = []
    if empty := [p.number for p in paragraphs if not p.text]:
        notes.append(f"{len(empty)} numbers without text, first [{empty[0]}]")
    if missing := sum(b.number - a.number - 1 for a, b in pairwise(paragraphs)):
        notes.append(f"{missing} numbers between [{paragraphs[0].number}] and [{paragraphs[-1].number}] are absent")
    return notes
