"""Lines of text by the columns they take on a screen, where a Chinese character takes two."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len

from tools.terms import HAN

# A line may end after white space, and on either side of a Han character but for the marks beside it.
_OPENING, _CLOSING = "“‘「『（《〈【", "，。！？；：、”’」』）》〉】…—·"
_PIECE = re.compile(
    rf"[{_OPENING}]*(?:[{HAN}]|[^\s{HAN}{_OPENING}{_CLOSING}]+|[{_CLOSING}])[{_CLOSING}]*\s*|\S+\s*|\s+"
)


def wrapped(text: str, width: int) -> list[str]:
    """`text` in lines of at most `width` columns; a word that is longer is cut."""
    lines = [""]
    for piece in _pieces(text, width):
        if lines[-1] and cell_len(lines[-1]) + cell_len(piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def _pieces(text: str, width: int) -> Iterator[str]:
    for piece in _PIECE.findall(text):
        while cell_len(piece.rstrip()) > width:
            kept = next(end for end in range(len(piece) - 1, 0, -1) if end == 1 or cell_len(piece[:end]) <= width)
            yield piece[:kept]
            piece = piece[kept:]
        yield piece
