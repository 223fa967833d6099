"""A side of a comparison: one run's cases, traces and scores; and the questions that two sides share."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from agent.trace import Trace
from evaluations.case import Case, Score
from evaluations.compare.judging import Judging, undefined
from evaluations.metrics.steps import judge_of
from evaluations.store import RunRecord
from tools.mistake import Mistake


@dataclass(frozen=True)
class Side:
    """A run as it is compared."""

    name: str
    record: RunRecord
    cases: Sequence[Case]
    """Those the run asked for, whether or not they have a trace yet."""
    traces: Sequence[Trace]
    scores: Sequence[Score]
    judging: Judging | None = None
    """What the scorer said of it whose verdicts the scores hold; None of the lexical judge."""

    @property
    def player(self) -> str:
        """How tables call who researched."""
        model = self.record.researcher.model
        return " · ".join(part for part in (self.record.researcher.name, model) if part)

    @property
    def judge(self) -> str:
        """Whose verdicts on the reasoning its scores hold: it stands in the names of their metrics."""
        return judge_of(self.scores)

    @property
    def done(self) -> frozenset[str]:
        """The ids of the cases that have a trace."""
        return frozenset(trace.question.id for trace in self.traces)

    @property
    def open(self) -> int:
        """How many traces the run still lacks."""
        return len(self.cases) * self.record.repeats - len({(t.question.id, t.repeat) for t in self.traces})

    @property
    def repeats(self) -> int:
        return max((trace.repeat for trace in self.traces), default=0)

    def only(self, ids: Collection[str]) -> Side:
        """This side with these cases alone."""
        return replace(
            self,
            cases=[case for case in self.cases if case.id in ids],
            traces=[trace for trace in self.traces if trace.question.id in ids],
            scores=[score for score in self.scores if score.case in ids],
        )

    def unjudged(self, why: str) -> Side:
        """This side without the verdicts of its judge: what depends on them is undefined."""
        whys = {(trace.question.id, trace.repeat): why for trace in self.traces}
        return replace(self, scores=undefined(self.scores, self.judge, whys))


@dataclass(frozen=True)
class Shared:
    """The questions two sides both researched, and how many they do not share."""

    ids: tuple[str, ...]
    only_first: int
    only_second: int
    unlike: int
    """Of one id, yet asked or answered differently in the benchmark's files: not the same question."""


def shared(first: Side, second: Side) -> Shared:
    """What can be compared; Mistake when there is nothing."""
    mine, theirs = ({case.id: case for case in side.cases if case.id in side.done} for side in (first, second))
    both = [one for one in mine if one in theirs]
    alike = tuple(one for one in both if _asked(mine[one]) == _asked(theirs[one]))
    if not alike:
        raise Mistake(
            f"The runs {first.name} and {second.name} share no question that both have researched",
            cure="Compare runs of the same benchmark.",
        )
    return Shared(alike, len(mine) - len(both), len(theirs) - len(both), len(both) - len(alike))


def _asked(case: Case) -> tuple[object, ...]:
    """What makes two cases one question. What of the book is shown is a setting, and may differ."""
    return case.question.benchmark, case.question.text, dict(case.question.options), case.gold.answer
