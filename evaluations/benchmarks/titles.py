"""Titles of novels: the names one book goes by in both languages, and which are PRELUDE's public-domain books."""

from __future__ import annotations

import re

from evaluations.library import folded
from tools.book import language_of

PUBLIC: tuple[tuple[str, ...], ...] = (
    ("The Count of Monte Cristo", "Count of Monte Cristo", "Le Comte de Monte-Cristo", "基督山伯爵", "基督山恩仇记"),
    ("Romance of the Three Kingdoms", "The Romance of the Three Kingdoms", "Three Kingdoms", "Sanguo Yanyi",
     "三国演义", "三國演義", "三国志通俗演义"),
    ("Investiture of the Gods", "The Investiture of the Gods", "Creation of the Gods", "Fengshen Yanyi",
     "封神演义", "封神演義", "封神榜"),
    ("In Search of the Castaways", "The Children of Captain Grant", "Captain Grant's Children", "Castaways",
     "Les Enfants du capitaine Grant", "格兰特船长的儿女"),
)  # fmt: skip
"""PRELUDE's public-domain books; a file may be called by any of a book's names."""

_BRACKETS = re.compile(r"[(（\[【].*?[)）\]】]")


def key(title: str) -> str:
    """What two titles of one book have in common; '' for a text without letters and digits.

    Case, marks, an opening article and what stands in round brackets do not count; the names of a book in
    the table are one.
    """
    bare = folded(_BRACKETS.sub(" ", title)) or folded(title)
    bare = bare.removeprefix("the ") or bare
    return _KEYS.get(bare, bare)


def names(title: str) -> tuple[str, ...]:
    """The title, then the other names of the book, those in the title's own language first."""
    others = next((book for book in PUBLIC if key(book[0]) == key(title)), ())
    mine = language_of(title)
    return tuple(dict.fromkeys([title, *sorted(others, key=lambda name: language_of(name) != mine)]))


def english(title: str) -> str:
    """The English title of a book in the table; of another book the title as it is."""
    return next((book[0] for book in PUBLIC if key(book[0]) == key(title)), title)


def is_public(title: str) -> bool:
    """Whether this is one of PRELUDE's public-domain books."""
    return key(title) in _KEYS.values()


_KEYS = {folded(name).removeprefix("the "): folded(book[0]).removeprefix("the ") for book in PUBLIC for name in book}
