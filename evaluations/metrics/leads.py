"""Which hypothesis led, how often that changed, and since when the one that became the answer did."""

from __future__ import annotations

from itertools import pairwise

from evaluations.case import Score
from evaluations.metrics.exhibit import Exhibit
from graphs.evidence import Hypothesis

SWITCHES, SINCE = "hypothesis switches", "rounds since the answer led"


def measure(exhibit: Exhibit) -> list[Score]:
    """Two figures of the assessments.

    hypothesis switches: how often the hypothesis believed most was another than at the assessment before. rounds
    since the answer led: rounds between the first assessment at which the final answer's hypothesis led and the last
    assessment. Undefined without assessments, and the second where the answer never led.
    """
    assessed = [moment for moment in exhibit.moments if moment.kind == "assessed"]
    led = [moment.leader for moment in assessed if moment.leader]
    if not led:
        return [exhibit.score(name, None, why="no hypothesis was assessed") for name in (SWITCHES, SINCE)]
    switches = exhibit.score(SWITCHES, float(sum(a != b for a, b in pairwise(led))), [*led])
    wanted = _answer(exhibit)
    first = next((moment for moment in assessed if moment.leader in wanted), None)
    if first is None:
        why = "the answer's hypothesis never led" if wanted else "no hypothesis stands for the answer"
        return [switches, exhibit.score(SINCE, None, why=why)]
    return [
        switches,
        exhibit.score(SINCE, float(assessed[-1].round - first.round), f"led first in round {first.round}"),
    ]


def _answer(exhibit: Exhibit) -> set[str]:
    """The hypotheses that stand for the final answer: by their label, or by their text where they have none."""
    value = exhibit.trace.answer.value if exhibit.trace.answer else None
    return {h.id for h in exhibit.state.graph.hypotheses if value is not None and _says(h, value)}


def _says(hypothesis: Hypothesis, value: str) -> bool:
    return (hypothesis.label or hypothesis.text.strip()) == value.strip()
