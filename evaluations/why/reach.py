"""Reach: the names and rare words of a paragraph, each asked alone, and where the paragraph then stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.question import Question
from agent.reading import FIRST_HITS, HITS
from agent.state import Query
from evaluations.why.places import merged
from tools.names.finder import NameFinder
from tools.request import Request
from tools.search import BookSearch
from tools.terms import HAN, STOP_CHARACTERS, key_spans, keys

TRIED = 12
"""The most rare words of a paragraph that are tried, besides its names and the words of the question."""

_HAN = re.compile(f"[{HAN}]")


@dataclass(frozen=True)
class Word:
    """A word or name of the paragraph as a keyword query."""

    text: str
    rank: int | None
    """Where the paragraph stands in what it finds, from 1; None where it is not in the list at all."""
    name: bool
    paragraphs: int
    """How many paragraphs of the view it stands in."""
    asked: bool
    """Whether one of the queries had it."""
    given: bool
    """Whether it stands in the question or its options, so that it could be asked without knowing the book."""


def words_that_reach(search: BookSearch, number: int, question: Question, queries: Sequence[Query]) -> list[Word]:
    """The paragraph's names, rarest words and words of the question; what would have it read, and easiest, first.

    [] where the paragraph is not in the view.
    """
    if number not in search.view:
        return []
    body = search.view[number]
    asked, given = _terms(q.text for q in queries), _terms([question.text, *question.options.values()])
    names = _names(search, body)
    tried = {text.lower(): text for text in (*_printed(search, body, given), *names)}
    found = [_tried(search, number, text, text in names, asked, given) for text in tried.values()]
    return sorted(found, key=lambda word: _order(word, len(search.view)))


def _tried(search: BookSearch, number: int, text: str, name: bool, asked: set[str], given: set[str]) -> Word:
    mine, ranking = set(keys(text)), merged(search, Request(text, "keyword", HITS))
    return Word(
        text=text,
        rank=ranking.index(number) + 1 if number in ranking else None,
        name=name,
        paragraphs=min((search.words.frequency(key) for key in mine), default=0),
        asked=mine <= asked,
        given=mine <= given,
    )


def _order(word: Word, far: int) -> tuple[int, bool, bool, int, int, str]:
    """What would be read before what would only be found; then what is easiest to think of, then the best."""
    rank = word.rank or far + 1
    group = 0 if rank <= FIRST_HITS else 1 if word.rank else 2
    return group, not word.given, not word.name, rank, word.paragraphs, word.text


def _names(search: BookSearch, body: str) -> list[str]:
    known = NameFinder(name for character in search.names.characters for name in character.names)
    return list(dict.fromkeys(body[found.start : found.end] for found in known.find(body)))


def _printed(search: BookSearch, body: str, given: set[str]) -> list[str]:
    """The keys of a paragraph worth trying, as they are printed in it: the rarest, and those of the question.

    Of Han characters only pairs are tried, and first those that stand elsewhere too: such a pair is likelier a word.
    """
    printed: dict[str, str] = {}
    for span in key_spans(body, frozenset(keys(body))):
        printed.setdefault(span.word, body[span.start : span.end])
    worth = [key for key in printed if not _HAN.fullmatch(key) and not (len(key) == 2 and set(key) & STOP_CHARACTERS)]
    lone = {key for key in worth if _HAN.match(key) and search.words.frequency(key) < 2}
    rarest = sorted(worth, key=lambda key: (key in lone, -search.idf(key), key))[:TRIED]
    return [printed[key] for key in dict.fromkeys([*rarest, *(key for key in worth if key in given)])]


def _terms(texts: Iterable[str]) -> set[str]:
    return {key for text in texts for key in keys(text)}
