"""Harmless: text of books, models and files as a terminal may print it, its control characters shown, not obeyed."""

from __future__ import annotations

import re
import unicodedata

from rich.text import Text

# C0 and C1 controls, line and paragraph separators, and the marks that turn the direction of writing
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]")


def harmless(text: str, style: str = "") -> Text:
    """`text` as rich prints it word for word: no markup in it means anything; its line breaks hold."""
    return Text("\n".join(one_line(line) for line in text.replace("\r\n", "\n").split("\n")), style)


def one_line(text: str) -> str:
    """`text` in one line: breaks and tabs become spaces, other controls are shown as escapes."""
    return _CONTROL.sub(lambda found: _shown(found[0]), text)


def _shown(character: str) -> str:
    if character.isspace() or unicodedata.category(character) in ("Zl", "Zp"):
        return " "
    return f"\\x{ord(character):02x}" if ord(character) < 0x100 else f"\\u{ord(character):04x}"
