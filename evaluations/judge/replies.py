"""Replies: what a judge may say, and the strict reading of it. A reply with two verdicts in it has none."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.model.structured import Unreadable
from agent.model.thoughts import apart


class Told(BaseModel):
    """A part of a reply: whole numbers and truth values are taken as such only, words beside the form are ignored."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Point(Told):
    """A reference step that is contained (its number as shown, from 0), and the reader's words relied on."""

    point: int
    span: str


class Contents(Told):
    """Which reference steps the whole reasoning contains."""

    explanation: str
    contained: list[Point]


class Says(Told):
    """Which reference steps one step says."""

    explanation: str
    says: list[int]


class Support(Told):
    """Whether a step is carried by what it cites and rests on, and by which of its paragraphs."""

    explanation: str
    supported: bool
    by_book: bool
    span: str
    needed: list[int]


class Soundness(Told):
    """Whether the reasoning of a right answer is right."""

    explanation: str
    right: bool
    span: str


T = TypeVar("T", bound=BaseModel)
Listed = tuple[int, ...]

_LISTED = re.compile(
    r"^[ \t>*_#-]*Included Reference Steps[*_ \t]*[:：][*_ \t]*\[([^\]\n]*)\][*_ \t.。]*$", re.MULTILINE | re.IGNORECASE
)
_NUMBERS = re.compile(r"\s*(?:\d{1,3}\s*(?:[,，、]\s*\d{1,3}\s*)*)?")
_DECODER = json.JSONDecoder(strict=False)


def one_object(text: str, shape: type[T]) -> T:
    """The one JSON object of a reply, which must be of this shape; Unreadable with the reason otherwise.

    Prose and a code fence may stand around it, no other brace: a verdict that the reply only quotes is never read.
    Nothing is mended. A half-written list of verdicts would pass for a whole one.
    """
    said = apart(text)[1]
    start = said.find("{")
    if start < 0:
        raise Unreadable("there is no JSON object in the reply")
    try:
        value, end = _DECODER.raw_decode(said, start)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"the JSON object cannot be read ({type(error).__name__})") from None
    if "{" in said[end:] or "}" in said[end:] or "}" in said[:start]:
        raise Unreadable("there is more than one JSON object in the reply")
    return _shaped(value, shape)


def _shaped(value: Any, shape: type[T]) -> T:
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise Unreadable(f"{'.'.join(map(str, first['loc'])) or 'the object'}: {first['msg']}"[:160]) from None


def listed(text: str) -> Listed:
    """The indices of `Included Reference Steps: [0, 2]` (DetectiveQA's contract: 0-based, after an explanation).

    Unreadable unless exactly one line of the reply begins so and holds nothing but numbers.
    """
    found = [match[1] for match in _LISTED.finditer(apart(text)[1])]
    if len(found) != 1 or not _NUMBERS.fullmatch(found[0]):
        why = "no line" if not found else "more than one line" if len(found) > 1 else "something else than numbers"
        raise Unreadable(f"{why} of the form Included Reference Steps: [0, 2]")
    return tuple(int(number) for number in re.findall(r"\d+", found[0]))


def within(numbers: Listed | list[int], count: int) -> list[int]:
    """The numbers from 0 below `count`, each once, in order of first mention; the others are dropped."""
    return [n for n in dict.fromkeys(numbers) if 0 <= n < count]
