"""What the trials of ablation come to: scores by trace, kept with the run, and aggregates with their intervals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from pydantic import JsonValue

from evaluations.ablation.trials import Ablated, Trial
from evaluations.case import Score
from evaluations.scorers import ABLATION
from evaluations.statistics.clusters import share
from evaluations.statistics.intervals import Interval
from evaluations.store import RunFolder

DEPENDENCE, SHORTCUT, DECISIVE = "ablation dependence", "ablation unchanged without evidence", "ablation decisive step"
REPLACED = " (replaced)"


@dataclass(frozen=True)
class Share:
    """A proportion with its 95 % interval: over books from ten on, else over whole questions; None without any."""

    flags: tuple[bool, ...]
    cases: tuple[str, ...]
    """The question each is about."""
    books: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Question to its book."""

    @property
    def count(self) -> int:
        return sum(self.flags)

    @property
    def n(self) -> int:
        return len(self.flags)

    @property
    def value(self) -> float | None:
        return self.count / self.n if self.n else None

    @property
    def interval(self) -> Interval | None:
        return share(self.flags, self.cases, [self.books.get(case, case) for case in self.cases])


@dataclass(frozen=True)
class Figures:
    """A run's aggregates."""

    dependence: Share
    """Of the cited quotations and absences, those without which another answer is given."""
    shortcut: Share
    """Of the traces, those whose answer stays with all evidence gone: it was known, or guessed, without the book."""
    refused: int
    """Traces without a cited chain."""
    unusable: int
    """Trials that no answer came of."""


def figures(ablated: Sequence[Ablated], books: Mapping[str, str] | None = None) -> Figures:
    """The aggregates; `books` says of which book a question is."""
    judged = [(bool(trial.changed), one.case) for one in ablated for trial in one.judged]
    bare = [(not one.bare.changed, one.case) for one in ablated if one.bare and one.bare.changed is not None]
    tried = [trial for one in ablated for trial in (*one.trials, *([one.bare] if one.bare else []))]
    return Figures(
        dependence=_share(judged, books),
        shortcut=_share(bare, books),
        refused=sum(bool(one.refused) for one in ablated),
        unusable=sum(trial.changed is None for trial in tried),
    )


def _share(told: Sequence[tuple[bool, str]], books: Mapping[str, str] | None) -> Share:
    return Share(tuple(flag for flag, _ in told), tuple(case for _, case in told), books or {})


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
    depends = fmean(bool(trial.changed) for trial in judged) if judged else None
    why: JsonValue = one.refused or [_why(trial) for trial in one.trials]
    yield _score(one, DEPENDENCE + suffix, depends, read, why)
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
