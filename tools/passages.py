"""Passages: overlapping windows over runs of paragraphs; a paragraph is never split between two."""

from __future__ import annotations

from dataclasses import dataclass

from tools.book import Book, about_tokens


@dataclass(frozen=True)
class Passage:
    """Paragraphs `first` to `last` read as one text; `tokens` is an estimate."""

    first: int
    last: int
    text: str
    tokens: int


def passages(book: Book, size: int = 200, overlap: int = 50) -> list[Passage]:
    """Windows of at most about `size` tokens, each beginning about `overlap` tokens before the last ended.

    A paragraph longer than `size` is a passage of its own. Every paragraph is in at least one passage,
    and no passage lies within another.
    """
    costs = [about_tokens(p.text) for p in book.paragraphs]
    windows: list[Passage] = []
    start = 0
    while start < len(costs):
        end = _end(costs, start, size)
        run = book.paragraphs[start:end]
        if not windows or run[-1].number > windows[-1].last:  # else it is a piece of the window before
            text = "\n".join(p.text for p in run)
            windows.append(Passage(run[0].number, run[-1].number, text, sum(costs[start:end])))
        if end == len(costs):
            break
        start = max(_overlap_start(costs, end, overlap), start + 1)
    return windows


def _end(costs: list[int], start: int, size: int) -> int:
    end, total = start, 0
    while end < len(costs) and (end == start or total + costs[end] <= size):
        total += costs[end]
        end += 1
    return end


def _overlap_start(costs: list[int], end: int, overlap: int) -> int:
    start, total = end, 0
    while start > 0 and total + costs[start - 1] <= overlap:
        start -= 1
        total += costs[start]
    return start
