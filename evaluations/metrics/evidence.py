"""Evidence positions: which gold paragraphs were cited, how exactly, and where the others were lost."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import JsonValue

from agent.state import State
from evaluations.case import Score
from evaluations.metrics.exhibit import NO_GOLD, Exhibit
from graphs.align import aligned

TOLERANCES = (0, 1, 2, 5)
STAGES = ("found", "read", "accepted", "cited")
"""The funnel: in any result list, read, quoted in the notebook, cited by the answer."""


def measure(exhibit: Exhibit) -> list[Score]:
    """Recall@t, precision@t and F1@t of cited against gold paragraphs, and the funnel.

    M_t = the size of a largest one-to-one matching of cited and gold paragraphs at most t apart; recall = M_t / gold,
    precision = M_t / cited, F1 = 2 M_t / (cited + gold). A funnel's stage is the share of gold paragraphs that
    reached it. Recall and the funnel are undefined when no gold paragraph lies in the view; precision when nothing is
    cited; F1 when recall is, and 0 when nothing is cited; found for a control that does not search.
    """
    scores = [score for t in TOLERANCES for score in _at(exhibit, t)]
    seen = funnel(exhibit.state, exhibit.cited)
    return scores + [_stage(exhibit, stage, seen[stage]) for stage in STAGES]


def named(figure: str, tolerance: int) -> str:
    """The metric's name, such as `evidence F1@1`."""
    return f"evidence {figure}@{tolerance}"


def recall(exhibit: Exhibit, tolerance: int) -> float | None:
    """Recall@t alone; None when no gold paragraph lies in the view."""
    return matched(exhibit.cited, exhibit.gold, tolerance) / len(exhibit.gold) if exhibit.gold else None


def matched(predicted: Iterable[int], gold: Iterable[int], tolerance: int) -> int:
    """The size of a largest one-to-one matching of paragraphs at most `tolerance` apart."""
    return len(aligned(predicted, gold, tolerance))


def funnel(state: State, cited: Iterable[int]) -> dict[str, set[int]]:
    """Paragraphs by the stage they reached."""
    return {
        "found": {hit.paragraph for query in state.queries for hit in query.hits or ()},
        "read": set(state.read),
        "accepted": {e.paragraph for e in state.graph.evidence},
        "cited": set(cited),
    }


def _stage(exhibit: Exhibit, stage: str, reached: set[int]) -> Score:
    """One stage of the funnel; nothing is found, or missed, by a control that is given its text and never searches."""
    gold = exhibit.gold
    if stage == "found" and exhibit.trace.researcher.kind == "control" and not exhibit.state.queries:
        return exhibit.score(stage, None, why="a control that does not search")
    read = sorted(reached & set(gold))
    why = f"{len(read)} of {len(gold)} gold paragraphs" if gold else NO_GOLD
    return exhibit.score(stage, len(read) / len(gold) if gold else None, [*read], why)


def _at(exhibit: Exhibit, tolerance: int) -> list[Score]:
    cited, gold = exhibit.cited, exhibit.gold
    read: list[JsonValue] = [*cited]
    size = matched(cited, gold, tolerance)
    values = {
        "recall": size / len(gold) if gold else None,
        "precision": size / len(cited) if cited and gold else None,
        "F1": 2 * size / (len(cited) + len(gold)) if gold else None,
    }
    why = f"{size} matched of {len(cited)} cited and {len(gold)} gold" if gold else NO_GOLD
    return [
        exhibit.score(named(name, tolerance), value, read, why if value is not None or not gold else "nothing is cited")
        for name, value in values.items()
    ]
