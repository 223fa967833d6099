"""Mentions: every form of naming in a book, how it is used, and what stands between two of them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from tools.book import Book
from tools.chapters import chapters
from tools.headings import is_title
from tools.names.english.capitals import Capitals
from tools.names.english.forms import Form, Mention, forms_in
from tools.names.english.words import AT, DEEDS, KIN, SPEECH

_NEXT = re.compile(r"(?:[,”’\"]*\s)?([a-z]+)")
_BEFORE = re.compile(r"([A-Za-z]+)[,]?\s(?:the\s)?[“‘]?$")
_STOP = re.compile(r"[.!?;:“”\n]")
_TWO = re.compile(
    r"\b(?:and|or|nor|with|than|son|daughter|father|mother|wife|husband|widow|brother|sister|uncle|aunt|nephew|niece"
    r"|cousin)\b"
)
_GENERATIONS = frozenset("young younger elder".split())
_AROUND = 50


class Telling(NamedTuple):
    """The words before, between and after two neighbouring forms of one paragraph."""

    before: str
    between: str
    after: str
    number: int


@dataclass
class Uses:
    """How a form is used in the book."""

    count: int = 0
    first: int = 0
    deeds: int = 0
    """Uses as one who speaks, acts or is addressed."""
    places: int = 0
    """Uses after words like `in` and `near`."""
    articles: int = 0
    """Uses after `the`."""
    generations: int = 0
    """Uses after `young` or `elder`: there are two of that surname."""


@dataclass
class Mentions:
    """Every form of a book with its uses, which stand together in a sentence, and what is said between two."""

    uses: dict[Form, Uses] = field(default_factory=lambda: defaultdict(Uses))
    together: Counter[frozenset[Form]] = field(default_factory=Counter)
    """Weight of the evidence that two forms are two people: they stand in one sentence; kin counts double."""
    between: dict[tuple[Form, Form], list[Telling]] = field(default_factory=lambda: defaultdict(list))
    """What stands around two neighbouring forms where it may tell of names."""


def mentions(book: Book, telling: re.Pattern[str]) -> Mentions:
    """The forms in `book`. Words between two of them are kept where `telling` matches (`known as` …)."""
    headings = {chapter.first for chapter in chapters(book.paragraphs)}
    shown = [p for p in book.paragraphs if p.number not in headings and not is_title(p.text)]
    capitals = Capitals.of(p.text for p in shown)
    found = Mentions()
    for paragraph in shown:
        here = list(forms_in(paragraph.text, capitals))
        for mention in here:
            _tally(found.uses[mention.form], mention, paragraph.text, paragraph.number)
        _pair(found, here, paragraph.text, paragraph.number, telling)
    return found


def _tally(uses: Uses, mention: Mention, text: str, number: int) -> None:
    uses.count += 1
    uses.first = uses.first or number
    after = _NEXT.match(text, mention.end, mention.end + 24)
    before = _BEFORE.search(text, max(0, mention.start - 24), mention.start)
    follows, leads = after.group(1) if after else "", before.group(1).lower() if before else ""
    uses.deeds += follows in SPEECH or follows in DEEDS or leads in SPEECH or leads in KIN
    uses.places += leads in AT
    uses.generations += leads in _GENERATIONS
    uses.articles += text[max(0, mention.start - 4) : mention.start].lower().endswith(("the ", "la ", "le "))


def _pair(found: Mentions, here: list[Mention], text: str, number: int, telling: re.Pattern[str]) -> None:
    for i, one in enumerate(here):
        for reach, other in enumerate(here[i + 1 : i + 4]):
            between, after = text[one.end : other.start], text[other.end : other.end + _AROUND]
            stopped = _STOP.search(between)
            if len(between) > 120 or (stopped and len(between) > 60):
                break
            if one.form != other.form and not stopped:
                found.together[frozenset((one.form, other.form))] += 2 if _TWO.search(between) else 1
            if reach == 0 and telling.search(f"{between}\0{after}"):
                before = text[max(0, one.start - _AROUND) : one.start]
                found.between[one.form, other.form].append(Telling(before, between, after, number))
