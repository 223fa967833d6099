"""Agreement: a judge's verdicts against people's, and a run's rates corrected by what that shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluations.calibration.figures import Figure, Verdict, corrected_share, correlation, resampled, share_of
from evaluations.calibration.rouge import NAMES, rouge
from evaluations.calibration.rows import Key, Of, read_of, verdict
from evaluations.calibration.sheet import Label
from evaluations.metrics.exhibit import Exhibit
from evaluations.statistics import confusions
from evaluations.statistics.raters import Confusion


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
    """How one scorer's verdicts agree with people's; the exhibits carry its findings on the whole run.

    Verdicts on one question are not independent of each other: the intervals resample whole questions, with all their
    repeats, or whole books where there are ten.
    """
    at = {(one.case.id, one.trace.repeat): one for one in exhibits}
    mine = [label for label in labels if label.key[2] == of and label.key[:2] in at]
    given = [(verdict(at[label.key[:2]].findings, of, label.key[3]), label) for label in mine]
    told = [Verdict.of(at[label.key[:2]], yes, label.yes) for yes, label in given if yes is not None]
    run = _whole(exhibits, of)
    table = Confusion.of([(one.yes, bool(one.people)) for one in told])
    return Calibrated(
        scorer=scorer,
        of=of,
        labelled=len(mine),
        missing=len(mine) - len(told),
        accuracy=share_of([(one.yes == one.people, one) for one in told]),
        kappa=resampled([confusions.row(one.yes, bool(one.people)) for one in told], confusions.kappas, told),
        sensitivity=share_of([(one.yes, one) for one in told if one.people]),
        specificity=share_of([(not one.yes, one) for one in told if not one.people]),
        r=_correlated([((float(yes), float(label.yes)), label.key) for yes, label in given if yes is not None], at),
        rouge=_rouge(mine, at) if of == "contained" else {},
        raw=share_of([(one.yes, one) for one in run]),
        corrected=corrected_share(run, told, table),
    )


def _correlated(pairs: Iterable[tuple[tuple[float, float], Key]], at: Mapping[tuple[str, int], Exhibit]) -> Figure:
    """Over questions: the share of yes the judge gives, and the share people give, of the labelled verdicts."""
    by_question: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for pair, key in pairs:
        by_question.setdefault(key[:2], []).append(pair)
    shares = {at: tuple(fmean(side) for side in zip(*some, strict=True)) for at, some in by_question.items()}
    return correlation([(x, y) for x, y in shares.values()], [at[one] for one in shares])


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
    return {name: correlation([(scores[i], people) for scores, people in told], there) for i, name in enumerate(NAMES)}


def _whole(exhibits: Found, of: Of) -> list[Verdict]:
    """The scorer's verdicts in the run, those that were attempted."""
    given: list[Verdict] = []
    for one in exhibits:
        count = {"contained": len(one.case.gold.steps), "supported": len(one.findings.supported or ())}.get(of, 0)
        places = range(1, count + 1) if of != "reasoning" else range(1)
        found = (verdict(one.findings, of, at) for at in places if _attempted(one, of, at))
        given += [Verdict.of(one, yes) for yes in found if yes is not None]
    return given


def _attempted(one: Exhibit, of: Of, at: int) -> bool:
    return of != "contained" or one.trace.researcher.infers or one.case.gold.steps[at - 1].kind != "inferred"
