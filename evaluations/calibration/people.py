"""People as a scorer: their verdicts on a run, kept beside the judges'."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from evaluations.calibration.rows import Of, Row, rows
from evaluations.calibration.sheet import Label
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import PEOPLE, Contained, Findings
from evaluations.scorers import Judgement, Scorer

Said = Mapping[tuple[Of, int], bool]


def judgements(labels: Sequence[Label], exhibits: Iterable[Exhibit], person: str = "") -> Iterator[Judgement]:
    """People's verdicts on each trace they spoke of. Of its steps only when all were labelled: a part is no recall."""
    scorer = Scorer(name=f"{PEOPLE}-{person}" if person else PEOPLE)
    by_trace: dict[tuple[str, int], dict[tuple[Of, int], bool]] = {}
    for label in labels:
        by_trace.setdefault(label.key[:2], {})[label.key[2:]] = label.yes
    for exhibit in exhibits:
        trace = exhibit.trace
        if said := by_trace.get((exhibit.case.id, trace.repeat)):
            found = _findings(scorer.name, said, exhibit)
            yield Judgement(
                case=exhibit.case.id, repeat=trace.repeat, scorer=scorer, trace=trace.identity(), findings=found
            )


def _findings(judge: str, said: Said, exhibit: Exhibit) -> Findings:
    whole = said.get(("reasoning", 0))
    contained = _complete(said, rows([exhibit], "contained"))
    supported = _complete(said, rows([exhibit], "supported"))
    return Findings(
        judge=judge,
        contained=None if contained is None else _steps(exhibit, contained),
        supported=None if supported is None else tuple(supported.values()),
        reasoning=None if whole is None else "right" if whole else "wrong",
        why="not all of it was labelled",
    )


def _complete(said: Said, asked: Iterable[Row]) -> dict[int, bool] | None:
    """The verdicts on all of these; None when one is missing, or there are none."""
    wanted = [row.key[2:] for row in asked]
    return {at: said[of, at] for of, at in wanted} if wanted and all(one in said for one in wanted) else None


def _steps(exhibit: Exhibit, verdicts: Mapping[int, bool]) -> tuple[Contained, ...]:
    """One for each reference step; those that were not attempted, and so not asked about, are left out later."""
    return tuple(Contained(found=verdicts.get(at, False)) for at in range(1, len(exhibit.case.gold.steps) + 1))
