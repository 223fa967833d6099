"""The answer part of an object: the same fields in a file of answers and in the `answer` event of a log."""

from __future__ import annotations

from typing import Any

from evaluations.imports.account import Citation, Reply, StepTold
from evaluations.imports.fields import Fields

ANSWER, REASONING = 100_000, 1_000_000
"""Characters."""
FIELDS = ("answer", "reasoning", "steps", "citations", "rests_on", "sub_answers", "confidence")
_STEP = ("text", "paragraphs", "citations", "quote", "rests_on")
_CITATION = ("paragraph", "paragraphs", "quote")


def reply_in(fields: Fields, answer: str = "answer") -> Reply:
    """The reply whose answer stands in the field called `answer`; null there abstains, absence is a fault."""
    if not fields.given(answer):
        fields.fault(f"it has no {answer} (null for an abstention)")
    return Reply(
        line=fields.line,
        answer=fields.word(answer, ANSWER),
        reasoning=fields.word("reasoning", REASONING),
        steps=_steps(fields),
        citations=_citations(fields),
        rests_on=links(fields),
        sub_answers=fields.texts("sub_answers"),
        confidence=fields.number("confidence", 1),
    )


def citation_in(fields: Fields, *names: str) -> Citation | None:
    """The place that these paragraph fields and `quote` name; None when there are none of them."""
    paragraphs, quote = fields.paragraphs(*names), fields.text("quote")
    return None if paragraphs is None and quote is None else Citation(paragraphs or (), quote or "")


def links(fields: Fields) -> tuple[int, ...] | None:
    """The field rests_on: numbers from 1, which need not exist (that is judged, not refused)."""
    found = []
    for value in fields.entries("rests_on") or ():
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 10**6:
            fields.fault("rests_on must be numbers of steps, the first of which is 1")
            return None
        found.append(value)
    return tuple(dict.fromkeys(found)) if fields.has("rests_on") else None


def _steps(fields: Fields) -> tuple[StepTold, ...] | None:
    told = fields.entries("steps")
    if told is None:
        return None
    found = [_step(fields, value, f"step {number}") for number, value in enumerate(told, 1)]
    return tuple(step for step in found if step)


def _step(fields: Fields, value: Any, place: str) -> StepTold | None:
    if not isinstance(value, str | dict):
        fields.fault(f"{place}: it must be a text, or an object with a text")
        return None
    inside = fields.inside(value if isinstance(value, dict) else {"text": value}, place)
    inside.only(_STEP)
    cites = citation_in(inside, "paragraphs", "citations")
    if not inside.has("text") and not (cites and cites.quote):
        inside.fault("it has no text")
    text = inside.text("text") or (cites.quote if cites else "")
    return StepTold(text, cites, links(inside))


def _citations(fields: Fields) -> tuple[Citation, ...] | None:
    """Numbers (as for paragraphs) or objects with paragraph and quote, mixed as they come."""
    value = fields.raw("citations")
    if value is None:
        return None
    if not isinstance(value, list):
        numbers = fields.paragraphs("citations")
        return (Citation(numbers),) if numbers else None
    found = [
        _citation(fields, one, f"citation {number}") for number, one in enumerate(fields.entries("citations") or (), 1)
    ]
    return tuple(one for one in found if one)


def _citation(fields: Fields, value: Any, place: str) -> Citation | None:
    if not isinstance(value, dict):
        return citation_in(fields.inside({"paragraphs": value}, place), "paragraphs")
    inside = fields.inside(value, place)
    inside.only(_CITATION)
    found = citation_in(inside, "paragraph", "paragraphs")
    if found is None:
        inside.fault("it names neither a paragraph nor a quote")
    return found
