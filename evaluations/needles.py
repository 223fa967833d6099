"""Needles: gold steps that stand in a paragraph, how deep it lies in the view, and whether they were found."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate

from evaluations.metrics.evidence import matched
from evaluations.metrics.exhibit import Exhibit
from tools.book import Book

WITHIN = 1
"""A citation this many paragraphs away is of the needle."""


@dataclass(frozen=True)
class Needle:
    """One gold step with a position, in one research."""

    case: str
    repeat: int
    depth: float
    """Characters before its paragraph / characters of the view: from 0 up to 1."""
    tokens: int
    """Of the view, about."""
    said: bool | None
    """Whether the judge finds it in the reasoning; None where nothing was judged."""
    cited: bool | None
    """Whether its paragraph, or one beside it, is cited; None where the source does not tell what is."""


class Needles:
    """The needles of exhibits; those of one view are measured once."""

    def __init__(self) -> None:
        self._latest: tuple[Book, Depths] | None = None

    def of(self, exhibit: Exhibit) -> list[Needle]:
        """In the order of the gold steps; none without the book, or in a view without text."""
        view, cut = exhibit.view, exhibit.case.cut
        if view is None or not view.characters or not exhibit.gold:
            return []
        depths, judged = self._depths(view), exhibit.findings.contained
        cites = "citations" not in exhibit.untold
        found = []
        for at, step in enumerate(exhibit.case.gold.steps):
            if step.kind != "explicit" or step.position is None or (cut is not None and step.position >= cut):
                continue
            said = None if judged is None or "steps" in exhibit.untold else judged[at].found
            cited = bool(matched(exhibit.cited, [step.position], WITHIN)) if cites else None
            depth = depths.of(step.position)
            found.append(Needle(exhibit.case.id, exhibit.trace.repeat, depth, view.tokens, said, cited))
        return found

    def _depths(self, view: Book) -> Depths:
        if self._latest is None or self._latest[0] is not view:
            self._latest = view, Depths(view)
        return self._latest[1]


class Depths:
    """Where paragraphs lie in a view."""

    def __init__(self, view: Book) -> None:
        self._numbers = [paragraph.number for paragraph in view.paragraphs]
        self._before = [0, *accumulate(len(paragraph.text) for paragraph in view.paragraphs)]

    def of(self, number: int) -> float:
        """Characters before paragraph `number` / characters of the view."""
        return self._before[bisect_left(self._numbers, number)] / self._before[-1]
