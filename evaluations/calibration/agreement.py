"""Agreement: a judge's verdicts against people's, and a run's rates corrected by what that shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from evaluations.calibration.rouge import NAMES, rouge
from evaluations.calibration.rows import Key, Of, read_of, verdict
from evaluations.calibration.sheet import Label
from evaluations.metrics.exhibit import Exhibit
from evaluations.statistics import Interval, confusions
from evaluations.statistics.clusters import clustered, share
from evaluations.statistics.intervals import Over
from evaluations.statistics.raters import Confusion, corrected
from evaluations.statistics.sums import Of as Statistic
from evaluations.statistics.sums import value
from evaluations.works import work


@dataclass(frozen=True)
class Figure:
    """A figure with its interval and what that resamples, books or questions; None where it is undefined."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    over: Over | None = None

    @classmethod
    def of(cls, value: float | None, within: Interval | None, n: int) -> Figure:
        """With its interval, where it has one."""
        if value is None or within is None:
            return cls(value, None, None, n)
        return cls(value, within.low, within.high, n, within.over)


@dataclass(frozen=True)
class Calibrated:
    """One scorer against people, over one kind of verdict."""

    scorer: str
    of: Of
    labelled: int
    missing: int
    """Labelled verdicts that the scorer did not give: no yes and no no."""
    accuracy: Figure
    kappa: Figure
    sensitivity: Figure
    specificity: Figure
    r: Figure
    """Pearson's r of the shares of yes, question by question."""
    rouge: Mapping[str, Figure]
    """The same r of ROUGE between reasoning and reference steps, for `contained`."""
    raw: Figure
    """The share of yes among all of the scorer's verdicts in the run."""
    corrected: Figure
    """The same share as people would put it (Rogan and Gladen)."""


Found = Sequence[Exhibit]


@dataclass(frozen=True)
class _Verdict:
    """One verdict of the scorer's, with people's where they gave theirs."""

    question: str
    book: str
    yes: bool
    people: bool | None = None


def calibrated(scorer: str, of: Of, labels: Iterable[Label], exhibits: Found) -> Calibrated:
    """How one scorer's verdicts agree with people's; the exhibits carry its findings on the whole run.

    Verdicts on one question are not independent of each other: the intervals resample whole questions, with all their
    repeats, or whole books where there are ten.
    """
    at = {(one.case.id, one.trace.repeat): one for one in exhibits}
    mine = [label for label in labels if label.key[2] == of and label.key[:2] in at]
    given = [(verdict(at[label.key[:2]].findings, of, label.key[3]), label) for label in mine]
    told = [_verdict(at[label.key[:2]], yes, label.yes) for yes, label in given if yes is not None]
    run = _whole(exhibits, of)
    table = Confusion.of([(one.yes, bool(one.people)) for one in told])
    return Calibrated(
        scorer=scorer,
        of=of,
        labelled=len(mine),
        missing=len(mine) - len(told),
        accuracy=_share([(one.yes == one.people, one) for one in told]),
        kappa=_resampled([confusions.row(one.yes, bool(one.people)) for one in told], confusions.kappas, told),
        sensitivity=_share([(one.yes, one) for one in told if one.people]),
        specificity=_share([(not one.yes, one) for one in told if not one.people]),
        r=_correlated([((float(yes), float(label.yes)), label.key) for yes, label in given if yes is not None], at),
        rouge=_rouge(mine, at) if of == "contained" else {},
        raw=_share([(one.yes, one) for one in run]),
        corrected=_corrected(run, told, table),
    )


