"""Agreement: a judge's verdicts against people's, and a run's rates corrected by what that shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluations.calibration.rouge import NAMES, rouge
from evaluations.calibration.rows import Of, read_of, verdict
from evaluations.calibration.sheet import Label
from evaluations.metrics.exhibit import Exhibit
from evaluations.statistics.raters import Confusion, Rate, corrected, kappa, resampled


@dataclass(frozen=True)
class Figure:
    """A figure with its interval; None where it is undefined."""

    value: float | None
    low: float | None
    high: float | None
    n: int


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


def calibrated(scorer: str, of: Of, labels: Iterable[Label], exhibits: Found) -> Calibrated:
    """How one scorer's verdicts agree with people's; the exhibits carry its findings on the whole run."""
    at = {(one.case.id, one.trace.repeat): one for one in exhibits}
    mine = [label for label in labels if label.key[2] == of and label.key[:2] in at]
    pairs = [(verdict(at[label.key[:2]].findings, of, label.key[3]), label) for label in mine]
    told = [(yes, label) for yes, label in pairs if yes is not None]
    both = [(yes, label.yes) for yes, label in told]
    table = Confusion.of(both)
    positives, n = _whole(exhibits, of)
    return Calibrated(
        scorer=scorer,
        of=of,
        labelled=len(mine),
        missing=len(mine) - len(told),
        accuracy=_rate(table.accuracy),
        kappa=_drawn(both, kappa),
        sensitivity=_rate(table.sensitivity),
        specificity=_rate(table.specificity),
        r=_correlated(told),
        rouge=_rouge(mine, at) if of == "contained" else {},
        raw=_rate(Rate.of(positives, n)),
        corrected=_rate(corrected(positives, n, table)),
    )


def pearson(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's r; None for fewer than two pairs, and where either side does not vary."""
    n = len(pairs)
    if n < 2:
        return None
    a, b = sum(x for x, _ in pairs) / n, sum(y for _, y in pairs) / n
    joint = sum((x - a) * (y - b) for x, y in pairs)
    spread = math.sqrt(sum((x - a) ** 2 for x, _ in pairs) * sum((y - b) ** 2 for _, y in pairs))
    return max(-1.0, min(1.0, joint / spread)) if spread > 1e-12 else None


def _correlated(told: Iterable[tuple[bool, Label]]) -> Figure:
    """Over questions: the share of yes the judge gives, and the share people give, of the labelled verdicts."""
    by_question: dict[tuple[str, int], list[tuple[bool, bool]]] = {}
    for yes, label in told:
        by_question.setdefault(label.key[:2], []).append((yes, label.yes))
    shares = [(_share(yes for yes, _ in some), _share(yes for _, yes in some)) for some in by_question.values()]
    return _drawn(shares, pearson)


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
        told.append((rouge(read_of(at[question]), reference), _share(label.yes for label in some)))
    return {name: _drawn([(scores[i], share) for scores, share in told], pearson) for i, name in enumerate(NAMES)}


def _whole(exhibits: Found, of: Of) -> tuple[int, int]:
    """(yes, all) of the scorer's verdicts in the run, those that were attempted."""
    given: list[bool] = []
    for one in exhibits:
        count = {"contained": len(one.case.gold.steps), "supported": len(one.findings.supported or ())}.get(of, 0)
        places = range(1, count + 1) if of != "reasoning" else range(1)
        given += [v for at in places if _attempted(one, of, at) and (v := verdict(one.findings, of, at)) is not None]
    return sum(given), len(given)


def _attempted(one: Exhibit, of: Of, at: int) -> bool:
    return of != "contained" or one.trace.researcher.infers or one.case.gold.steps[at - 1].kind != "inferred"


def _share(votes: Iterable[bool]) -> float:
    given = list(votes)
    return sum(given) / len(given)


def _rate(rate: Rate) -> Figure:
    return Figure(rate.value, rate.low, rate.high, rate.n)


def _drawn(pairs: Sequence[tuple[float, float]], statistic: Callable[[Sequence[Any]], float | None]) -> Figure:
    found = statistic(pairs)
    low, high = (None, None) if found is None else resampled(pairs, statistic) or (None, None)
    return Figure(found, low, high, len(pairs))
