"""Where a quotation stands, when the file names no paragraph or several."""

from __future__ import annotations

import re
import unicodedata

from evaluations.imports.account import Citation
from tools.book import Book
from tools.quotes import find_quote
from tools.terms import HAN

NOWHERE = 0
"""The paragraph of a quotation that stands in none, or that stands in several while the file names none."""

_PIECE = re.compile(f"[A-Za-z]+|[{HAN}]+")


def place(cites: Citation, view: Book | None) -> int:
    """The paragraph of a citation's quotation: of those named the first in which it stands, else the first named.

    Where none is named it is the only paragraph of the view in which the quotation stands.
    """
    if cites.paragraphs:
        named = [n for n in cites.paragraphs if view and n in view]
        return next((n for n in named if view and find_quote(cites.quote, view[n])), cites.paragraphs[0])
    standing = _standing(cites.quote, view) if view else []
    return standing[0] if len(standing) == 1 else NOWHERE


def _standing(quote: str, view: Book) -> list[int]:
    """At most two paragraphs in which `quote` stands."""
    pieces = _PIECE.findall(unicodedata.normalize("NFC", quote))
    longest = max(pieces, key=len, default="")
    found: list[int] = []
    # folding every paragraph for every quotation would take minutes; those that lack its longest word cannot hold it
    for paragraph in view.paragraphs if longest else ():
        if longest in paragraph.text and find_quote(quote, paragraph.text):
            found.append(paragraph.number)
            if len(found) == 2:
                break
    return found
