"""Looks: a case's view looked into once in every way, with the question alone as the query."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from evaluations.case import Case
from evaluations.lookup.recall import blind, recall
from evaluations.metrics.exhibit import NO_BOOK, NO_GOLD
from evaluations.works import work
from tools.book import Book, Language
from tools.mistake import Mistake
from tools.request import QueryKind
from tools.search import BookSearch
from tools.semantic import Meaning

DEPTHS = (3, 5, 10)
WAYS: tuple[QueryKind, ...] = ("keyword", "semantic", "hybrid")
RANDOM = "at random"

NO_TEXT = "no text to look into"

Recall = Mapping[int, float]
"""Depth to the share of gold paragraphs in so many passages."""


@dataclass(frozen=True)
class Look:
    """What one case's view is, and how much of the gold was found in it by each way of looking."""

    case: str
    benchmark: str
    language: Language
    """The view's."""
    book: str
    """The work it is about: questions on one are not independent."""
    gold: tuple[int, ...]
    pool: int
    """How many passages the view has."""
    tokens: int
    """About how long the view is."""
    recall: Mapping[str, Recall]
    """By way; `at random` is what is expected of passages drawn blindly."""


@dataclass(frozen=True)
class LeftOut:
    """A case that cannot be looked for, and why."""

    case: str
    benchmark: str
    why: str


def looks(
    cases: Iterable[Case], view: Callable[[Case], Book], meaning: Meaning | None = None
) -> Iterator[Look | LeftOut]:
    """One for each case, in order. By meaning only where `meaning` has an embedder for the view's language.

    `view` raises Mistake where the book cannot be read. A view is indexed for its case alone: rarity is counted over
    what may be seen. The vectors of its passages are the book's own but for the last, so that kept ones serve all.
    """
    for case in cases:
        gold = case.gold.positions(case.cut)
        seen = _seen(case, view) if gold else NO_GOLD
        benchmark = case.question.benchmark
        if isinstance(seen, str):
            yield LeftOut(case.id, benchmark, seen)
            continue
        search = BookSearch(seen, meaning)
        found = _found(search, case.question.text, gold)
        pool, tokens = len(search.passages), seen.tokens
        yield Look(case.id, benchmark, seen.language, work(case), gold, pool, tokens, found)


def _seen(case: Case, view: Callable[[Case], Book]) -> Book | str:
    """The case's view, or why there is nothing to look into."""
    try:
        seen = view(case)
    except Mistake:
        return NO_BOOK
    return seen if len(seen) else NO_TEXT


def _found(search: BookSearch, query: str, gold: tuple[int, ...]) -> dict[str, Recall]:
    found: dict[str, Recall] = {}
    for way in WAYS:
        if way == "keyword" or search.vectors is not None:
            best = search.passages_for(query, max(DEPTHS), way)
            found[way] = {depth: recall(best[:depth], gold) for depth in DEPTHS}
    found[RANDOM] = {depth: blind(search.passages, gold, depth) for depth in DEPTHS}
    return found
