"""Judging: by whose verdicts a run's reasoning is read, on how many of its researches there are any, and how sure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.trace import Trace
from evaluations.case import Score
from evaluations.metrics.reasons import SHORTCUT, SOFT, STRICT, WRONG
from evaluations.scorers import Kept, Scorer, Tally

At = tuple[str, int]
"""(case, repeat)."""

_DERIVED = (WRONG, SHORTCUT, STRICT, SOFT)
"""What may be told from citations or from the answer alone, where the judge has said nothing."""


@dataclass(frozen=True)
class Judging:
    """What one scorer, a model's judge or people, said of a run."""

    scorer: Scorer
    silent: Mapping[At, str]
    """The traces on which there is no verdict of it, and why."""
    tallies: Mapping[At, Tally]
    """What judging each trace came to."""


@dataclass(frozen=True)
class Coverage:
    """How far a scorer got with the traces that are compared, and what came of its verdicts."""

    scorer: Scorer
    traces: int
    judged: int
    silent: dict[str, int]
    """Why a trace has no verdict, to how many have none for that reason."""
    failing: int
    """Traces with a verdict that could not be had."""
    figures: dict[str, float | int | None]
    """As they stand beside the scores: verdicts, failed, flip rate, calls …"""


def judging(kept: Kept, traces: Iterable[Trace], scores: Iterable[Score]) -> Judging:
    """What a scorer said of these traces; `scores` are theirs, made of its findings."""
    told = {(s.case, s.repeat) for s in scores if s.value is not None and _verdict(s.metric, kept.scorer.name)}
    silent: dict[At, str] = {}
    tallies: dict[At, Tally] = {}
    for trace in traces:
        at = trace.question.id, trace.repeat
        line = kept.by_trace.get(at)
        found = line.findings if line and at in told else kept.findings(trace)
        if at not in told:
            silent[at] = found.why
        if line and found is line.findings:
            tallies[at] = line.tally
    return Judging(kept.scorer, silent, tallies)


def heard(scores: Iterable[Score], judged: Judging) -> list[Score]:
    """The scores, those by the scorer undefined where it has said nothing: its shortcuts would be made of citations."""
    return undefined(scores, judged.scorer.name, judged.silent)


def undefined(scores: Iterable[Score], judge: str, whys: Mapping[At, str]) -> list[Score]:
    """The scores, those by this judge undefined on the traces named, each for its reason."""
    return [
        one._replace(value=None, why=whys[one.case, one.repeat])
        if one.value is not None and (one.case, one.repeat) in whys and by(one.metric, judge)
        else one
        for one in scores
    ]


def by(metric: str, judge: str) -> bool:
    """Whether a metric is read from the verdicts of this judge, whose name then stands in it."""
    return metric.endswith(f"({judge})") or f"({judge}, " in metric


def coverage(judged: Judging, traces: Sequence[Trace]) -> Coverage:
    """How far the scorer got with these traces."""
    places = [(trace.question.id, trace.repeat) for trace in traces]
    whys = Counter(judged.silent[at] for at in places if at in judged.silent)
    tallies = [judged.tallies[at] for at in places if at in judged.tallies]
    whole = Tally()
    for one in tallies:
        whole = whole.plus(one)
    failing = sum(one.failed > 0 for one in tallies)
    return Coverage(
        judged.scorer, len(places), len(places) - whys.total(), dict(whys.most_common()), failing, whole.told()
    )


def _verdict(metric: str, judge: str) -> bool:
    return by(metric, judge) and not metric.startswith(_DERIVED)
