"""Reasons: all that is known of why paragraphs were or were not found, together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from agent.fold import fold
from agent.trace import Trace
from evaluations.why.fate import Fate, fates
from evaluations.why.places import Place, asked_again
from evaluations.why.reach import Word, words_that_reach
from tools.search import BookSearch


@dataclass(frozen=True)
class Reason:
    """One paragraph: what became of it, where every query has it, which words would reach it."""

    fate: Fate
    places: tuple[Place, ...]
    """In the order of the queries."""
    words: tuple[Word, ...]
    text: str
    """The paragraph's own words; '' where the book is not at hand."""

    @property
    def nearest(self) -> Place | None:
        """The query that came nearest, or None where none has it anywhere."""
        near = [place for place in self.places if min(place.best) < float("inf")]
        return min(near, key=lambda place: place.best, default=None)

    def as_json(self) -> dict[str, Any]:
        """Plain JSON; a query by its id, kind, round and text."""
        fate = {**asdict(self.fate), "refused": [one.model_dump(mode="json") for one in self.fate.refused]}
        places = [
            {
                **one.query.model_dump(mode="json", include={"id", "kind", "round", "intent", "text"}),
                "hit": one.hit,
                "fused": one.merged,
                "lists": dict(one.lists),
            }
            for one in self.places
        ]
        nearest = self.nearest.query.id if self.nearest else None
        words = [asdict(word) for word in self.words]
        return {**fate, "text": self.text, "nearest": nearest, "queries": places, "words": words}


@dataclass(frozen=True)
class Reasons:
    """The paragraphs asked about, and what the answer is worth."""

    trace: Trace
    reasons: tuple[Reason, ...]
    notes: tuple[str, ...] = ()
    """What could not be told, and why."""


def reasons(trace: Trace, paragraphs: Sequence[int], search: BookSearch | None, notes: Sequence[str] = ()) -> Reasons:
    """Why each paragraph was or was not found. Without a search only what the trace kept is told."""
    queries = fold(trace.events).queries
    ranked = asked_again(queries, search)
    told = list(notes)
    if search and not notes and (other := [one.query.id for one in ranked if not one.same]):
        told.append(f"{', '.join(other)} would find other paragraphs today than the trace says: ranks are today's")
    made = []
    for fate in fates(trace, paragraphs):
        number = fate.paragraph
        words = words_that_reach(search, number, trace.question, queries) if search else []
        text = search.view[number] if search and number in search.view else ""
        made.append(Reason(fate, tuple(one.place(number) for one in ranked), tuple(words), text))
    return Reasons(trace, tuple(made), tuple(told))
