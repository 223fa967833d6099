"""The table of metric families: each reads one exhibit, a trace beside its case and view, and returns scores."""

from __future__ import annotations

from evaluations.metrics import (
    answers,
    chains,
    citations,
    evidence,
    leads,
    order,
    precision,
    process,
    queries,
    reading,
    reasons,
    soundness,
    steps,
)
from evaluations.metrics.exhibit import Measure

FAMILIES: tuple[Measure, ...] = (
    answers.measure,
    steps.measure,
    precision.measure,
    order.measure,
    evidence.measure,
    citations.measure,
    chains.measure,
    reasons.measure,
    soundness.measure,
    process.measure,
    queries.measure,
    reading.measure,
    leads.measure,
)
JUDGED: tuple[Measure, ...] = (
    steps.measure,
    precision.measure,
    order.measure,
    citations.judged,
    reasons.measure,
    soundness.measure,
)
"""Those that read a judge's findings: what is scored again for another judge."""
