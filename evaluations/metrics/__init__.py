"""The table of metric families: each reads one exhibit, a trace beside its case and view, and returns scores."""

from __future__ import annotations

from evaluations.metrics import answers, chains, citations, evidence, process, steps
from evaluations.metrics.exhibit import Measure

FAMILIES: tuple[Measure, ...] = (
    answers.measure,
    steps.measure,
    evidence.measure,
    citations.measure,
    chains.measure,
    process.measure,
)
