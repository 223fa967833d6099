"""Shortcuts: right answers with a wrong chain, what else would have got them, and what is gained over controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluations.case import Score
from evaluations.compare.comparison import wins
from evaluations.compare.rows import contrast
from evaluations.compare.side import Side, shared
from evaluations.metrics.aggregates import WinRate
from evaluations.metrics.answers import ACCURACY
from evaluations.metrics.reasons import SHORTCUT, THETA, THETAS, named
from evaluations.scoring import by_question
from evaluations.statistics.sums import mean
from evaluations.works import works
from tools.mistake import Mistake

CAUSES = {"question-only": "parametric", "tail-only": "tail", "extractive": "lexical"}
"""Control to what a right answer that it gives too is put down to; the first that applies."""
GAINS = {"question-only": "evidence gain", "tail-only": "reading gain"}
"""What accuracy above a control's is called: what the text adds, and what the text before its end adds."""

_At = tuple[str, int]


@dataclass(frozen=True)
class Gain:
    """Accuracy above a control's over the questions of both, with the interval and test of the difference."""

    name: str
    control: str
    reader: str
    """Who sat in the control's seat where it is another model than the researcher's; '' otherwise."""
    accuracy: float
    of_control: float
    gain: float
    low: float | None
    high: float | None
    over: str
    p: float | None
    n: int
    wins: WinRate
    """Of the control against the researcher."""


@dataclass(frozen=True)
class Shortcuts:
    """One researcher in one benchmark. `sweep` and `causes` are empty where it has no gold chain."""

    run: str
    benchmark: str
    judge: str
    right: int
    """Right answers whose chain can be judged."""
    wrong: int
    """Of these, those with a wrong chain at the default θ."""
    sweep: dict[str, float | None]
    """θ to the shortcut rate; None where no right answer has a chain to judge."""
    causes: dict[str, int | None]
    """Cause to how many of the wrong chains; None without the control that would tell."""
    gains: list[Gain]


def shortcuts(runs: Sequence[Side]) -> list[Shortcuts]:
    """For each run that is no control, benchmark by benchmark, beside the controls among `runs`.

    [] when there is no control among them, or nothing but controls.
    """
    controls = {kind: run for run in runs if (kind := control_of(run))}
    told = [run for run in runs if not control_of(run)]
    if not controls:
        return []
    helped = dict(controls)
    if floor := next((run for run in told if run.record.researcher.kind == "extractive"), None):
        helped["extractive"] = floor
    return [one for run in told for one in _of(run, {k: c for k, c in helped.items() if c is not run})]


def control_of(run: Side) -> str:
    """The control's name (`question-only`, `rag` …); '' of a run that is no control."""
    player = run.record.researcher
    return player.name.split(" · ")[0].split(" (")[0] if player.kind == "control" else ""


def _of(run: Side, controls: Mapping[str, Side]) -> list[Shortcuts]:
    names = dict.fromkeys(case.question.benchmark for case in run.cases if case.id in run.done)
    made = []
    for name in names:
        mine = run.only({case.id for case in run.cases if case.question.benchmark == name})
        theirs = {kind: beside for kind, control in controls.items() if (beside := _beside(mine, control))}
        made.append(_shortcuts(name, mine, theirs))
    return made


def _beside(run: Side, control: Side) -> Side | None:
    """The control over the questions it shares with the run; None without one."""
    try:
        return control.only(set(shared(run, control).ids))
    except Mistake:
        return None


def _shortcuts(benchmark: str, run: Side, controls: Mapping[str, Side]) -> Shortcuts:
    chained = any(case.gold.steps for case in run.cases)
    swept = {theta: _values(run.scores, named(SHORTCUT, run.judge, theta)) for theta in THETAS} if chained else {}
    judged = swept.get(THETA, {})
    bad = [at for at, wrong in judged.items() if wrong]
    return Shortcuts(
        run=run.name,
        benchmark=benchmark,
        judge=run.judge,
        right=len(judged),
        wrong=len(bad),
        sweep={_theta(theta): _mean_of(values) for theta, values in swept.items()},
        causes=_causes(bad, controls) if chained else {},
        gains=[_gain(run, kind, control) for kind, control in controls.items() if kind != "extractive"],
    )


def _causes(bad: Sequence[_At], controls: Mapping[str, Side]) -> dict[str, int | None]:
    """Each wrong chain is put down to the first control that is right too; the rest is `other`."""
    right = {kind: by_question(control.scores, ACCURACY) for kind, control in controls.items()}
    found: dict[str, int | None] = {cause: 0 if kind in controls else None for kind, cause in CAUSES.items()}
    found["other"] = 0
    for case, _ in bad:
        also = (cause for kind, cause in CAUSES.items() if right.get(kind, {}).get(case, 0) >= 0.5)
        cause = next(also, "other")
        found[cause] = (found[cause] or 0) + 1
    return found


def _gain(run: Side, kind: str, control: Side) -> Gain:
    mine, theirs = by_question(run.scores, ACCURACY), by_question(control.scores, ACCURACY)
    both, books = [case for case in mine if case in theirs], works(run.cases)
    a, b = [(theirs[case], 1.0) for case in both], [(mine[case], 1.0) for case in both]
    made = contrast(a, b, mean, [books[case] for case in both])
    assert made, "the two share a question"
    of_control, accuracy, low, high, over, test = made
    seats = [side.record.researcher.model for side in (run, control)]
    reader = (seats[1] or "no model") if seats[0] != seats[1] else ""
    name = GAINS.get(kind, f"over {kind}")
    told = wins(run.only(set(both)), control)
    return Gain(
        name,
        control.name,
        reader,
        accuracy,
        of_control,
        accuracy - of_control,
        low,
        high,
        over,
        test.p,
        len(both),
        told,
    )


def _values(scores: Sequence[Score], metric: str) -> dict[_At, float]:
    return {(s.case, s.repeat): s.value for s in scores if s.metric == metric and s.value is not None}


def _mean_of(values: Mapping[_At, float]) -> float | None:
    return fmean(values.values()) if values else None


def _theta(theta: float) -> str:
    return "1/3" if theta == THETA else f"{theta:g}"
