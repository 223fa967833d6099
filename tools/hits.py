"""Hits: a found paragraph, the sentence of it that matched, and where the words stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from tools.sentences import sentences
from tools.terms import key_spans, keys, words

Weigh = Callable[[Iterable[str]], float]
"""The summed weight of some keys."""


@dataclass(frozen=True)
class Hit:
    """A paragraph that a query found, the sentence of it that matched best, and why it matched.

    `highlights` are (start, end) character offsets in the paragraph's text, `matched` the terms there.
    """

    paragraph: int
    score: float
    sentence: str
    highlights: tuple[tuple[int, int], ...] = ()
    matched: tuple[str, ...] = ()
    ways: tuple[tuple[str, int], ...] = ()
    """(list, rank in it from 1) for each list that brought it: words, passages, meaning, phrase, near."""


def hit(number: int, score: float, body: str, query: str, weigh: Weigh, ways: tuple[tuple[str, int], ...] = ()) -> Hit:
    """The hit for paragraph `number` with text `body`; without a query its first sentence stands for it."""
    wanted = frozenset(keys(query) or words(query))
    marks = key_spans(body, wanted)
    bounds = _sentences(body) or ((0, len(body)),)

    def weight(bound: tuple[int, int]) -> tuple[float, int]:
        inside = {mark.word for mark in marks if bound[0] <= mark.start < bound[1]}
        return weigh(inside), -bound[0]

    start, end = max(bounds, key=weight)
    matched = tuple(dict.fromkeys(mark.word for mark in marks))
    return Hit(number, score, body[start:end], tuple((m.start, m.end) for m in marks), matched, ways)


@lru_cache(maxsize=8192)  # a session looks at the same paragraphs again and again
def _sentences(body: str) -> tuple[tuple[int, int], ...]:
    return tuple(sentences(body))
