"""Joint scores of a final answer and its sub-answers, as products and in CofCA's logarithmic form."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from statistics import fmean
from typing import Literal

BASES = {"e": math.e, "2": 2.0, "10": 10.0}
Level = Literal["dataset", "question"]


@dataclass(frozen=True)
class Parts:
    """EM, token precision and token recall of one answer, or of one position on average."""

    em: float
    precision: float
    recall: float


@dataclass(frozen=True)
class Joint:
    """EM and F1 of the whole chain as products: 0 to 1, higher is better."""

    em: float
    f1: float

    def logarithmic(self, base: float = math.e) -> Joint:
        """−log of both, as in the paper: 0 or more, lower is better, inf where the product is 0."""
        return Joint(_minus_log(self.em, base), _minus_log(self.f1, base))


def joint(questions: Sequence[Sequence[Parts]], level: Level = "dataset") -> Joint:
    """Joint EM and F1 of questions, each given as the Parts of its sub-answers and of its final answer.

    P = P_final · ΠP_sub, R likewise, F1 = 2PR/(P+R), EM = EM_final · ΠEM_sub. At level `dataset` the factors are
    averages over the questions by position, as CofCA has it; at level `question` the products are made for each
    question and then averaged, as HotpotQA has it. ValueError without a question, or with differing numbers of parts.
    """
    if len({len(parts) for parts in questions}) != 1:
        raise ValueError("joint scores need questions with one number of sub-questions")
    if level == "dataset":
        return _product([_average(at) for at in zip(*questions, strict=True)])
    products = [_product(parts) for parts in questions]
    return Joint(fmean(one.em for one in products), fmean(one.f1 for one in products))


def _average(parts: Sequence[Parts]) -> Parts:
    return Parts(fmean(p.em for p in parts), fmean(p.precision for p in parts), fmean(p.recall for p in parts))


def _product(parts: Sequence[Parts]) -> Joint:
    precision, recall = prod(p.precision for p in parts), prod(p.recall for p in parts)
    f1 = 2 * precision * recall / (precision + recall) if precision and recall else 0.0
    return Joint(prod(p.em for p in parts), f1)


def _minus_log(value: float, base: float) -> float:
    return abs(math.log(value, base)) if value else math.inf  # abs, since log 1 gives -0.0 here
