"""Showing: the blocks of the judge's prompts, made of the case and of what the reader wrote."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from evaluations.case import Case, ReferenceStep
from evaluations.judge.fence import BOOK, READER, cleaned, fenced, mark_of
from evaluations.judge.pieces import Piece
from evaluations.judge.prompts import prompts


def question(case: Case) -> str:
    """The question as it was asked, without its answer; of a prequel also the rules it is judged by."""
    asked, words = case.question, prompts(case.question.language)
    book, text = cleaned(asked.title) or words.word("a_text"), cleaned(asked.text)
    if asked.kind == "verdict":
        character = cleaned(asked.character) or words.word("somebody")
        told = words.word("prequel", book=book, text=text, character=character)
        return "\n".join([told, *([words.word("rules", text=cleaned(asked.rules))] if asked.rules else [])])
    options = [f"{label}. {cleaned(option)}" for label, option in asked.options.items()]
    told = words.word("question", book=book, text=text)
    return "\n".join([told, *([words.word("options"), *options] if options else [])])


def order(case: Case, vote: int) -> list[int]:
    """In which order the reference steps are shown: the first vote sees their own, each further one another."""
    places = list(range(len(case.gold.steps)))
    if vote > 1:
        random.Random(f"{case.id} {vote}").shuffle(places)
    return places


def points(steps: Sequence[ReferenceStep], places: Sequence[int]) -> str:
    """The reference steps, numbered from 0 in the order shown."""
    return "\n".join(f"{shown}. {cleaned(steps[at].text)}" for shown, at in enumerate(places))


def reader(shown: Iterable[Piece], *beside: str) -> str:
    """What the reader wrote, fenced; the fence's mark depends on what is shown beside it too."""
    told = [(piece.number, piece.text) for piece in shown]
    return fenced(READER, told, mark_of(*beside, *(text for _, text in told)))


def book(paragraphs: Mapping[int, str], *beside: str) -> str:
    """Paragraphs of the text, fenced; '' without any."""
    return fenced(BOOK, paragraphs.items(), mark_of(*beside, *paragraphs.values())) if paragraphs else ""
