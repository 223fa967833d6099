"""How the research went: moves refused, rounds, queries, paragraphs read, tokens."""

from __future__ import annotations

from agent.fold import fold
from agent.trace import Trace
from evaluations.case import Case, Score
from tools.book import Book

REFUSED = "refused rate"
COUNTS = ("rounds", "queries", "paragraphs read", "fallbacks", "model calls", "tokens")


def measure(case: Case, trace: Trace, view: Book | None) -> list[Score]:
    """refused rate: moves refused by a guard / moves proposed (undefined when none was); and plain counts.

    The notebook guarantees that what it accepted is valid, so the refused rate is the researcher's own merit.
    """
    state = fold(trace.events)
    guards: dict[str, int] = {}
    for refusal in state.refusals:
        guards[refusal.guard] = guards.get(refusal.guard, 0) + 1
    rate = len(state.refusals) / state.proposed if state.proposed else None
    values = (state.round, len(state.queries), len(state.read), state.fallbacks, state.usage.calls, state.usage.tokens)
    read = f"{len(state.refusals)} of {state.proposed}"
    scores = [Score(case=case.id, repeat=trace.repeat, metric=REFUSED, value=rate, read=read, why={**guards})]
    for name, value in zip(COUNTS, values, strict=True):
        scores.append(Score(case=case.id, repeat=trace.repeat, metric=name, value=float(value)))
    return scores
