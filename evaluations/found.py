"""Who found which gold: of two researchers' scores, 2 × 2 tables over gold steps and gold paragraphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from evaluations.case import Case, Score
from evaluations.metrics.evidence import STAGES
from evaluations.statistics.raters import kappa


@dataclass(frozen=True)
class Found:
    """Who found which gold: a 2 × 2 table over gold steps or gold paragraphs, and kappa of the two."""

    what: str
    both: int
    first: int
    second: int
    neither: int
    kappa: float | None

    @classmethod
    def of(cls, what: str, pairs: Sequence[tuple[bool, bool]]) -> Found:
        count = Counter(pairs)
        there = count[True, True], count[True, False], count[False, True], count[False, False]
        return cls(what, *there, kappa(pairs))


def found(cases: Sequence[Case], first: Sequence[Score], second: Sequence[Score]) -> list[Found]:
    """A table a judge over gold steps, and one a stage of the funnel over gold paragraphs."""
    return [*_steps(first, second), *_paragraphs(cases, first, second)]


def _steps(first: Sequence[Score], second: Sequence[Score]) -> list[Found]:
    """A table a judge: whose reasoning has which gold step. A step that either did not attempt is in none."""
    names = [n for n in dict.fromkeys(s.metric for s in first) if n.startswith("StepRecall(") and "," not in n]
    tables = [(name, _both(first, second, partial(_verdicts, metric=name))) for name in names]
    return [Found.of(f"gold steps in the reasoning, by {name[11:-1]}", pairs) for name, pairs in tables if pairs]


def _paragraphs(cases: Sequence[Case], first: Sequence[Score], second: Sequence[Score]) -> list[Found]:
    """A table a stage of the funnel: whose research got each gold paragraph so far."""
    gold = {case.id: case.gold.positions(case.cut) for case in cases}
    tables = [(stage, _both(first, second, partial(_reached, stage=stage, gold=gold))) for stage in STAGES]
    return [Found.of(f"gold paragraphs {stage}", pairs) for stage, pairs in tables if pairs]


_Told = Mapping[tuple[str, int, object], bool]
"""(case, repeat, which gold) to whether it was found."""


def _both(first: Sequence[Score], second: Sequence[Score], told: Callable[[Score], _Told]) -> list[tuple[bool, bool]]:
    mine: dict[tuple[str, int, object], bool] = {key: yes for score in first for key, yes in told(score).items()}
    theirs: dict[tuple[str, int, object], bool] = {key: yes for score in second for key, yes in told(score).items()}
    return [(mine[key], theirs[key]) for key in mine if key in theirs]


def _verdicts(score: Score, metric: str) -> _Told:
    """From the reasons of a StepRecall: equal reference texts are told apart by their order."""
    if score.metric != metric or not isinstance(score.why, list):
        return {}
    seen: Counter[str] = Counter()
    found: dict[tuple[str, int, object], bool] = {}
    for one in score.why:
        if isinstance(one, dict):
            text = str(one.get("reference"))
            seen[text] += 1
            # people, and a prompt of one's own, say that a step is found and not in which one
            found[score.case, score.repeat, (text, seen[text])] = bool(one.get("step") or one.get("found"))
    return found


def _reached(score: Score, stage: str, gold: Mapping[str, Sequence[int]]) -> _Told:
    if score.metric != stage or score.value is None or not isinstance(score.read, list):
        return {}
    return {(score.case, score.repeat, one): one in score.read for one in gold.get(score.case, ())}
