"""How a researcher asks: how varied its queries are, what they take up, what they bring. The same for a person."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from statistics import fmean

from agent.state import Query
from evaluations.case import Score
from evaluations.metrics.exhibit import Exhibit
from tools.terms import keys, words

UNIQUE, SIMILARITY, MET = "query unique rate", "query similarity", "query terms met"
KINDS, ZERO, REFUTING = "query kinds", "zero-hit rate", "query refuting share"
REPEATED = "repeat-query"
"""The guard that refuses what was asked before."""


def measure(exhibit: Exhibit) -> list[Score]:
    """Six figures of the queries, each undefined where there is nothing to count.

    query unique rate: distinct queries (kind and words) / queries proposed, with those refused as repeats. query
    similarity: mean Jaccard index of the terms of successive queries. query terms met: terms that stand in a
    quotation accepted earlier / terms, of all queries asked once there was one. query kinds: entropy of the kinds in
    bits, with their counts. zero-hit rate: queries that found nothing / queries run. query refuting share: queries
    meant to refute / queries. Neighbours and ranges have no terms.
    """
    queries = exhibit.state.queries
    return [
        _unique(exhibit, queries),
        _similarity(exhibit, queries),
        _met(exhibit, queries),
        _kinds(exhibit, queries),
        _zero(exhibit, queries),
        _share(exhibit, REFUTING, [query.intent == "refute" for query in queries], "no query"),
    ]


def entropy(counts: Counter[str] | Counter[int]) -> float:
    """Shannon's, in bits, of the shares; 0 for one kind."""
    total = counts.total()
    return sum(n / total * math.log2(total / n) for n in counts.values())


@lru_cache(maxsize=20_000)  # repeats of a question ask and quote the same again and again
def terms(text: str) -> frozenset[str]:
    """The ranking terms of a text."""
    return frozenset(keys(text) or words(text))


@lru_cache(maxsize=20_000)
def _look(kind: str, text: str) -> tuple[str, ...]:
    """Equal for queries that look for the same: the order of words matters to all but keyword search."""
    return (kind, *(sorted(terms(text)) if kind == "keyword" else words(text)))


def _worded(query: Query) -> bool:
    return query.kind not in ("neighbour", "range")


def _unique(exhibit: Exhibit, queries: Sequence[Query]) -> Score:
    distinct = {_look(query.kind, query.text) for query in queries}
    proposed = len(queries) + sum(refusal.guard == REPEATED for refusal in exhibit.state.refusals)
    value = len(distinct) / proposed if proposed else None
    return exhibit.score(UNIQUE, value, f"{len(distinct)} of {proposed}", None if proposed else "no query")


def _similarity(exhibit: Exhibit, queries: Sequence[Query]) -> Score:
    sets = [terms(query.text) for query in queries if _worded(query)]
    alike = [len(a & b) / len(a | b) if a | b else 1.0 for a, b in pairwise(sets)]
    return exhibit.score(SIMILARITY, fmean(alike) if alike else None, why=None if alike else "fewer than two queries")


def _met(exhibit: Exhibit, queries: Sequence[Query]) -> Score:
    asked = [moment.quotes for moment in exhibit.moments if moment.kind == "queried"]
    evidence = exhibit.state.graph.evidence
    known: set[str] = set()
    counted = met = quotes = 0
    for query, until in zip(queries, asked, strict=False):
        for quote in evidence[quotes:until]:
            known |= terms(quote.quote)
        quotes = max(quotes, until)
        if quotes and _worded(query):
            wanted = terms(query.text)
            counted, met = counted + len(wanted), met + len(wanted & known)
    why = None if counted else "no query after a quotation"
    return exhibit.score(MET, met / counted if counted else None, f"{met} of {counted}", why)


def _kinds(exhibit: Exhibit, queries: Sequence[Query]) -> Score:
    counts = Counter(str(query.kind) for query in queries)
    if not counts:
        return exhibit.score(KINDS, None, why="no query")
    return exhibit.score(KINDS, entropy(counts), {**dict(counts.most_common())})


def _zero(exhibit: Exhibit, queries: Sequence[Query]) -> Score:
    return _share(exhibit, ZERO, [not query.hits for query in queries if query.hits is not None], "no query was run")


def _share(exhibit: Exhibit, name: str, flags: Sequence[bool], empty: str) -> Score:
    value = sum(flags) / len(flags) if flags else None
    return exhibit.score(name, value, f"{sum(flags)} of {len(flags)}", None if flags else empty)
