"""The lexical judge: which reference steps stand in which steps of an answer, by their words and without a model.

It is labelled so wherever it appears: never comparable with a model judge's column.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from agent.question import Step
from evaluations.case import ReferenceStep
from evaluations.metrics.findings import MOST_HAN, MOST_STEPS, MOST_WORDS, Contained, Findings
from evaluations.metrics.wordcounts import Weights
from tools.book import language_of
from tools.terms import keys

LEXICAL = "lexical"
ALONE = 0.6
"""Containment (idf-weighted share of the reference's words, to four places) that is enough by itself."""
NEARBY, WITHIN = 0.3, 1
"""Containment that is enough when a paragraph cited by the step lies within 1 of the reference's."""

_Row = list[tuple[bool, float, int]]
"""Of each step: whether it says what the reference does, its share of the reference's words, its number."""


def judge(references: Sequence[ReferenceStep], steps: Sequence[Step], weights: Weights) -> Findings:
    """The findings on `steps`; `weights` gives the idf of words over the view's paragraphs. Support is not judged."""
    read = [(_said(step.text), step.paragraphs) for step in steps[:MOST_STEPS]]
    rows = [_compared(reference, read, weights) for reference in references]
    return Findings(
        judge=LEXICAL,
        contained=tuple(_best(row) for row in rows),
        matches=tuple((step, at) for at, row in enumerate(rows, 1) for found, _, step in row if found),
    )


def _compared(reference: ReferenceStep, read: list[tuple[frozenset[str], tuple[int, ...]]], weights: Weights) -> _Row:
    """One reference step against every step."""
    wanted = {key: weights.idf(key) for key in _keys(reference.text)}
    whole, row = sum(wanted.values()), []
    for number, (there, cited) in enumerate(read, 1):
        # rounded, since three of five equal weights may add up to a hair less than 0.6
        share = round(sum(weight for key, weight in wanted.items() if key in there) / whole, 4) if whole else 0.0
        near = reference.position is not None and any(abs(p - reference.position) <= WITHIN for p in cited)
        found = share >= ALONE or (near and share >= NEARBY)
        row.append((found, share, number))
    return row


def _best(row: _Row) -> Contained:
    found, share, step = max([(False, 0.0, 0), *row], key=lambda one: one[:2])
    return Contained(found=found, step=step if found else 0, containment=share)


@lru_cache(maxsize=20_000)  # repeats of a question quote the same words again and again
def _keys(text: str) -> tuple[str, ...]:
    return tuple(keys(text))


@lru_cache(maxsize=20_000)
def _said(text: str) -> frozenset[str]:
    """The words of a step, of what is read of it."""
    return frozenset(_keys(_capped(text)))


def _capped(text: str) -> str:
    """The first 60 words of a step, and of Chinese text the first 120 characters."""
    read = " ".join(text.split()[:MOST_WORDS])
    return read[:MOST_HAN] if language_of(read) == "zh" else read
