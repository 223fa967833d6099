"""Flips: questions that one run answers rightly and the other wrongly, with what each cites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.question import Step
from agent.trace import Trace
from evaluations.case import Case, Score
from evaluations.compare.side import Side
from evaluations.metrics.answers import ACCURACY


@dataclass(frozen=True)
class Told:
    """What one run answered, and the steps it cites."""

    right: bool
    value: str | None
    text: str
    status: str
    steps: tuple[Step, ...]
    citations: tuple[int, ...] | None = ()
    """None where its source does not tell them."""
    reasoning: str = ""
    """As it was written."""

    @classmethod
    def of(cls, trace: Trace, right: bool) -> Told:
        answer = trace.answer
        if answer is None:
            return cls(right, None, "", trace.status, ())
        untold = trace.imported is not None and "citations" in trace.imported.untold
        cited = None if untold else answer.citations
        return cls(right, answer.value, answer.text, trace.status, answer.steps, cited, answer.reasoning)


@dataclass(frozen=True)
class Flip:
    """A question of the first repeat in which the two runs differ in being right."""

    case: str
    benchmark: str
    language: str
    question: str
    gold: str
    repeat: int
    first: Told
    second: Told


def flips(first: Side, second: Side) -> list[Flip]:
    """In the order of the first run's cases."""
    mine, theirs = _right(first.scores), _right(second.scores)
    traces = [{(t.question.id, t.repeat): t for t in side.traces} for side in (first, second)]
    at: dict[str, int] = {}
    for name, repeat in sorted(both for both in mine if both in theirs and mine[both] != theirs[both]):
        at.setdefault(name, repeat)
    found = []
    for case in (one for one in first.cases if one.id in at):
        place = case.id, at[case.id]
        a, b = (Told.of(kept[place], right[place]) for kept, right in zip(traces, (mine, theirs), strict=True))
        found.append(_flip(case, place[1], a, b))
    return found


def _flip(case: Case, repeat: int, first: Told, second: Told) -> Flip:
    asked, label = case.question, case.gold.answer
    gold = f"{label}. {asked.options[label]}" if asked.options.get(label, label) != label else label
    return Flip(case.id, asked.benchmark, asked.language, asked.text, gold, repeat, first, second)


def _right(scores: Sequence[Score]) -> dict[tuple[str, int], bool]:
    return {(s.case, s.repeat): s.value == 1 for s in scores if s.metric == ACCURACY}
