"""Places: where a paragraph stands in every list of every query, the queries asked again of the same view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agent.reading import DIRECT, HITS
from agent.state import Query
from tools.fusion import fused, spread
from tools.request import Request
from tools.search import BookSearch


@dataclass(frozen=True)
class Place:
    """Where a paragraph stands for one query; None is nowhere."""

    query: Query
    hit: int | None
    """Among the hits that the trace kept."""
    merged: int | None
    """In the fused list those hits are the beginning of; it is as long as what was fused."""
    lists: Mapping[str, int | None]
    """In each list by itself, at its whole length."""

    @property
    def best(self) -> tuple[float, float, float]:
        """Sorts the queries by how near they came."""
        far = float("inf")
        nearest = min((rank for rank in self.lists.values() if rank), default=far)
        return self.hit or far, self.merged or far, nearest


@dataclass(frozen=True)
class Ranked:
    """What one query finds in the view: its lists, whole, and the fused one as the research saw it."""

    query: Query
    merged: Sequence[int]
    lists: Mapping[str, Sequence[int]]

    @property
    def same(self) -> bool:
        """Whether the search finds now what the trace says it found."""
        stored = [hit.paragraph for hit in self.query.hits or ()]
        return self.query.kind in DIRECT or not self.query.hits or list(self.merged[: len(stored)]) == stored

    def place(self, number: int) -> Place:
        lists = {name: _rank(ranking, number) for name, ranking in self.lists.items()}
        stored = [hit.paragraph for hit in self.query.hits or ()]
        return Place(self.query, _rank(stored, number), _rank(self.merged, number), lists)


def asked_again(queries: Sequence[Query], search: BookSearch | None) -> list[Ranked]:
    """Every query that was run, its lists made anew where there is a search; else only what the trace kept."""
    return [_ranked(query, search) for query in queries if query.hits is not None]


def merged(search: BookSearch, request: Request) -> list[int]:
    """The fused list of a request, not cut off at its limit."""
    return spread([n for n, _, _ in fused(search.rankings(request))], search.settings.scene)


def _ranked(query: Query, search: BookSearch | None) -> Ranked:
    if search is None or query.kind in DIRECT:
        return Ranked(query, (), {})
    request = Request(query.text, query.kind, HITS)
    whole = search.rankings(replace(request, limit=max(HITS, len(search.view))))
    return Ranked(query, merged(search, request), whole)


def _rank(ranking: Sequence[int], number: int) -> int | None:
    return ranking.index(number) + 1 if number in ranking else None
