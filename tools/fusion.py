"""Fusion: several rankings of paragraphs into one, and at most a few of one scene at its top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

CONSTANT = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke & Büttcher 2009)."""
SCENE = 20
"""Paragraphs that count as one scene."""

Ways = tuple[tuple[str, int], ...]
"""(ranking, rank from 1) for each ranking that brought a paragraph."""


def fused(rankings: Mapping[str, Sequence[int]]) -> list[tuple[int, float, Ways]]:
    """(paragraph, score, ways), best first; the score sums 1 / (60 + rank), ties go in order of paragraph."""
    ways: dict[int, list[tuple[str, int]]] = {}
    for name, ranking in rankings.items():
        for rank, number in enumerate(ranking, 1):
            ways.setdefault(number, []).append((name, rank))
    scored = [(n, sum(1 / (CONSTANT + rank) for _, rank in found), tuple(found)) for n, found in ways.items()]
    return sorted(scored, key=lambda hit: (-hit[1], hit[0]))


def spread(numbers: Sequence[int], most: int) -> list[int]:
    """The same paragraphs with at most `most` from any scene first, what is beyond that behind; 0 changes nothing."""
    if most < 1:
        return list(numbers)
    kept: list[int] = []
    beyond: list[int] = []
    for number in numbers:
        crowd = sum(abs(number - other) < SCENE for other in kept)
        (beyond if crowd >= most else kept).append(number)
    return kept + beyond
