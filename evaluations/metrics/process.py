"""How the research went: moves refused, rounds, queries, paragraphs read, tokens."""

from __future__ import annotations

from evaluations.case import Score
from evaluations.metrics.exhibit import Exhibit

REFUSED = "refused rate"
SHARE = "share read"
COUNTS = ("rounds", "queries", "paragraphs read", "fallbacks", "model calls", "tokens")


def measure(exhibit: Exhibit) -> list[Score]:
    """refused rate: moves refused by a guard / moves proposed (undefined when none was); and plain counts.

    share read: characters of the distinct paragraphs read / characters of the case's whole view.

    The notebook guarantees that what it accepted is valid, so the refused rate is the researcher's own merit.
    """
    state = exhibit.state
    guards: dict[str, int] = {}
    for refusal in state.refusals:
        guards[refusal.guard] = guards.get(refusal.guard, 0) + 1
    rate = len(state.refusals) / state.proposed if state.proposed else None
    values = (state.round, len(state.queries), len(state.read), state.fallbacks, state.usage.calls, state.usage.tokens)
    read = f"{len(state.refusals)} of {state.proposed}"
    scores = [exhibit.score(REFUSED, rate, read, {**guards})]
    scores += [exhibit.score(name, float(value)) for name, value in zip(COUNTS, values, strict=True)]
    return [*scores, _share(exhibit)]


def _share(exhibit: Exhibit) -> Score:
    view = exhibit.view
    if view is None or not view.characters:
        return exhibit.score(SHARE, None, why="book not found" if view is None else "there is no text to read")
    seen = sum(len(view[number]) for number in set(exhibit.state.read) if number in view)
    return exhibit.score(SHARE, seen / view.characters, why=f"{seen} of {view.characters} characters")
