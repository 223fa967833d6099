"""Fate: how far one paragraph came in a trace, and where it was lost. The trace alone tells it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.fold import apply
from agent.reading import DIRECT, FIRST_HITS
from agent.state import Query, Refusal, State
from agent.trace import Part, Trace
from graphs.evidence import Evidence

Stage = Literal["cut", "found", "read", "accepted", "cited", ""]
"""Where a paragraph was lost, in the words of the funnel; `cut`: it may not be seen; '' where it was not lost."""

_PARAGRAPH = re.compile(r'"paragraph":\s*(\d+)')


@dataclass(frozen=True)
class Reading:
    """One reading of the paragraph: in which round, and for which query ('' where that is not told)."""

    round: int
    query: str


@dataclass(frozen=True)
class Fate:
    """What became of a paragraph."""

    paragraph: int
    hits: dict[str, int]
    """Query to the paragraph's place among its hits, from 1, for every query that brought it."""
    readings: tuple[Reading, ...]
    quoted: tuple[str, ...]
    """The evidence nodes that quote it, those that later left the graph too."""
    refused: tuple[Refusal, ...]
    """The quotations of it that a guard turned down."""
    cited: bool
    lost: Stage
    why: str
    """Why it was lost there, in words; '' where it was not."""
    untold: tuple[Part, ...] = ()
    """What the source of imported research does not tell."""


@dataclass(frozen=True)
class _Story:
    """What the events say of all paragraphs together."""

    state: State
    readings: dict[int, list[Reading]]
    fresh: dict[int, set[int]]
    """Round to the paragraphs read in it."""
    quoted: dict[int, list[str]]


def fates(trace: Trace, paragraphs: Sequence[int]) -> list[Fate]:
    """The fate of each of these paragraphs, in their order."""
    story = _story(trace)
    return [_fate(trace, story, number) for number in paragraphs]


def _story(trace: Trace) -> _Story:
    story = _Story(State(), {}, {}, {})
    for event in trace.events:
        apply(story.state, event)
        if event.kind == "read":
            for number in event.payload["paragraphs"]:
                reading = Reading(story.state.round, event.payload["reason"])
                story.readings.setdefault(number, []).append(reading)
                story.fresh.setdefault(story.state.round, set()).add(number)
        elif event.kind == "noted":
            node = story.state.graph[event.payload["node"]["id"]]
            if isinstance(node, Evidence):
                story.quoted.setdefault(node.paragraph, []).append(node.id)
    return story


def _fate(trace: Trace, story: _Story, number: int) -> Fate:
    hits = {q.id: place for q in story.state.queries if (place := _place(q, number))}
    refused = tuple(r for r in story.state.refusals if r.move == "quote" and _about(r) == number)
    lost, why = _lost(trace, story, number, hits, refused)
    return Fate(
        paragraph=number,
        hits=hits,
        readings=tuple(story.readings.get(number, ())),
        quoted=tuple(story.quoted.get(number, ())),
        refused=refused,
        cited=_cited(trace, number),
        lost=lost,
        why=why,
        untold=trace.imported.untold if trace.imported else (),
    )


def _lost(
    trace: Trace, story: _Story, number: int, hits: dict[str, int], refused: Sequence[Refusal]
) -> tuple[Stage, str]:
    """The first stage of the funnel that the paragraph did not reach, though it may have reached a later one."""
    view = trace.view
    if _cited(trace, number):
        return "", ""
    if view and view.cut is not None and number >= view.cut:
        return "cut", f"it stands at or behind the cut before [{view.cut}]: it may not be seen"
    if quoted := story.quoted.get(number):
        return "cited", _uncited(trace, quoted)
    if number in story.readings:
        guards = ", ".join(dict.fromkeys(r.guard for r in refused))
        told = f"it was read; what was quoted of it was refused ({guards})" if guards else "it was read, never quoted"
        return "accepted", told
    return ("read", _unread(story, hits)) if hits else ("found", _unfound(trace, story))


def _unfound(trace: Trace, story: _Story) -> str:
    if trace.imported and {"hits", "reads"} & {*trace.imported.untold}:
        return "the imported file does not tell what was found and read"
    asked = len([q for q in story.state.queries if q.hits is not None])
    return f"none of the {asked} queries brought it" if asked else "nothing was searched for"


def _uncited(trace: Trace, quoted: Sequence[str]) -> str:
    names = ", ".join(quoted)
    if trace.answer is None or trace.answer.value is None:
        return f"it is quoted ({names}), but there is no answer to rest on it"
    return f"it is quoted ({names}), but the answer does not rest on it"


def _unread(story: _Story, hits: dict[str, int]) -> str:
    """Why a paragraph that was found was not read: too far down, or no room left in the round."""
    best = min(hits, key=lambda query: hits[query])
    told = f"it was found (hit {hits[best]} of {best})"
    query = next(q for q in story.state.queries if q.id == best)
    if hits[best] > FIRST_HITS and query.kind not in DIRECT:
        return f"{told}, but only the first {FIRST_HITS} hits of a query are read"
    most = story.state.budget.reads_a_round
    if len(story.fresh.get(query.round, ())) >= most:
        return f"{told}, but the {most} paragraphs that a round may read were spent on others"
    return f"{told}, but never read"


def _place(query: Query, number: int) -> int | None:
    return next((place for place, hit in enumerate(query.hits or (), 1) if hit.paragraph == number), None)


def _cited(trace: Trace, number: int) -> bool:
    return trace.answer is not None and number in trace.answer.citations


def _about(refusal: Refusal) -> int | None:
    """The paragraph that a refused quotation named; a long proposal is kept cut off, and is no whole JSON then."""
    try:
        said = json.loads(refusal.proposal)
        return int(said["paragraph"])
    except (ValueError, KeyError, TypeError):
        found = _PARAGRAPH.search(refusal.proposal)
        return int(found[1]) if found else None
