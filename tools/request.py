"""A request to look into a book: what to look for, in which way, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

QueryKind = Literal["keyword", "phrase", "near", "semantic", "hybrid", "neighbour", "range"]
QUERY_KINDS: tuple[QueryKind, ...] = ("keyword", "phrase", "near", "semantic", "hybrid", "neighbour", "range")

_DIGITS = 18  # a longer number is beyond any book, and Python refuses to read thousands of digits


@dataclass(frozen=True)
class Request:
    """One look. Text is words, never syntax: brackets, quotes and operators in it mean nothing.

    keyword: paragraphs with any of the words, or with `every` one of them.
    phrase: the words side by side in this order.
    near: all the words, in any order, with at most `slop` other words between them.
    semantic: passages of like meaning. hybrid: keyword and semantic, ranks fused.
    neighbour: `text` is a paragraph number; the paragraphs around it, nearest first.
    range: `text` is "120-130", or several such places, "45, 120-130"; those paragraphs in order.
    """

    text: str
    kind: QueryKind = "hybrid"
    limit: int = 10
    first: int | None = None
    """The first and the last paragraph number that may be found; None is no bound."""
    last: int | None = None
    every: bool = False
    without: str = ""
    """Words that may not stand in the paragraph."""
    slop: int = 8

    def within(self, number: int) -> bool:
        return (self.first is None or number >= self.first) and (self.last is None or number <= self.last)


def numbers(text: str) -> list[int]:
    """The paragraph numbers of a neighbour or range query: '120' gives [120], '120-130' [120, 130], else []."""
    parts = [part.strip() for part in text.replace("–", "-").split("-")]
    return [int(part[:_DIGITS]) for part in parts] if all(part.isdecimal() for part in parts) else []


def places(text: str) -> list[tuple[int, int]]:
    """The places of a range query, in order of mention: '45, 130-120' gives [(45, 45), (120, 130)], else []."""
    parts = [numbers(part) for part in re.split(r"[,;，、；]", text) if part.strip()]
    if not all(1 <= len(part) <= 2 for part in parts):
        return []
    return [(min(part), max(part)) for part in parts]
