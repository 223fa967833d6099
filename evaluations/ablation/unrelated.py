"""An unrelated quotation: true words of the same book, of like length, that say nothing about the question."""

from __future__ import annotations

import random
import re

from agent.belief import SCENE
from agent.question import Question
from graphs.evidence import Evidence
from tools.book import Book
from tools.quotes import quote_length
from tools.terms import HAN, keys

MOST = 200
"""Paragraphs that are looked at, drawn at random."""
_UNIT = re.compile(rf"[{HAN}]|[^\s{HAN}]*[^\W{HAN}][^\s{HAN}]*")


def unrelated(view: Book, evidence: Evidence, question: Question, seed: int = 0) -> tuple[int, str] | None:
    """(paragraph, quotation) for the place of `evidence`; None where the view has no other text of such a length.

    Of up to MOST paragraphs at random (the same ones for the same seed, question and node), away from the scene
    quoted where the view has others, the opening words that share fewest words with the question, its options and
    the quotation; among equals the nearest in length.
    """
    draw = random.Random(f"{seed}:{question.id}:{evidence.id}")
    others = [p for p in view.paragraphs if p.number != evidence.paragraph]
    far = [p for p in others if abs(p.number - evidence.paragraph) > SCENE] or others
    avoided = {*keys(question.text), *keys(evidence.quote), *(k for o in question.options.values() for k in keys(o))}
    size = sum(quote_length(evidence.quote))
    openings = [(p.number, opening(p.text, size)) for p in draw.sample(far, min(MOST, len(far)))]
    fitting = [(number, text) for number, text in openings if 2 * sum(quote_length(text)) > size]
    return min(fitting, key=lambda one: _nearness(one[1], avoided, size), default=None)


def _nearness(text: str, avoided: set[str], size: int) -> tuple[int, int]:
    return len(avoided & set(keys(text))), abs(sum(quote_length(text)) - size)


def opening(text: str, size: int) -> str:
    """The first words and Han characters of `text`, at most `size` of them, as printed."""
    units = list(_UNIT.finditer(text))[: max(size, 1)]
    return text[units[0].start() : units[-1].end()] if units else ""
