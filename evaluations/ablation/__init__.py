"""Ablation: does an answer depend on what it cites? Each cited quotation is taken away, and the graph asked again."""

from __future__ import annotations

from evaluations.ablation.again import Ablation
from evaluations.ablation.figures import Figures, figures, keep, scores
from evaluations.ablation.trials import Ablated, Trial

__all__ = ["Ablated", "Ablation", "Figures", "Trial", "figures", "keep", "scores"]
