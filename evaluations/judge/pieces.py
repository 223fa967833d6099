"""Pieces: what a judge reads of an answer, so much and no more, so that length buys nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from agent.question import Answer
from evaluations.judge.fence import cleaned
from evaluations.metrics.again import letters
from evaluations.metrics.findings import MOST_HAN, MOST_STEPS, MOST_WORDS
from tools.sentences import sentences
from tools.terms import HAN

LONG = 20
"""Letters of a word that count as one word: text without spaces is no way round the cap."""
FARTHEST = 4 * MOST_STEPS * MOST_WORDS * LONG
"""Characters beyond which nothing is looked at: a book pasted in whole costs no time either."""
_PLACES = re.compile(r"^(?:\[\d+\]\s*)+")
_UNIT = re.compile(f"[{HAN}]|[^\\s{HAN}]+")
_HAN = re.compile(f"[{HAN}]")
_WIDE_END = re.compile(f"[{HAN}\u3000-\u303f\uff00-\uffef][\"'”’」』）)]*$")
"""The end of a Chinese sentence, which no space follows."""


@dataclass(frozen=True)
class Piece:
    """A numbered piece of the reasoning, cleaned and capped: the answer's steps first, then what was written."""

    number: int
    text: str


def pieces(answer: Answer | None) -> tuple[Piece, ...]:
    """At most 20 pieces of at most 60 words or 120 Chinese characters: the steps, then the reasoning as written.

    Each step has its own number. The reasoning goes by its lines, or packed into full pieces where it has more
    lines than there is room for; a line that is one of the steps again is not read twice.
    """
    if answer is None:
        return ()
    steps = [capped(cleaned(step.text[:FARTHEST])) for step in answer.steps[:MOST_STEPS]]
    return tuple(Piece(n, text) for n, text in enumerate([*steps, *_written(answer, MOST_STEPS - len(steps))], 1))


def capped(text: str, words: int = MOST_WORDS) -> str:
    """The beginning of `text`: so many words, or twice as many Chinese characters."""
    spent = 0.0
    for unit in _UNIT.finditer(text):
        before, spent = spent, spent + _weight(unit[0])
        if spent > words:
            room = LONG * int(words - before) if len(unit[0]) > LONG else 0
            return text[: unit.start() + room].rstrip()
    return text


def _weight(unit: str) -> float:
    """What a word or a Chinese character takes of the 60."""
    return MOST_WORDS / MOST_HAN if _HAN.match(unit) else ceil(len(unit) / LONG)


def _size(text: str) -> float:
    return sum(_weight(unit) for unit in _UNIT.findall(text))


def _written(answer: Answer, room: int) -> list[str]:
    told = {letters(step.text) for step in answer.steps}
    lines = [line for line in map(cleaned, answer.reasoning[:FARTHEST].splitlines()) if line]
    lines = [line for line in lines if letters(_PLACES.sub("", line)) not in told]
    whole = [part for line in lines for part in _packed(_sentences(line))]
    return (whole if len(whole) <= room else [*_packed([part for line in lines for part in _sentences(line)])])[:room]


def _sentences(line: str) -> list[str]:
    return [part for start, end in sentences(line) for part in _cut(line[start:end])]


def _cut(sentence: str) -> Iterator[str]:
    """A sentence that is longer than a piece, in pieces."""
    while sentence:
        part = capped(sentence)
        yield part
        sentence = sentence[max(1, len(part)) :].lstrip()


def _packed(parts: list[str]) -> Iterator[str]:
    """Neighbours joined as long as they fit into one piece."""
    full = ""
    for part in parts:
        joined = f"{full}{'' if _WIDE_END.search(full) else ' '}{part}".strip()
        if full and _size(joined) > MOST_WORDS:
            yield full
            full = part
        else:
            full = joined
    if full:
        yield full
