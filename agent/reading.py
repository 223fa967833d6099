"""What to read of what was found: a few hits of each query with their neighbours, nothing twice, within the budget."""

from __future__ import annotations

from agent.state import State
from tools.search import BookSearch

FIRST_HITS = 5
"""Hits of each query that are worth reading."""
NEIGHBOURS = 1
"""Paragraphs read on each side of a hit."""


def to_read(state: State, search: BookSearch) -> list[tuple[str, list[int]]]:
    """(query id, paragraph numbers) for the queries of this round, in their order.

    The queries take turns, best hits first, so that the budget is shared fairly. A range or neighbour
    query is read as asked, without further neighbours.
    """
    left = state.budget.reads_a_round
    known = set(state.read)
    chosen: dict[str, list[int]] = {}
    queries = [q for q in state.queries if q.round == state.round]
    longest = max((len(q.hits or ()) for q in queries), default=0)
    for rank in range(longest):
        for query in queries:
            direct = query.kind in ("range", "neighbour")
            if rank >= len(query.hits or ()) or (rank >= FIRST_HITS and not direct):
                continue
            hit = (query.hits or ())[rank].paragraph
            around = [p.number for p in search.read([hit], 0 if direct else NEIGHBOURS)]
            for number in sorted(around, key=lambda n: (abs(n - hit), n)):
                if left and number not in known:
                    known.add(number)
                    left -= 1
                    chosen.setdefault(query.id, []).append(number)
    return list(chosen.items())
