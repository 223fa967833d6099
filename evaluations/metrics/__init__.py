"""The table of metric families: each reads one case and its trace, and returns scores."""

from __future__ import annotations

from evaluations.case import Measure
from evaluations.metrics import answers, evidence, process, steps

FAMILIES: tuple[Measure, ...] = (answers.measure, steps.measure, evidence.measure, process.measure)
