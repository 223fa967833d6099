"""Passage recall: how much gold a single look finds with the question alone as query, beside a blind draw.

It is of a case and its view, not of a trace: what any researcher starts from. Published over contexts of about 118k
tokens with Qwen3-Embedding-8B: 24, 34 and 49 % (English), 29, 39 and 56 % (Chinese) at 3, 5 and 10; texts of other
lengths are not comparable, and so the size of the pool stands beside the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from statistics import fmean

from evaluations.case import Case
from evaluations.table import Grid
from tools.book import Book, Language
from tools.passages import Passage
from tools.request import QueryKind
from tools.search import BookSearch

DEPTHS = (3, 5, 10)
KINDS: tuple[QueryKind, ...] = ("keyword", "semantic", "hybrid")
RANDOM = "at random"
TITLE = "Gold passages found with the question alone"
NOTE = "Windows of about 200 tokens. Only texts of like length compare."


@dataclass(frozen=True)
class Look:
    """One way of looking for one case: the share of gold paragraphs in the first passages, by depth."""

    case: str
    language: Language
    way: str
    """The kind of query, or `at random`: what is expected of passages drawn blindly."""
    recall: dict[int, float]
    pool: int
    """How many passages the view has."""


def looks(cases: Iterable[Case], search: Callable[[Case], BookSearch | None]) -> Iterator[Look]:
    """Every way of looking, for each case with a gold paragraph in its view whose book is found.

    `search` gives the search over a case's view, None when its book is not there. By meaning only where there is an
    embedder for the language.
    """
    for case in cases:
        gold = case.gold.positions(case.cut)
        if gold and (found := search(case)) is not None:
            for way, recall in _recalls(case, found, gold).items():
                yield Look(case.id, case.question.language, way, recall, len(found.passages))


def searching(view: Callable[[Case], Book | None]) -> Callable[[Case], BookSearch | None]:
    """A `search` by words alone, from what finds a case's view."""

    def search(case: Case) -> BookSearch | None:
        seen = view(case)
        return None if seen is None else BookSearch(seen)

    return search


def grid(found: Sequence[Look]) -> Grid | None:
    """A row a language and way of looking: n, the mean size of the pool, the means over questions; None without any."""
    groups: dict[tuple[str, str], list[Look]] = {}
    for look in found:
        groups.setdefault((look.language, look.way), []).append(look)
    if not groups:
        return None
    ordered = sorted(groups.items(), key=lambda group: group[0][0])
    rows = tuple(_row(f"{language} {way}", some) for (language, way), some in ordered)
    return Grid(TITLE, ("by", "n", "pool", *(f"@{depth}" for depth in DEPTHS)), rows, NOTE)


def _row(name: str, some: Sequence[Look]) -> tuple[str | float | int | None, ...]:
    means = (fmean(look.recall[depth] for look in some) for depth in DEPTHS)
    return name, len(some), round(fmean(look.pool for look in some)), *means


def recall(passages: Sequence[Passage], gold: Sequence[int]) -> float:
    """The share of gold paragraphs that stand in one of the passages. ValueError without gold."""
    if not gold:
        raise ValueError("recall needs a gold paragraph")
    return fmean(any(_holds(passage, number) for passage in passages) for number in gold)


def blind(passages: Sequence[Passage], gold: Sequence[int], depth: int) -> float:
    """The recall expected of `depth` passages drawn without replacement: 1 − C(N − h, d) / C(N, d) for each paragraph.

    N is the pool and h how many passages of it hold the paragraph. ValueError without gold.
    """
    if not gold:
        raise ValueError("recall needs a gold paragraph")
    pool, drawn = len(passages), min(depth, len(passages))
    holding = [sum(_holds(passage, number) for passage in passages) for number in gold]
    return fmean(1 - comb(pool - held, drawn) / comb(pool, drawn) for held in holding)


def _recalls(case: Case, search: BookSearch, gold: Sequence[int]) -> dict[str, dict[int, float]]:
    ways = [kind for kind in KINDS if kind == "keyword" or search.vectors is not None]
    found: dict[str, dict[int, float]] = {}
    for kind in ways:
        best = search.passages_for(case.question.text, max(DEPTHS), kind)
        found[kind] = {depth: recall(best[:depth], gold) for depth in DEPTHS}
    return {**found, RANDOM: {depth: blind(search.passages, gold, depth) for depth in DEPTHS}}


def _holds(passage: Passage, number: int) -> bool:
    return passage.first <= number <= passage.last
