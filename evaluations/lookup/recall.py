"""Passage recall: the share of gold paragraphs in the first passages, and what a blind draw would find."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from statistics import fmean

from tools.passages import Passage


def recall(passages: Sequence[Passage], gold: Sequence[int]) -> float:
    """The share of gold paragraphs that stand in one of the passages. ValueError without gold."""
    if not gold:
        raise ValueError("recall needs a gold paragraph")
    return fmean(any(_holds(passage, number) for passage in passages) for number in gold)


def blind(passages: Sequence[Passage], gold: Sequence[int], depth: int) -> float:
    """The recall expected of `depth` passages drawn without replacement: 1 − C(N − h, d) / C(N, d) for each paragraph.

    N is the pool and h how many passages of it hold the paragraph. ValueError without gold.
    """
    if not gold:
        raise ValueError("recall needs a gold paragraph")
    pool, drawn = len(passages), min(depth, len(passages))
    holding = [sum(_holds(passage, number) for passage in passages) for number in gold]
    return fmean(1 - comb(pool - held, drawn) / comb(pool, drawn) for held in holding)


def _holds(passage: Passage, number: int) -> bool:
    return passage.first <= number <= passage.last