def pearson(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's r; None for fewer than two pairs, and where either side does not vary."""
    import numpy as np

    return value(np.array([_moments(x, y) for x, y in pairs]), confusions.correlations) if pairs else None


def _moments(x: float, y: float) -> tuple[float, ...]:
    return 1.0, x, y, x * x, y * y, x * y


def _verdict(exhibit: Exhibit, yes: bool, people: bool | None = None) -> _Verdict:
    return _Verdict(exhibit.case.id, work(exhibit.case), yes, people)


def _share(told: Sequence[tuple[bool, _Verdict]]) -> Figure:
    flags = [flag for flag, _ in told]
    within = share(flags, [one.question for _, one in told], [one.book for _, one in told])
    return Figure.of(sum(flags) / len(flags) if flags else None, within, len(flags))


def _resampled(rows: Sequence[tuple[float, ...]], of: Statistic, told: Sequence[_Verdict]) -> Figure:
    """The statistic of rows, of which each is about the question of its verdict."""
    import numpy as np

    if not rows:
        return Figure(None, None, None, 0)
    table = np.array(rows)
    within = clustered(table, of, [one.question for one in told], [one.book for one in told])
    return Figure.of(value(table, of), within, len(rows))


def _corrected(run: Sequence[_Verdict], told: Sequence[_Verdict], table: Confusion) -> Figure:
    """The run and the labels are resampled together, since the labelled verdicts are the run's own.

    Where every verdict is a question of its own the interval is Lang and Reiczigel's. It also bounds the other where
    the labels show no mistake of one kind: then no draw of them does either, and that doubt would be lost.
    """
    rate = corrected(sum(one.yes for one in run), len(run), table)
    if rate.value is None or rate.low is None or rate.high is None:
        return Figure(None, None, None, rate.n)
    if len({one.question for one in run}) == len(run):
        return Figure(rate.value, rate.low, rate.high, rate.n, "questions")
    rows = [(float(one.yes), 1.0, 0.0, 0.0, 0.0, 0.0) for one in run]
    rows += [(0.0, 0.0, *confusions.row(one.yes, bool(one.people))) for one in told]
    made = replace(_resampled(rows, confusions.true_shares, [*run, *told]), n=rate.n)
    if 0 not in (table.fn, table.fp) or made.low is None or made.high is None:
        return made
    return replace(made, low=min(made.low, rate.low), high=max(made.high, rate.high))


def _correlated(pairs: Iterable[tuple[tuple[float, float], Key]], at: Mapping[tuple[str, int], Exhibit]) -> Figure:
    """Over questions: the share of yes the judge gives, and the share people give, of the labelled verdicts."""
    by_question: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for pair, key in pairs:
        by_question.setdefault(key[:2], []).append(pair)
    shares = {at: tuple(fmean(side) for side in zip(*some, strict=True)) for at, some in by_question.items()}
    return _r([(x, y) for x, y in shares.values()], [at[one] for one in shares])


def _r(pairs: Sequence[tuple[float, float]], exhibits: Sequence[Exhibit]) -> Figure:
    told = [_verdict(one, yes=True) for one in exhibits]
    return _resampled([_moments(x, y) for x, y in pairs], confusions.correlations, told)


def _rouge(labels: Sequence[Label], at: Mapping[tuple[str, int], Exhibit]) -> dict[str, Figure]:
    """Over questions: ROUGE between the reasoning and the labelled reference steps, and people's share of yes."""
    by_question: dict[tuple[str, int], list[Label]] = {}
    for label in labels:
        if 0 < label.key[3] <= len(at[label.key[:2]].case.gold.steps):
            by_question.setdefault(label.key[:2], []).append(label)
    told = []
    for question, some in by_question.items():
        steps = at[question].case.gold.steps
        reference = " ".join(steps[label.key[3] - 1].text for label in some)
        told.append((rouge(read_of(at[question]), reference), fmean(label.yes for label in some)))
    there = [at[question] for question in by_question]
    return {name: _r([(scores[i], people) for scores, people in told], there) for i, name in enumerate(NAMES)}


def _whole(exhibits: Found, of: Of) -> list[_Verdict]:
    """The scorer's verdicts in the run, those that were attempted."""
    given: list[_Verdict] = []
    for one in exhibits:
        count = {"contained": len(one.case.gold.steps), "supported": len(one.findings.supported or ())}.get(of, 0)
        places = range(1, count + 1) if of != "reasoning" else range(1)
        found = (verdict(one.findings, of, at) for at in places if _attempted(one, of, at))
        given += [_verdict(one, yes) for yes in found if yes is not None]
    return given


def _attempted(one: Exhibit, of: Of, at: int) -> bool:
    return of != "contained" or one.trace.researcher.infers or one.case.gold.steps[at - 1].kind != "inferred"
