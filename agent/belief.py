"""Belief: how far the evidence speaks for each hypothesis. One formula, its constants here and nowhere else.

support(h) = sum over scenes of (strongest + FURTHER * the other paragraphs), where a paragraph counts
stance(h) * relevance of its strongest evidence; belief = softmax(support / TEMPERATURE).
Refuting evidence weighs as much as supporting evidence.
"""

from __future__ import annotations

import math

from graphs.evidence import Absence, Evidence, EvidenceGraph

SCENE = 20
"""Paragraphs that count as one scene."""
FURTHER = 0.5
"""What evidence beyond a scene's strongest counts."""
TEMPERATURE = 0.5
MARGIN = 0.2
"""The lead of the first hypothesis over the second from which it may be verified."""


def beliefs(graph: EvidenceGraph) -> dict[str, float]:
    """Belief by hypothesis id, summing to 1 over those not retired; {} when there are none."""
    supports = {h.id: support(graph, h.id) for h in graph.hypotheses if not h.retired}
    most = max(supports.values(), default=0.0)
    weights = {h: math.exp((s - most) / TEMPERATURE) for h, s in supports.items()}
    total = sum(weights.values())
    return {h: round(weight / total, 6) for h, weight in weights.items()}


def support(graph: EvidenceGraph, hypothesis: str) -> float:
    """The summed weight of evidence and absences for (above 0) or against (below 0) a hypothesis."""
    by_paragraph: dict[int, float] = {}
    for node in graph.evidence:
        weight = _weight(node, hypothesis)
        if abs(weight) > abs(by_paragraph.get(node.paragraph, 0.0)):
            by_paragraph[node.paragraph] = weight
    absent = sum(_weight(node, hypothesis) for node in graph.absences)
    return absent + sum(_scene(weights) for weights in _scenes(by_paragraph))


def margin(believed: dict[str, float]) -> float:
    """First belief minus second: 0 without hypotheses, the whole belief when there is only one."""
    ranked = sorted(believed.values(), reverse=True)
    return round(ranked[0] - (ranked[1] if len(ranked) > 1 else 0.0), 6) if ranked else 0.0


def _weight(node: Evidence | Absence, hypothesis: str) -> float:
    return node.stance.get(hypothesis, 0.0) * node.relevance


def _scenes(by_paragraph: dict[int, float]) -> list[list[float]]:
    """Weights grouped by scene: a new scene begins SCENE paragraphs after the first of the last one."""
    scenes: list[list[float]] = []
    start = -SCENE
    for paragraph in sorted(by_paragraph):
        if paragraph - start >= SCENE:
            scenes.append([])
            start = paragraph
        scenes[-1].append(by_paragraph[paragraph])
    return scenes


def _scene(weights: list[float]) -> float:
    strongest = max(weights, key=abs, default=0.0)
    return strongest + FURTHER * (sum(weights) - strongest)
