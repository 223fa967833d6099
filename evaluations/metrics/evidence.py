"""Evidence positions: which gold paragraphs were cited, how exactly, and where the others were lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.fold import fold
from agent.state import State
from agent.trace import Trace
from evaluations.case import Case, Score
from tools.book import Book

TOLERANCES = (0, 1, 2, 5)
STAGES = ("found", "read", "accepted", "cited")
"""The funnel: in any result list, read, quoted in the notebook, cited by the answer."""


def measure(case: Case, trace: Trace, view: Book | None) -> list[Score]:
    """Recall@t, precision@t and F1@t of cited against gold paragraphs, and the funnel.

    Recall and the funnel are undefined when no gold paragraph lies in the view; precision when nothing
    is cited; F1 when recall is, and 0 when nothing is cited.
    """
    gold = case.gold.positions(case.cut)
    cited = sorted(set(trace.answer.citations)) if trace.answer else []
    scores = [score for t in TOLERANCES for score in _at(case, trace, cited, gold, t)]
    seen = funnel(fold(trace.events), cited)
    for stage in STAGES:
        value = len(seen[stage] & set(gold)) / len(gold) if gold else None
        read = sorted(seen[stage] & set(gold))
        why = f"{len(read)} of {len(gold)} gold paragraphs" if gold else "no gold paragraph in the view"
        scores.append(_score(case, trace, f"{stage}", value, list(read), why))
    return scores


def matched(predicted: Iterable[int], gold: Iterable[int], tolerance: int) -> int:
    """The size of a largest one-to-one matching of paragraphs at most `tolerance` apart.

    On a line with one tolerance for all, taking the first that fits from the left is optimal.
    """
    left, right = sorted(set(predicted)), sorted(set(gold))
    size = i = j = 0
    while i < len(left) and j < len(right):
        if abs(left[i] - right[j]) <= tolerance:
            size, i, j = size + 1, i + 1, j + 1
        elif left[i] < right[j]:
            i += 1
        else:
            j += 1
    return size


def funnel(state: State, cited: Iterable[int]) -> dict[str, set[int]]:
    """Paragraphs by the stage they reached."""
    return {
        "found": {hit.paragraph for query in state.queries for hit in query.hits or ()},
        "read": set(state.read),
        "accepted": {e.paragraph for e in state.graph.evidence},
        "cited": set(cited),
    }


def _at(case: Case, trace: Trace, cited: Sequence[int], gold: Sequence[int], tolerance: int) -> list[Score]:
    size = matched(cited, gold, tolerance)
    recall = size / len(gold) if gold else None
    precision = size / len(cited) if cited and gold else None
    f1 = None if recall is None else 2 * size / (len(cited) + len(gold))
    why = f"{size} matched of {len(cited)} cited and {len(gold)} gold"
    named = {"recall": recall, "precision": precision, "F1": f1}
    return [_score(case, trace, f"evidence {n}@{tolerance}", v, list(cited), why) for n, v in named.items()]


def _score(case: Case, trace: Trace, name: str, value: float | None, read: list[int], why: str) -> Score:
    return Score(case=case.id, repeat=trace.repeat, metric=name, value=value, read=[*read], why=why)
