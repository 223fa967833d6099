"""StepRecall with the lexical judge: which reference steps the answer's steps contain, by their words.

DetectiveQA's step score (reference steps found / reference steps), judged here without a model and
labelled so: never comparable with a model judge's column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.question import Step
from agent.trace import Trace
from evaluations.case import Case, ReferenceStep, Score
from tools.book import Book, language_of
from tools.keyword import KeywordIndex
from tools.terms import keys

ALONE = 0.6
"""Containment (idf-weighted share of the reference's words, to four places) that is enough by itself."""
NEARBY, WITHIN = 0.3, 1
"""Containment that is enough when a paragraph cited by the step lies within 1 of the reference's."""
MOST_STEPS, MOST_WORDS, MOST_HAN = 20, 60, 120
"""What is read of an answer, so that length buys nothing."""

ALL, EXPLICIT, INFERRED = "StepRecall(lexical)", "StepRecall(lexical, explicit)", "StepRecall(lexical, inferred)"


@dataclass(frozen=True)
class Verdict:
    """Whether a reference step was found, in which step (1-based, 0 for none), with what containment."""

    found: bool
    step: int
    containment: float


def measure(case: Case, trace: Trace, view: Book | None) -> list[Score]:
    """StepRecall over all reference steps, over the explicit ones, and over the inferred ones.

    Undefined without reference steps or without the book (its word counts weigh the words). Inferred
    steps of a researcher that draws no inferences are `not attempted`: left out, not 0.
    """
    if view is None:
        return [_score(case, trace, name, None, "book not found") for name in (ALL, EXPLICIT, INFERRED)]
    steps = trace.answer.steps if trace.answer else ()
    verdicts = judge(case.gold.steps, steps, KeywordIndex((p.number, p.text) for p in view.paragraphs))
    attempted = [
        (g, v)
        for g, v in zip(case.gold.steps, verdicts, strict=True)
        if trace.researcher.infers or g.kind != "inferred"
    ]
    inferred_why = "no inferred steps" if trace.researcher.infers else "not attempted"
    return [
        _share(case, trace, ALL, attempted, "no reference steps"),
        _share(case, trace, EXPLICIT, [a for a in attempted if a[0].kind == "explicit"], "no explicit steps"),
        _share(case, trace, INFERRED, [a for a in attempted if a[0].kind == "inferred"], inferred_why),
    ]


def judge(references: Sequence[ReferenceStep], steps: Sequence[Step], index: KeywordIndex) -> list[Verdict]:
    """One verdict for each reference step; `index` gives the idf of words over the view's paragraphs."""
    read = [(set(keys(_capped(step.text))), step.paragraphs) for step in steps[:MOST_STEPS]]
    return [_verdict(reference, read, index) for reference in references]


def _verdict(reference: ReferenceStep, read: list[tuple[set[str], tuple[int, ...]]], index: KeywordIndex) -> Verdict:
    wanted = keys(reference.text)
    whole = sum(index.idf(key) for key in wanted)
    best = Verdict(False, 0, 0.0)
    for number, (there, cited) in enumerate(read, 1):
        # rounded, since three of five equal weights may add up to a hair less than 0.6
        share = round(sum(index.idf(key) for key in wanted if key in there) / whole, 4) if whole else 0.0
        near = reference.position is not None and any(abs(p - reference.position) <= WITHIN for p in cited)
        found = share >= ALONE or (near and share >= NEARBY)
        best = max(best, Verdict(found, number, share), key=lambda v: (v.found, v.containment))
    return best if best.found else Verdict(False, 0, best.containment)


def _capped(text: str) -> str:
    """The first 60 words of a step, and of Chinese text the first 120 characters."""
    read = " ".join(text.split()[:MOST_WORDS])
    return read[:MOST_HAN] if language_of(read) == "zh" else read


def _share(case: Case, trace: Trace, name: str, judged: list[tuple[ReferenceStep, Verdict]], empty: str) -> Score:
    if not judged:
        return _score(case, trace, name, None, empty)
    found = sum(v.found for _, v in judged)
    why = [{"reference": g.text, "step": v.step, "containment": v.containment} for g, v in judged]
    score = _score(case, trace, name, found / len(judged), "")
    return score.model_copy(update={"read": f"{found} of {len(judged)}", "why": why})


def _score(case: Case, trace: Trace, name: str, value: float | None, why: str) -> Score:
    return Score(case=case.id, repeat=trace.repeat, metric=name, value=value, why=why)
