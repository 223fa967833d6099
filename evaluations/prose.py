"""Prose: text of books, models and files as a terminal may print it, its control characters shown, not obeyed."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from evaluations.columns import wrapped

# C0 and C1 controls, line and paragraph separators, and the marks that turn the direction of writing
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]")


@dataclass(frozen=True)
class Prose:
    """A text that is printed word for word at any width: nothing in it is markup, its line breaks hold.

    Chinese wraps between any two characters, as English does between words.
    """

    text: str
    style: str = ""

    @property
    def lines(self) -> list[str]:
        return [one_line(line) for line in self.text.replace("\r\n", "\n").split("\n")]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines:
            for part in wrapped(line, max(options.max_width, 2)):
                yield Text(part, self.style)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widest = max(map(cell_len, self.lines), default=0)
        return Measurement(min(widest, 8), widest).with_maximum(options.max_width)


def short(text: str, style: str = "") -> Text:
    """A text in one line of the screen, the rest of it left out."""
    return Text(one_line(" ".join(text.split())), style, no_wrap=True, overflow="ellipsis")


def hung(label: RenderableType, text: RenderableType) -> RenderableType:
    """A text hung beside its label."""
    row = Table.grid(padding=(0, 1, 0, 0))
    row.add_column(no_wrap=True)
    row.add_column(overflow="fold")
    row.add_row(label, text)
    return row


def one_line(text: str) -> str:
    """`text` in one line: breaks and tabs become spaces, other controls are shown as escapes."""
    return _CONTROL.sub(lambda found: _shown(found[0]), text)


def _shown(character: str) -> str:
    if character.isspace() or unicodedata.category(character) in ("Zl", "Zp"):
        return " "
    return f"\\x{ord(character):02x}" if ord(character) < 0x100 else f"\\u{ord(character):04x}"
