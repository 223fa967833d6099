"""What to read of what was found: a few hits of each query with what stands around them, within the budget."""

from __future__ import annotations

from agent.state import State
from tools.book import about_tokens
from tools.search import BookSearch

HITS = 10
"""Hits that a query may bring."""
FIRST_HITS = 5
"""Hits of each query that are worth reading."""
AROUND_TOKENS = 60
"""About so much text is read on each side of a hit: a neighbour always, more where talk goes on in short lines."""
AROUND_PARAGRAPHS = 3
"""But no more than so many paragraphs on each side."""


def to_read(state: State, search: BookSearch) -> list[tuple[str, list[int]]]:
    """(query id, paragraph numbers) for the queries of this round, in their order.

    The queries take turns, best hits first, so that the budget is shared fairly. Nothing is read twice, except
    what a range or neighbour query asks for: it is read as asked, again if need be, with nothing around it.
    """
    left = state.budget.reads_a_round
    known, chosen_now = set(state.read), set[int]()
    chosen: dict[str, list[int]] = {}
    queries = [q for q in state.queries if q.round == state.round]
    longest = max((len(q.hits or ()) for q in queries), default=0)
    for rank in range(longest):
        for query in queries:
            direct = query.kind in ("range", "neighbour")
            if rank >= len(query.hits or ()) or (rank >= FIRST_HITS and not direct):
                continue
            hit = (query.hits or ())[rank].paragraph
            for number in [hit] if direct else around(hit, search):
                if left and number not in chosen_now and (direct or number not in known):
                    chosen_now.add(number)
                    left -= 1
                    chosen.setdefault(query.id, []).append(number)
    return list(chosen.items())


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
