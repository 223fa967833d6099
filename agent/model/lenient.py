"""Finding the JSON objects in a model's text: strictly first, else mended, never adding what was not written."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any

from agent.model.mending import Broken, mended

ATTEMPTS = 1000
"""Brackets that may lead nowhere before the search ends; with `_budget` it keeps the time linear in the text."""

_OPENER = re.compile(r"[{\[]")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


@dataclass(frozen=True)
class Found:
    """The outermost objects in the order of the text, and why there is none where there is none."""

    objects: tuple[dict[str, Any], ...]
    missing: str


def objects(text: str) -> Found:
    """Every outermost JSON object in `text`; objects inside a list or another object are parts of it."""
    text = _without_fence(text)
    found: list[dict[str, Any]] = []
    missing, spent, failed, at = "there is no JSON object in the reply", 0, 0, 0
    while (opener := _OPENER.search(text, at)) and failed < ATTEMPTS and spent <= _budget(text):
        start = opener.start()
        try:
            value, at = _value(text, start)
        except Broken as broken:
            failed, spent = failed + 1, spent + broken.reached - start
            at = max(start + 1, broken.at if broken.begun else 0)
            missing = _near(text, broken.at) if text[start] == "{" else missing
            continue
        if isinstance(value, dict):
            found.append(value)
        elif any(isinstance(element, dict) for element in value):
            missing = "a list came where one JSON object is wanted"
    return Found(tuple(found), missing)


def _budget(text: str) -> int:
    return 4 * len(text) + 10_000


def _without_fence(text: str) -> str:
    """A closing fence shows that what stands before it is complete."""
    bare = text.rstrip()
    return bare[:-3].rstrip() + "\n" if bare.endswith("```") else text


def _near(text: str, at: int) -> str:
    return f"the JSON object cannot be read near {' '.join(text[max(0, at - 20) : at + 20].split())!r}"


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _no_constant(name: str) -> float:
    raise ValueError(name)


# strict=False takes bare line breaks in strings; NaN and infinities are no JSON and could not be stored.
_DECODER = json.JSONDecoder(strict=False, parse_float=_finite, parse_constant=_no_constant)


def _value(text: str, start: int) -> tuple[Any, int]:
    """(value, its end) of the object or list that opens at `start`; Broken when it cannot be read."""
    reached = start
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        reached = error.pos
    except (ValueError, RecursionError):
        pass
    else:
        return _storable(value, text[start:end]), end
    value, end = mended(text, start, reached)
    return _storable(value, text[start:end]), end


def _storable(value: Any, source: str) -> Any:
    """`value` with lone surrogates replaced: no file could hold them."""
    if not _SURROGATE.search(source):
        return value
    raw = json.dumps(value, ensure_ascii=False)
    return json.loads(raw.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
