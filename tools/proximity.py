"""Proximity: which texts have all the wanted words close together, in any order."""

from __future__ import annotations

from collections.abc import Mapping

from tools.terms import spans, words


def closest(texts: Mapping[int, str], wanted: str, slop: int) -> list[int]:
    """The ids of texts in which all words of `wanted` stand with at most `slop` others between, closest first."""
    distinct = list(dict.fromkeys(words(wanted)))
    gaps = {number: gap(text, distinct) for number, text in texts.items()}
    near = [(found, number) for number, found in gaps.items() if found is not None and found <= slop]
    return [number for _, number in sorted(near)]


def gap(text: str, wanted: list[str]) -> int | None:
    """The fewest other words within a stretch of `text` that holds every word of `wanted`; None when one is absent."""
    places = [(i, span.word) for i, span in enumerate(spans(text)) if span.word in wanted]
    best: int | None = None
    latest: dict[str, int] = {}
    for place, word in places:
        latest[word] = place
        if len(latest) == len(wanted):
            others = place - min(latest.values()) + 1 - len(wanted)
            best = others if best is None else min(best, others)
    return best
