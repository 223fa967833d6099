"""What an imported trace does not tell: the scores that need it are undefined, never 0."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import lru_cache

from agent.trace import Part, Trace
from evaluations.case import Score

_SHAPE = ("ChainValidity*", "dangling premises", "unsupported nodes", "orphans", "depth", "width")

NEEDS: dict[Part, tuple[str, ...]] = {
    "steps": (*_SHAPE, "StepRecall(lexical*", "StepMatch*", "StepPrecision*", "FirstError*", "CiteRecall*", "kendall*"),
    "links": _SHAPE,
    "quotes": ("ChainValidity*", "QuoteValid*"),
    "citations": (
        "ChainValidity*",
        "QuoteValid*",
        "ReadBeforeCite*",
        "Cite*",
        "StepPrecision_supported*",
        "FirstError*",
        "evidence *",
        "cited",
    ),
    "sub-answers": ("sub[0-9]*", "PrefixAcc@*", "ChainAcc"),
    "queries": ("queries*", "query *", "zero-hit*"),
    "hits": ("found", "zero-hit*"),
    "reads": (
        "read",
        "paragraphs read",
        "share read",
        "ReadBeforeCite*",
        "revisit*",
        "coverage",
        "entropy*",
        "mean jump",
        "* to first gold",
        "gold-read area@*",
    ),
    "notes": ("accepted", "query terms met"),
    "calls": ("model calls",),
    "tokens": ("tokens", "tokens to first gold"),
}
"""The metrics that need each part, as patterns of their names. A judge's StepRecall may read the reasoning alone."""

GUARDED = ("refused rate", "rounds", "fallbacks", "hypothesis switches", "rounds since the answer led")
"""What only research in rounds with a guarded notebook has."""


def settled(score: Score, trace: Trace) -> Score:
    """`score`, or the same undefined and with the reason when the trace's source does not tell what it needs."""
    if trace.imported is None or score.value is None:
        return score
    if score.metric in GUARDED:
        return score._replace(value=None, why="it was imported: no notebook guarded it")
    lacking = [part for part in needed(score.metric) if part in trace.imported.untold]
    if not lacking:
        return score
    return score._replace(value=None, why=f"the imported file does not tell: {', '.join(lacking)}")


@lru_cache(maxsize=1024)
def needed(metric: str) -> tuple[Part, ...]:
    """The parts without which a metric cannot be computed."""
    return tuple(part for part, names in NEEDS.items() if any(fnmatchcase(metric, name) for name in names))
