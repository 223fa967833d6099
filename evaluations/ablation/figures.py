"""What the trials of ablation come to: scores by trace, kept with the run, and aggregates with their intervals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from evaluations.ablation.trials import Ablated, Trial
from evaluations.case import Score
from evaluations.scorers import ABLATION
from evaluations.statistics import wilson
from evaluations.store import RunFolder

DEPENDENCE, SHORTCUT, DECISIVE = "ablation dependence", "ablation unchanged without evidence", "ablation decisive step"
REPLACED = " (replaced)"


@dataclass(frozen=True)
class Share:
    """A proportion with Wilson's 95 % interval; None where there is nothing to count."""

    count: int
    n: int

    @property
    def value(self) -> float | None:
        return self.count / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        return wilson(self.count, self.n) if self.n else None


@dataclass(frozen=True)
class Figures:
    """A run's aggregates. Quotations of one answer are not independent, so the first interval is a rough one."""

    dependence: Share
    """Of the cited quotations and absences, those without which another answer is given."""
    shortcut: Share
    """Of the traces, those whose answer stays with all evidence gone: it was known, or guessed, without the book."""
    refused: int
    """Traces without a cited chain."""
    unusable: int
    """Trials that no answer came of."""


def figures(ablated: Sequence[Ablated]) -> Figures:
    judged = [trial for one in ablated for trial in one.judged]
    bare = [one.bare for one in ablated if one.bare and one.bare.changed is not None]
    tried = [trial for one in ablated for trial in (*one.trials, *([one.bare] if one.bare else []))]
    return Figures(
        dependence=Share(sum(bool(trial.changed) for trial in judged), len(judged)),
        shortcut=Share(sum(not trial.changed for trial in bare), len(bare)),
        refused=sum(bool(one.refused) for one in ablated),
        unusable=sum(trial.changed is None for trial in tried),
    )


def scores(ablated: Iterable[Ablated]) -> list[Score]:
    """Three scores a trace (two where quotations were replaced).

    Dependence: the share of cited quotations and absences without which another answer is given. Unchanged without
    evidence: 1 when the answer stays with all of them gone, else 0. Decisive step: the number of the cited step whose
    loss changes the answer; of several, the one after which it is believed least. None is undefined, and `why` says
    so: no cited chain, no usable reply, or no single step that decides.
    """
    return [score for one in ablated for score in _of(one)]


def _of(one: Ablated) -> Iterator[Score]:
    suffix = REPLACED if one.how == "replaced" else ""
    judged = one.judged
    read: dict[str, JsonValue] = {trial.node: trial.value for trial in one.trials}
    share = Share(sum(bool(t.changed) for t in judged), len(judged)).value
    why: JsonValue = one.refused or [_why(trial) for trial in one.trials]
    yield _score(one, DEPENDENCE + suffix, share, read, why)
    decisive = one.decisive
    told = one.refused or (f"{decisive.node}: {decisive.value}" if decisive else "no single step decides")
    yield _score(one, DECISIVE + suffix, decisive.step if decisive else None, read, told)
    if one.how == "dropped":
        bare = one.bare
        stays = None if bare is None or bare.changed is None else float(not bare.changed)
        yield _score(one, SHORTCUT, stays, bare.value if bare else None, one.refused or (_why(bare) if bare else ""))


def _why(trial: Trial) -> dict[str, JsonValue]:
    told: dict[str, JsonValue] = trial.model_dump(mode="json")
    return told


def _score(one: Ablated, metric: str, value: float | None, read: JsonValue, why: JsonValue) -> Score:
    return Score(case=one.case, repeat=one.repeat, metric=metric, value=value, read=read, why=why)


def keep(run: RunFolder, made: Sequence[Score]) -> None:
    """Put the scores into the run's scores/ablation.jsonl, in the place of earlier ones of the same measure."""
    there = {(s.case, s.repeat, s.metric): s for s in (*kept(run), *made)}
    run.keep_scores(ABLATION, sorted(there.values(), key=lambda s: (s.case, s.repeat)))


def kept(run: RunFolder) -> list[Score]:
    """The scores of earlier ablations of the run."""
    rows = [json.loads(line) for line in run.lines(ABLATION)]
    return [Score(case=row["case"], repeat=row["repeat"], **score) for row in rows for score in row["scores"]]
