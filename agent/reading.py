"""What to read of what was found: a few hits of each query with what stands around them, within the budget."""

from __future__ import annotations

from collections.abc import Iterator

from agent.state import State
from tools.book import about_tokens
from tools.request import numbers
from tools.search import BookSearch

FIRST_HITS = 5
"""Hits of each query that are worth reading."""
AROUND_TOKENS = 40
"""About so much text is read on each side of a hit: a neighbour always, more where talk goes on in short lines."""
AROUND_PARAGRAPHS = 2
"""But no more than so many paragraphs on each side."""
DIRECT = ("range", "neighbour")
"""Queries that name what they want to read."""


def to_read(state: State, search: BookSearch) -> list[tuple[str, list[int]]]:
    """(query id, paragraph numbers) for the queries of this round, in their order.

    What a range or neighbour query names is read first and as asked, again if need be, with nothing around it. The
    others take turns, best hits first, so that the budget is shared fairly, and read nothing twice.
    """
    left = state.budget.reads_a_round
    known, now = set(state.read), set[int]()
    chosen: dict[str, list[int]] = {}
    for query, number, again in _wanted(state, search):
        if left and number not in now and (again or number not in known):
            now.add(number)
            left -= 1
            chosen.setdefault(query, []).append(number)
    return list(chosen.items())


def _wanted(state: State, search: BookSearch) -> Iterator[tuple[str, int, bool]]:
    """(query id, paragraph, whether to read it even again) of this round, the most wanted first."""
    queries = [q for q in state.queries if q.round == state.round]
    for query in queries:
        if query.kind == "neighbour":
            yield from ((query.id, number, True) for number in numbers(query.text))
        if query.kind in DIRECT:
            yield from ((query.id, hit.paragraph, True) for hit in query.hits or ())
    for rank in range(FIRST_HITS):
        for query in queries:
            if query.kind not in DIRECT and rank < len(query.hits or ()):
                hit = (query.hits or ())[rank].paragraph
                yield from ((query.id, number, False) for number in around(hit, search))


def around(hit: int, search: BookSearch) -> list[int]:
    """A paragraph and what stands around it, nearest first."""
    near = search.read([hit], AROUND_PARAGRAPHS)
    before = [p for p in reversed(near) if p.number < hit]
    after = [p for p in near if p.number > hit]
    wanted = [hit]
    for side in (before, after):
        tokens = 0
        for paragraph in side:
            if tokens < AROUND_TOKENS:
                wanted.append(paragraph.number)
                tokens += about_tokens(paragraph.text)
    return sorted(wanted, key=lambda n: (abs(n - hit), n))
