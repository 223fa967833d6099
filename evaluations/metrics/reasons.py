"""Right for the right reasons: wrong chains by their causes, shortcuts, and the joint of answer and chain."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from evaluations.case import Score
from evaluations.metrics import answers, citations, evidence, precision, steps
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.lexical import LEXICAL

THETAS = (0.2, 0.3, 1 / 3, 0.4, 0.5, 0.6)
"""The limits that StepRecall is swept over."""
THETA = 1 / 3
"""The limit that is meant where none is told."""
LEAST_SUPPORTED, NEAR = 0.5, 2

WRONG, SHORTCUT, STRICT, SOFT = "chain wrong", "shortcut", "joint strict", "joint soft"


@dataclass(frozen=True)
class Grounds:
    """What is known of one question: None where it could not be told."""

    right: bool
    recall: float | None
    """StepRecall."""
    supported: float | None
    """StepPrecision_supported."""
    near: float | None
    """Evidence recall@2."""
    cited: float | None = None
    """CiteF1."""

    def causes(self, theta: float) -> dict[str, bool | None]:
        """Whether the chain is wrong by each cause; None for a cause that cannot be told."""
        return {
            f"StepRecall<{at(theta)}": None if self.recall is None else self.recall < theta,
            f"StepPrecision_supported<{LEAST_SUPPORTED}": None
            if self.supported is None
            else self.supported < LEAST_SUPPORTED,
            f"evidence recall@{NEAR}=0": None if self.near is None else self.near == 0,
        }

    def wrong(self, theta: float) -> bool | None:
        """Whether the chain is wrong by any cause that can be told; None when none can."""
        known = [cause for cause in self.causes(theta).values() if cause is not None]
        return any(known) if known else None

    def strict(self, theta: float) -> bool | None:
        """Right, StepRecall ≥ theta and StepPrecision_supported ≥ 0.5; None when one is unknown and none denies it."""
        parts = [
            self.right,
            None if self.recall is None else self.recall >= theta,
            None if self.supported is None else self.supported >= LEAST_SUPPORTED,
        ]
        return False if False in parts else None if None in parts else True

    def soft(self) -> float | None:
        """accuracy × StepRecall × CiteF1; 0 as soon as a factor is, None where another is unknown."""
        factors = [float(self.right), self.recall, self.cited]
        if 0.0 in factors:
            return 0.0
        known = [factor for factor in factors if factor is not None]
        return known[1] * known[2] if len(known) == len(factors) else None


def at(theta: float) -> str:
    """A limit as it stands in a metric's name: 1/3 is 0.33."""
    return f"{theta:.2f}".rstrip("0")


def named(kind: str, judge: str, theta: float | None = None) -> str:
    """The metric's name, such as `shortcut@0.33(lexical)`."""
    return f"{kind}({judge})" if theta is None else f"{kind}@{at(theta)}({judge})"


def measure(exhibit: Exhibit) -> list[Score]:
    """For each theta: is the chain wrong, is the answer a shortcut, are both right (strict)? And the soft joint.

    chain wrong@θ: StepRecall < θ, or StepPrecision_supported < 0.5, or recall@2 = 0 although a gold paragraph lies in
    the view; by the causes that can be told, and undefined when none can. Each cause stands in `why`. shortcut@θ: the
    same, of right answers alone (undefined for wrong ones): its mean is the shortcut rate. joint strict@θ = right and
    StepRecall ≥ θ and StepPrecision_supported ≥ 0.5; joint soft = accuracy × StepRecall × CiteF1. [] for a case
    without gold steps: there is no chain to compare with.
    """
    if not exhibit.case.gold.steps:
        return []
    found, judge = grounds(exhibit), exhibit.findings.judge
    soft = _joint(exhibit, named(SOFT, judge), found.soft())
    return [*(score for theta in THETAS for score in _swept(exhibit, found, judge, theta)), soft]


def _joint(exhibit: Exhibit, name: str, value: float | None) -> Score:
    """Undefined where support was not judged: only a 0 could be told then, and their mean would be one."""
    if exhibit.findings.supported is None:
        return exhibit.score(name, None, why="support not judged")
    return exhibit.score(name, value, why=None if value is not None else "not all is judged")


def grounds(exhibit: Exhibit) -> Grounds:
    """The parts of the joint measures, read from the same exhibit."""
    value = exhibit.trace.answer.value if exhibit.trace.answer else None
    cites = "citations" not in exhibit.untold
    return Grounds(
        right=answers.right(exhibit.case, value)[0],
        recall=None if _unread(exhibit) else steps.recall(exhibit),
        supported=precision.supported(exhibit) if cites else None,
        near=evidence.recall(exhibit, NEAR) if cites else None,
        cited=citations.cite_f1(exhibit) if cites else None,
    )


def _unread(exhibit: Exhibit) -> bool:
    """Whether the judge was told no steps: the lexical one reads nothing else, a model also what was written."""
    return "steps" in exhibit.untold and exhibit.findings.judge == LEXICAL


def _swept(exhibit: Exhibit, found: Grounds, judge: str, theta: float) -> list[Score]:
    wrong, strict = found.wrong(theta), found.strict(theta)
    causes: dict[str, JsonValue] = {**found.causes(theta)}
    unknown = "nothing can be told of the chain"
    shortcut = wrong if found.right else None
    return [
        exhibit.score(named(WRONG, judge, theta), _number(wrong), why=causes if wrong is not None else unknown),
        exhibit.score(
            named(SHORTCUT, judge, theta),
            _number(shortcut),
            why=causes if shortcut is not None else unknown if found.right else "the answer is not right",
        ),
        _joint(exhibit, named(STRICT, judge, theta), _number(strict)),
    ]


def _number(flag: bool | None) -> float | None:
    return None if flag is None else float(flag)
