"""Spans: whether the words a judge relied on stand where they should, and are words to rely on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from evaluations.judge.fence import cleaned
from evaluations.judge.pieces import Piece
from tools.quotes import find_quote, quote_length

FEWEST_WORDS, FEWEST_HAN = 2, 3
"""A span is at least so long, unless it is a whole piece: a single "the" stands everywhere."""
_CLAIM = re.compile(r"included reference steps|[\"“”'](contained|says|supported|right|by_book)[\"“”']\s*[:：]", re.I)
"""Words about the judging are no words to rely on, whoever wrote them."""


def piece_of(span: str, shown: Iterable[Piece]) -> int:
    """The number of the first piece in which the span stands; 0 when it stands in none, or shows nothing."""
    return next((piece.number for piece in shown if stands(span, piece.text)), 0)


def paragraph_of(span: str, shown: Mapping[int, str]) -> int:
    """The number of the first of these texts in which the span stands; 0 when it stands in none."""
    return next((number for number, text in shown.items() if stands(span, text)), 0)


def stands(span: str, text: str) -> bool:
    """Whether a judge may rely on `span` as words of `text`, which is cleaned."""
    wanted = cleaned(span)
    if not wanted or _CLAIM.search(wanted) or find_quote(wanted, text) is None:
        return False
    words, han = quote_length(wanted)
    return words >= FEWEST_WORDS or han >= FEWEST_HAN or len(wanted) >= len(text.strip())
