"""The gist of a run: its traces and scores without what no report reads, so that thousands fit into memory."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from agent.trace import Trace
from evaluations.case import Case, Score
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.process import REFUSED
from evaluations.needles import Needle, Needles
from evaluations.scoring import Scores
from graphs.evidence import EvidenceGraph

Scored = Callable[[Iterable[Trace]], Iterator[tuple[Exhibit, list[Score]]]]
"""From traces to each one's exhibit and scores, one after another."""
_LONG = (list, dict)


class Gist:
    """What is kept of a run while its traces pass by one at a time."""

    def __init__(self, cases: Iterable[Case]) -> None:
        self.traces: list[Trace] = []
        """Without events, graph and answer."""
        self.scores = Scores()
        """Without lists of paragraphs and of grounds; a word or number that was read, and why, are there."""
        self.needles: list[Needle] = []
        self._cases: Mapping[str, Case] = {case.id: case for case in cases}
        self._same: dict[Any, Any] = {}
        self._needles = Needles()

    def passing(self, traces: Iterable[Trace], scored: Scored) -> Iterator[list[Score]]:
        """The whole scores of each trace, for whoever keeps them; what is left of them is kept here."""
        for exhibit, found in scored(self._noted(traces)):
            self.needles += self._needles.of(exhibit)
            self.scores += map(self._score, found)
            yield found

    def _noted(self, traces: Iterable[Trace]) -> Iterator[Trace]:
        for trace in traces:
            self.traces.append(self._trace(trace))
            yield trace

    def _trace(self, trace: Trace) -> Trace:
        case = self._cases.get(trace.question.id)
        asked = case.question if case and case.question == trace.question else trace.question
        same = {name: self._one(getattr(trace, name)) for name in ("researcher", "view", "budget")}
        bare = {"question": asked, "events": (), "graph": EvidenceGraph(), "answer": None}
        return trace.model_copy(update={**same, **bare})

    def _score(self, score: Score) -> Score:
        """The score itself, or one without what is long; the guards that refused are counted from it."""
        read, why = score.read, score.why
        long = type(read) in _LONG, type(why) in _LONG and score.metric != REFUSED
        if not any(long):
            return score
        return score._replace(read=None if long[0] else read, why=None if long[1] else why)

    def _one(self, value: Any) -> Any:
        """The value met first of those that equal it."""
        return self._same.setdefault(value, value)


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the collector of circles: reading and scoring traces makes none, and looking for them takes as long."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
