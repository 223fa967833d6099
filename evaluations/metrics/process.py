"""How the research went: moves refused, rounds, queries, paragraphs read, tokens."""

from __future__ import annotations

from agent.fold import fold
from agent.trace import Trace
from evaluations.case import Case, Score
from tools.book import Book

REFUSED = "refused rate"
SHARE = "share read"
COUNTS = ("rounds", "queries", "paragraphs read", "fallbacks", "model calls", "tokens")


def measure(case: Case, trace: Trace, view: Book | None) -> list[Score]:
    """refused rate: moves refused by a guard / moves proposed (undefined when none was); and plain counts.

    share read: characters of the distinct paragraphs read / characters of the case's whole view.

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
    return [*scores, _share(case, trace, state.read, view)]


def _share(case: Case, trace: Trace, read: list[int], view: Book | None) -> Score:
    if view is None or not view.characters:
        why = "book not found" if view is None else "there is no text to read"
        return Score(case=case.id, repeat=trace.repeat, metric=SHARE, value=None, why=why)
    seen = sum(len(view[number]) for number in set(read) if number in view)
    why = f"{seen} of {view.characters} characters"
    return Score(case=case.id, repeat=trace.repeat, metric=SHARE, value=seen / view.characters, why=why)
