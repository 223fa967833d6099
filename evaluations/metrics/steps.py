"""StepRecall: the share of the reference steps that stand in the reasoning, as a judge finds them.

DetectiveQA's step score (reference steps found / reference steps; Xu et al. 2024). The judge's name stands in the
metric's: `lexical` is the judge by words, without a model.
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import JsonValue

from evaluations.case import ReferenceStep, Score
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Contained
from evaluations.metrics.lexical import LEXICAL

_Judged = list[tuple[ReferenceStep, Contained]]


def named(judge: str, part: str = "") -> str:
    """The metric's name: StepRecall(judge), or of one part of the steps, `explicit` or `inferred`."""
    return f"StepRecall({judge}, {part})" if part else f"StepRecall({judge})"


def judge_of(scores: Iterable[Score]) -> str:
    """Whose StepRecall these scores hold; the lexical judge's where they hold none."""
    judges = (s.metric[len("StepRecall(") : -1] for s in scores if s.metric.startswith("StepRecall("))
    return next((judge for judge in judges if "," not in judge), LEXICAL)


ALL, EXPLICIT, INFERRED = named(LEXICAL), named(LEXICAL, "explicit"), named(LEXICAL, "inferred")


def measure(exhibit: Exhibit) -> list[Score]:
    """StepRecall over all reference steps, over the explicit ones, and over the inferred ones.

    Undefined without reference steps or without the judge's findings (the lexical judge needs the book). Inferred
    steps of a researcher that draws no inferences are `not attempted`: left out, not 0.
    """
    judge, contained = exhibit.findings.judge, exhibit.findings.contained
    names = (named(judge), named(judge, "explicit"), named(judge, "inferred"))
    if contained is None:
        return [exhibit.score(name, None, why=exhibit.findings.why) for name in names]
    attempted = _attempted(exhibit)
    parts = (
        (attempted, "no reference steps"),
        ([one for one in attempted if one[0].kind == "explicit"], "no explicit steps"),
        (
            [one for one in attempted if one[0].kind == "inferred"],
            "no inferred steps" if exhibit.trace.researcher.infers else "not attempted",
        ),
    )
    return [_share(exhibit, name, *part) for name, part in zip(names, parts, strict=True)]


def recall(exhibit: Exhibit) -> float | None:
    """StepRecall alone, over all reference steps that were attempted; None where it is undefined."""
    found = [verdict.found for _, verdict in _attempted(exhibit)]
    return sum(found) / len(found) if found else None


def _attempted(exhibit: Exhibit) -> _Judged:
    """The reference steps with their verdicts; not the inferred ones of a researcher that draws no inferences."""
    if (contained := exhibit.findings.contained) is None:
        return []
    judged = zip(exhibit.case.gold.steps, contained, strict=True)
    return [(g, v) for g, v in judged if exhibit.trace.researcher.infers or g.kind != "inferred"]


def _share(exhibit: Exhibit, name: str, judged: _Judged, empty: str) -> Score:
    if not judged:
        return exhibit.score(name, None, why=empty)
    found = sum(v.found for _, v in judged)
    why: list[JsonValue] = [{"reference": g.text, "step": v.step, **_grounds(v)} for g, v in judged]
    return exhibit.score(name, found / len(judged), f"{found} of {len(judged)}", why)


def _grounds(verdict: Contained) -> dict[str, JsonValue]:
    """What the judge relied on: the lexical one its share of words, a model the span, if it was asked for one."""
    if verdict.containment is not None:
        return {"containment": verdict.containment}
    return {"span": verdict.span} | ({"found": True} if verdict.found and not verdict.step else {})
