"""Tokens and cost, and accuracy against them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce

from agent.trace import Usage
from evaluations.metrics.answers import ACCURACY
from evaluations.page.section import Part as PagePart
from evaluations.page.section import Picture
from evaluations.plots.scatter import Point, scatter
from evaluations.sections.part import Part
from evaluations.table import Cell, Estimate, Grid

HEADER = ("run", "accuracy", "calls", "tokens", "cached apart", "cost", "seconds", "tokens for each right answer")
NOTE = (
    "Means of a research. tokens: uncached input and output. seconds: of model calls. cost in dollars, — where a price "
    "is not known. Nothing is spent without a model; what an imported run spent is told only if its file tells it."
)


def spending(some: Sequence[Part]) -> Iterator[PagePart]:
    """The table, and with two runs or more a picture; nothing where no model was asked."""
    if not any(trace.usage.calls for part in some for trace in part.side.traces):
        return
    yield Grid("Spent, and got", HEADER, tuple(_row(part) for part in some), NOTE)
    told = [part for part in some if _known(part)]
    if len(told) < 2 or not any(_usage(part).tokens for part in told):
        return
    yield _picture(told, "tokens a question", [_usage(p).tokens / len(p.side.traces) for p in told])
    costs = [_usage(part).cost for part in told]
    if all(cost is not None for cost in costs) and any(costs):
        spent = [(cost or 0.0) / len(part.side.traces) for cost, part in zip(costs, told, strict=True)]
        yield _picture(told, "dollars a question", spent)


def _picture(told: Sequence[Part], across: str, spent: Sequence[float]) -> Picture:
    points = [Point(p.label, x, p.estimate(ACCURACY, True)) for p, x in zip(told, spent, strict=True)]
    alt = "; ".join(f"{p.side.name}: {x:,.4g} {across}" for p, x in zip(told, spent, strict=True))
    return Picture(f"Accuracy against {across}, with 95 % intervals.", alt, partial(scatter, points, across))


def _row(part: Part) -> tuple[Cell, ...]:
    accuracy = part.estimate(ACCURACY, True)
    if not _known(part):
        return (part.label, accuracy, *[None] * 6)
    usage, n = _usage(part), len(part.side.traces)
    right = sum(s.value for s in part.side.scores if s.metric == ACCURACY and s.value is not None)
    cost = None if usage.cost is None else f"${usage.cost / n:,.4f}"
    each = Estimate(usage.tokens / right, kind="count") if right else None
    means = [Estimate(total / n, kind="count") for total in (usage.calls, usage.tokens, usage.cached_tokens)]
    return part.label, accuracy, *means, cost, Estimate(usage.seconds / n, kind="count"), each


def _known(part: Part) -> bool:
    """Whether what was spent is told at all."""
    return not any(trace.imported and "tokens" in trace.imported.untold for trace in part.side.traces)


def _usage(part: Part) -> Usage:
    return reduce(Usage.plus, (trace.usage for trace in part.side.traces), Usage())
