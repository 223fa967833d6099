"""Said again: the steps of an answer that only repeat an earlier one, so that repeating buys no share."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from agent.question import Step


def said_again(steps: Sequence[Step]) -> frozenset[int]:
    """The numbers, from 1, of the steps whose text and citations are an earlier step's.

    Texts are the same when their letters and digits are, whatever their case, width, spaces and marks; citations when
    they are the same paragraphs in any order. What a conclusion rests on is not looked at: said again it is the same
    conclusion.
    """
    seen: set[tuple[str, frozenset[int]]] = set()
    again: set[int] = set()
    for number, step in enumerate(steps, 1):
        one = letters(step.text), frozenset(step.paragraphs)
        if one in seen:
            again.add(number)
        seen.add(one)
    return frozenset(again)


@lru_cache(maxsize=20_000)  # repeats of a question say the same again and again
def letters(text: str) -> str:
    """The letters and digits of a text; the text itself where it has none."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if c.isalnum()) or folded
