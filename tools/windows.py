"""Windows: a text too long for an embedder, cut at sentence ends into parts that are each read whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import accumulate, groupby

from tools.sentences import sentences

Count = Callable[[Sequence[str]], list[int]]
"""The number of tokens of each text."""

_BREAK = re.compile(r"(?<=[,;:，、；：])\s*|\s+")


RULE = 1
"""The version of the cuts: kept vectors belong to one, so a change of where texts are cut must raise it."""


def windows(texts: Sequence[str], limits: Sequence[int], count: Count) -> list[list[str]]:
    """For each text its windows in order, each of at most its limit of tokens; a text that fits is its only window.

    Together the windows of a text hold all of it but the space between them. Windows of one text are
    about equally long, since a short rest at the end would be a poor witness of what the text is about.
    """
    costs = count(texts)
    return [
        [text] if cost <= limit else _split(text, limit, count)
        for text, limit, cost in zip(texts, limits, costs, strict=True)
    ]


def _split(text: str, limit: int, count: Count) -> list[str]:
    bounds = sentences(text)
    costs = count([text[start:end] for start, end in bounds])
    parts = [
        part for (s, e), cost in zip(bounds, costs, strict=True) for part in _halved(text, s, e, cost, limit, count)
    ]
    groups = _packed([cost for _, _, cost in parts], limit)
    ends = [(parts[group[0]][0], parts[group[-1]][1]) for group in groups]
    return [text[start:end] for start, end in ends]


def _halved(text: str, start: int, end: int, cost: int, limit: int, count: Count) -> list[tuple[int, int, int]]:
    """(start, end, tokens) of `text[start:end]`, halved until each part fits: at a space or comma near the middle."""
    if cost <= limit or end - start < 2:
        return [(start, end, cost)]
    middle = (start + end) // 2
    places = [(m.start() + start, m.end() + start) for m in _BREAK.finditer(text[start:end])]
    inner = [place for place in places if start < place[0] and place[1] < end]
    left, right = min(inner, key=lambda place: abs(place[0] - middle), default=(middle, middle))
    costs = count([text[start:left], text[right:end]])
    ends = ((start, left, costs[0]), (right, end, costs[1]))
    return [part for s, e, c in ends for part in _halved(text, s, e, c, limit, count)]


def _packed(costs: Sequence[int], limit: int) -> list[list[int]]:
    """The indices of `costs` in runs of at most `limit` together, as few and as equal as that allows.

    With n runs wanted, a part belongs to the run in whose n-th of the total its middle falls. A part
    that is larger than `limit` by itself stands alone.
    """
    total = max(1, sum(costs))
    middles = [end - cost / 2 for cost, end in zip(costs, accumulate(costs), strict=True)]
    for wanted in range(-(-total // limit), total + 2):
        runs = _runs([int(middle * wanted / total) for middle in middles])
        if all(len(run) == 1 or sum(costs[i] for i in run) <= limit for run in runs):
            return runs
    return [[i] for i in range(len(costs))]


def _runs(names: Sequence[int]) -> list[list[int]]:
    """The places of equal neighbours, together."""
    return [list(run) for _, run in groupby(range(len(names)), names.__getitem__)]
