"""Project Gutenberg's header and licence around a novel: found, taken off, and read for title and author."""

from __future__ import annotations

import re
from typing import NamedTuple

_NAME = r"(?:the |this )?project gutenberg"
_START = re.compile(
    rf"^[ \t]*(?:\*\*\* ?start of {_NAME}[^*\n]*(?:\n[^*\n]+)?\*\*\*.*"
    r"|\*\*\* ?start of (?:the |this )?project gutenberg.*"
    r"|\*END\*? ?THE SMALL PRINT.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_END = re.compile(rf"^[ \t]*(?:\*\*\* ?)?end of {_NAME}.*$", re.IGNORECASE | re.MULTILINE)
_GUTENBERG = re.compile("gutenberg", re.IGNORECASE)
_PRODUCED = re.compile(
    r"\s*(?:\[?(?:produced|e-?text prepared|prepared|transcribed|scanned) (?:by|from)\b"
    r"|this e-?(?:text|book) was (?:produced|prepared|transcribed|created)\b).*?(?:\n[ \t]*\n|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_FIELD = r"^{}:[ \t]*(\S.*(?:\n[ \t]+\S.*)*)"
_LONGEST = 60_000  # characters that a header or the licence may have


class Trimmed(NamedTuple):
    """A novel without what Project Gutenberg put around it; title and author are empty when not told."""

    text: str
    title: str = ""
    author: str = ""
    notes: tuple[str, ...] = ()


def trimmed(text: str) -> Trimmed:
    """`text` (lines ended by \\n) without Project Gutenberg's header and licence, as far as it has them.

    A marker counts when it stands on a line of its own, near its end of the file, and what lies beyond
    it speaks of Gutenberg too: a novel that quotes one loses nothing.
    """
    start, end = _start(text), _end(text)
    head, body, tail = text[:start], text[start:end], text[end:]
    if not body.strip():
        return Trimmed(text)
    notes = [f"Project Gutenberg's header was left out: {_lines(head)} lines"] if head else []
    if head and (credit := _PRODUCED.match(body)) and credit.group().count("\n") < 12:
        notes.append(f"left out after it: {' '.join(credit.group().split())[:60]!r}")
        body = body[credit.end() :]
    if tail:
        notes.append(f"Project Gutenberg's licence was left out: {_lines(tail)} lines")
    return Trimmed(body, _field(head, "Title"), _field(head, "Author"), tuple(notes))


def _start(text: str) -> int:
    """Where the novel begins: after the last marker of the header, 0 without one."""
    markers = [m for m in _START.finditer(text, 0, _LONGEST) if _is_beyond(text[: m.start()])]
    return markers[-1].end() if markers else 0


def _end(text: str) -> int:
    """Where the novel ends: before the first marker of the licence."""
    markers = (m.start() for m in _END.finditer(text, max(0, len(text) - _LONGEST)) if _is_beyond(text[m.end() :]))
    return next(markers, len(text))


def _is_beyond(rest: str) -> bool:
    return not rest.strip() or bool(_GUTENBERG.search(rest))


def _lines(text: str) -> int:
    return len(text.strip().splitlines())


def _field(head: str, name: str) -> str:
    found = re.search(_FIELD.format(name), head, re.MULTILINE)
    return " ".join(found.group(1).split()) if found else ""
