"""Sentences inside a paragraph, English and Chinese, as character offsets."""

from __future__ import annotations

import re
from itertools import pairwise

from tools.terms import HAN

_CLOSERS = "\"'”’」』）)\\]"
_END = re.compile(
    rf"[。！？]+[{_CLOSERS}]*"  # Chinese stops need no space after them
    rf"|[!?]+[{_CLOSERS}]*(?=[“‘「『（]*[{HAN}])"  # nor do ASCII marks before a Han character
    rf"|(?:\.{{3}}|…+|[.!?]+)[{_CLOSERS}]*(?=\s+[\"'“‘(\[—–]*[^\W_a-z])"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(“‘\"'—])(?:Mr|Mrs|Ms|Dr|St|Prof|Capt|Col|Gen|Lt|Sgt|Insp|Rev|Hon|Mme|Mlle|M|MM|No|vs|[A-Z])\.$"
)
_LONGEST = 8  # no abbreviation reaches further back; a look at all that went before would be quadratic


def sentences(text: str) -> list[tuple[int, int]]:
    """(start, end) of each sentence of `text`, in order, without the space around it."""
    cuts = [m.end() for m in _END.finditer(text) if not _is_abbreviation(text, m.end())]
    bounds = [0, *cuts, len(text)]
    return [s for start, end in pairwise(bounds) if (s := _trim(text, start, end))]


def _is_abbreviation(text: str, end: int) -> bool:
    return _ABBREVIATION.search(text, max(0, end - _LONGEST), end) is not None


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    part = text[start:end]
    left, right = len(part) - len(part.lstrip()), len(part.rstrip())
    return (start + left, start + right) if right > left else None
