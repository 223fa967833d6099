"""How a researcher reads: how much again, how widely, how far it jumps, and how soon it meets the gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from statistics import fmean

from evaluations.case import Score
from evaluations.metrics.exhibit import NO_GOLD, Exhibit, Moment
from evaluations.metrics.queries import entropy

REVISITS, COVERAGE, SPREAD, JUMP = "revisit rate", "coverage", "entropy over deciles", "mean jump"
CLOCKS = ("events", "paragraphs", "tokens", "seconds")
HORIZON = 100
AREA = f"gold-read area@{HORIZON}"
NOT_REACHED = "censored: no gold paragraph was read"


def until(clock: str) -> str:
    """The metric's name: `tokens to first gold`."""
    return f"{clock} to first gold"


def measure(exhibit: Exhibit) -> list[Score]:
    """Four figures of the reading, the time to the first gold paragraph on four clocks, and the gold-read area.

    revisit rate: readings of a paragraph read before / readings. coverage: distinct paragraphs read / paragraphs that
    could be. entropy over deciles: of the distinct paragraphs read over ten equal parts of the view, in bits (at most
    log2 10 = 3.32). mean jump: mean distance in paragraphs from one reading to the next.

    X to first gold: events, paragraphs read, tokens spent or seconds until the first gold paragraph had been read.
    Where none was, it is right-censored: undefined, with the whole length in `read`, and a mean over the others
    would mislead. `durations` gives both for a Kaplan–Meier estimate. Seconds are those of the model's calls, or
    without any the time between the events.

    gold-read area@100: the share of gold paragraphs read, averaged over the first 100 readings (as many as there are
    paragraphs where these are fewer); it stays as it is after the last reading, so that stopping gains nothing.
    """
    return [*_figures(exhibit), *_waits(exhibit), _area(exhibit)]


def durations(scores: Iterable[Score], clock: str) -> tuple[list[float], list[bool]]:
    """For each score of this clock that is defined or censored: the time, and whether gold was read at its end."""
    mine = [score for score in scores if score.metric == until(clock) and isinstance(score.read, int | float)]
    return [float(s.read) for s in mine if isinstance(s.read, int | float)], [s.value is not None for s in mine]


def _figures(exhibit: Exhibit) -> list[Score]:
    order, view = exhibit.state.read, exhibit.state.view
    distinct = set(order)
    again, paragraphs = len(order) - len(distinct), view.paragraphs if view else 0
    jumps = [abs(b - a) for a, b in pairwise(order)]
    none = None if order else "nothing was read"
    # an excerpt keeps the numbers of the whole book, so that the last of them may lie beyond its length
    last = max([paragraphs, (view.cut or 1) - 1 if view else 0, *distinct])
    spread = entropy(Counter(min(9, (number - 1) * 10 // last) for number in distinct)) if order else None
    return [
        exhibit.score(REVISITS, again / len(order) if order else None, f"{again} of {len(order)}", none),
        exhibit.score(
            COVERAGE,
            len(distinct) / paragraphs if paragraphs else None,
            f"{len(distinct)} of {paragraphs}",
            None if paragraphs else "there is no text to read",
        ),
        exhibit.score(SPREAD, spread, why=none),
        exhibit.score(JUMP, fmean(jumps) if jumps else None, why=None if jumps else "fewer than two readings"),
    ]


def _waits(exhibit: Exhibit) -> list[Score]:
    if not exhibit.gold:
        return [exhibit.score(until(clock), None, why=NO_GOLD) for clock in CLOCKS]
    order, gold = exhibit.state.read, set(exhibit.gold)
    place = next((n for n, paragraph in enumerate(order, 1) if paragraph in gold), None)
    met = next((m for m in exhibit.moments if m.kind == "read" and place and m.read >= place), None)
    times = _times(exhibit, met, place or len(order))
    why = None if met else NOT_REACHED
    return [
        exhibit.score(
            until(clock), time if met else None, time, why if time is not None else "the events have no times"
        )
        for clock, time in zip(CLOCKS, times, strict=True)
    ]


def _times(exhibit: Exhibit, met: Moment | None, paragraphs: int) -> tuple[float, float, float, float | None]:
    """Events, paragraphs, tokens and seconds up to a moment, or to the end."""
    events, usage = exhibit.trace.events, exhibit.state.usage
    k = met.k if met else events[-1].k
    tokens = met.tokens if met else usage.tokens
    seconds: float | None = met.seconds if met else usage.seconds
    if not usage.calls:
        seconds = _between(events[0].at, next((event.at for event in events if event.k == k), ""))
    return float(k), float(paragraphs), float(tokens), seconds


def _between(first: str, last: str) -> float | None:
    """Seconds from one time to another; None where one of them is not told."""
    try:
        return max(0.0, (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds())
    except (ValueError, TypeError):
        return None


def _area(exhibit: Exhibit) -> Score:
    gold, view = set(exhibit.gold), exhibit.state.view
    if not gold:
        return exhibit.score(AREA, None, why=NO_GOLD)
    length = min(HORIZON, view.paragraphs if view and view.paragraphs else HORIZON)
    firsts = _firsts(exhibit.state.read[:length], gold)
    value = sum(length - place + 1 for place in firsts) / length / len(gold)
    return exhibit.score(AREA, value, [*firsts], f"{len(firsts)} of {len(gold)} within {length} readings")


def _firsts(order: Sequence[int], gold: set[int]) -> list[int]:
    """At which reading, from 1, each gold paragraph among them was met first."""
    met: dict[int, int] = {}
    for place, paragraph in enumerate(order, 1):
        if paragraph in gold:
            met.setdefault(paragraph, place)
    return sorted(met.values())
