"""How alike two researchers went about the same questions: answers, paragraphs, order, and which gold each found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from agent.fold import fold
from agent.trace import Event, Part, Trace, identity
from evaluations.case import Case, Score
from evaluations.found import Found, found
from evaluations.metrics.evidence import matched
from evaluations.metrics.order import tau_b
from evaluations.metrics.texts import compared

WITHIN = 1
"""Paragraphs this far apart are met by one another in overlap@1."""
MOVES = ("noted", "retired", "merged", "queried", "read", "refused", "answered")
"""The events that are a researcher's own doing; the others are the loop's, or follow from these."""

Paired = Sequence[tuple[Case, Trace, Trace]]
"""The same question researched by either, in the same repeat."""


@dataclass(frozen=True)
class Alike:
    """One measure of agreement: its mean over the `n` pairs that define it. None where none does."""

    name: str
    value: float | None
    n: int


@dataclass(frozen=True)
class Divergence:
    """Where two researches of a question part: how many moves they have in common before, and the next of each."""

    common: int
    first: str
    second: str
    """The kind of move; '' where there is none left."""


@dataclass(frozen=True)
class Agreement:
    """How two researchers agree over the questions they share."""

    alike: list[Alike]
    found: list[Found]
    common: float | None
    """The median number of moves before they part."""
    same: int
    """Researches that never part."""
    parted: dict[str, int]
    """How often they part with which moves."""
    n: int
    followed: int
    """Pairs of which both tell their queries and reading, so that it can be seen where they part."""


def agreement(paired: Paired, scores: tuple[Sequence[Score], Sequence[Score]]) -> Agreement:
    """The measures of METRICS' section on two researchers, over pairs of traces and the scores of both."""
    whole = [(a, b) for _, a, b in paired if not (lacks(a, "queries", "reads") or lacks(b, "queries", "reads"))]
    parts = [divergence(a.events, b.events) for a, b in whole]
    apart = [one for one in parts if one.first or one.second]
    kinds = Counter(f"{one.first or 'nothing'} / {one.second or 'nothing'}" for one in apart)
    return Agreement(
        alike=_alike(paired),
        found=found([case for case, _, _ in paired], *scores),
        common=float(median(one.common for one in parts)) if parts else None,
        same=len(parts) - len(apart),
        parted=dict(kinds.most_common()),
        n=len(paired),
        followed=len(parts),
    )


def jaccard(first: Iterable[int], second: Iterable[int]) -> float | None:
    """Paragraphs of both / paragraphs of either; None where neither has any."""
    mine, theirs = set(first), set(second)
    return len(mine & theirs) / len(mine | theirs) if mine or theirs else None


def overlap(first: Iterable[int], second: Iterable[int], tolerance: int = WITHIN) -> float | None:
    """2 M / (|A| + |B|), M a largest one-to-one matching of paragraphs at most `tolerance` apart (F1@t of one by the
    other). None where neither has any."""
    mine, theirs = set(first), set(second)
    return 2 * matched(mine, theirs, tolerance) / (len(mine) + len(theirs)) if mine or theirs else None


def order(first: Mapping[int, int], second: Mapping[int, int]) -> float | None:
    """Kendall's τ_b between the orders in which two cite the paragraphs they both cite: paragraph to its place.

    Paragraphs at one place are tied. None below two common ones, and where one of the two has them all at one place.
    """
    return tau_b([(place, second[paragraph]) for paragraph, place in first.items() if paragraph in second])


def lacks(trace: Trace, *parts: Part) -> bool:
    """Whether the source of an imported trace leaves one of these parts untold."""
    return trace.imported is not None and any(part in trace.imported.untold for part in parts)


def cited(trace: Trace) -> dict[int, int]:
    """The distinct paragraphs an answer cites, with the number of the first step that does.

    What stands in no step has one place behind the last: a list of citations has no order.
    """
    if trace.answer is None:
        return {}
    steps = trace.answer.steps
    places = {n: at for at, step in [*enumerate(steps, 1)][::-1] for n in step.paragraphs}
    return places | {n: len(steps) + 1 for n in trace.answer.citations if n not in places}


def divergence(first: Iterable[Event], second: Iterable[Event]) -> Divergence:
    """The first move in which two researches differ; times and latencies are no difference."""
    mine, theirs = ([event for event in events if event.kind in MOVES] for events in (first, second))
    same = 0
    for a, b in zip(mine, theirs, strict=False):
        if _move(a) != _move(b):
            break
        same += 1
    kinds = [moves[same].kind if same < len(moves) else "" for moves in (mine, theirs)]
    return Divergence(same, *kinds)


def _move(event: Event) -> str:
    return identity([event.model_copy(update={"k": 0})])


def same_answer(case: Case, first: Trace, second: Trace) -> float | None:
    """1 or 0; free texts are the same when they are so by their words. None where neither answered."""
    a, b = (trace.answer.value if trace.answer else None for trace in (first, second))
    if a is None and b is None:
        return None
    if case.question.kind == "text" and a is not None and b is not None:
        return float(bool(compared(a, [b]).pm) or bool(compared(b, [a]).pm))
    return float(a == b)


def _alike(paired: Paired) -> list[Alike]:
    reads = [(fold(a.events).read, fold(b.events).read) for a, b in _telling(paired, "reads")]
    cites = [(cited(a), cited(b)) for a, b in _telling(paired, "citations")]
    return [
        _mean("same answer", [same_answer(*one) for one in paired]),
        _mean("paragraphs read: Jaccard", [jaccard(a, b) for a, b in reads]),
        _mean(f"paragraphs read: overlap@{WITHIN}", [overlap(a, b) for a, b in reads]),
        _mean("paragraphs cited: Jaccard", [jaccard(a, b) for a, b in cites]),
        _mean(f"paragraphs cited: overlap@{WITHIN}", [overlap(a, b) for a, b in cites]),
        _mean("order of common citations: τ_b", [order(a, b) for a, b in cites]),
    ]


def _telling(paired: Paired, part: Part) -> list[tuple[Trace, Trace]]:
    """The pairs of which both tell a part: what is untold is undefined, never 0."""
    return [(a, b) for _, a, b in paired if not (lacks(a, part) or lacks(b, part))]


def _mean(name: str, values: Sequence[float | None]) -> Alike:
    kept = [value for value in values if value is not None]
    return Alike(name, fmean(kept) if kept else None, len(kept))
