"""A judge behind the peer: it finds a reference step where the reader uses one of its longer words, and says so."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.peer.answers import Answer, Request, says

_BLOCK = re.compile(r"^===== (?:READER|BOOK) (\w+)\n(.*?)^===== END \1$", re.M | re.S)
_POINT = re.compile(r"^(\d+)\. (.*)$", re.M)
_WORD = re.compile(r"[A-Za-z’']{6,}|[\u4e00-\u9fff]{3}")
USAGE = {"prompt_tokens": 200, "completion_tokens": 20, "total_tokens": 220}


def judge(request: Request) -> Answer:
    """A reply in the form that the request's schema names, or in the papers' form where none is named."""
    prompt = request.body["messages"][-1]["content"]
    named = request.body.get("response_format", {}).get("json_schema", {}).get("name")
    if named is None:
        shown = ", ".join(str(number) for number, _ in _found(prompt))
        return says(f"Some are there.\nIncluded Reference Steps: [{shown}]", usage=USAGE)
    return says(json.dumps(_REPLIES[named](prompt), ensure_ascii=False), usage=USAGE)


def _blocks(prompt: str) -> list[str]:
    return [text for _, text in _BLOCK.findall(prompt)]


def _found(prompt: str) -> list[tuple[int, str]]:
    """(point, the reader's words) of each point one of whose longer words the reader uses too."""
    text, before = _blocks(prompt)[-1], prompt.split("\n===== READER ")[0]
    points = _POINT.findall(before[max(before.rfind("numbered from 0"), before.rfind("从 0 开始")) :])
    met = [(int(n), next((w for w in _WORD.findall(point) if w in text), "")) for n, point in points]
    return [(n, _around(word, text)) for n, word in met if word]


def _around(word: str, text: str) -> str:
    at = text.index(word)
    start, end = text.rfind(" ", 0, max(0, at - 1)) + 1, text.find(" ", at + len(word))
    line = text[start : end if end > 0 else None].splitlines()
    return next((part for part in line if word in part), word)


def _support(prompt: str) -> dict[str, Any]:
    first = _blocks(prompt)[0].splitlines()[0].split("] ", 1)[-1]
    number = re.search(r"===== BOOK \w+\n\[(\d+)\]", prompt)
    told = {"explanation": "", "supported": True, "by_book": bool(number), "span": " ".join(first.split()[:8])}
    return {**told, "needed": [int(number[1])] if number else []}


def _sound(prompt: str) -> dict[str, Any]:
    first = _blocks(prompt)[-1].splitlines()[0].split("] ", 1)[-1]
    return {"explanation": "", "right": True, "span": " ".join(first.split()[:8])}


_REPLIES = {
    "Contents": lambda prompt: {
        "explanation": "", "contained": [{"point": n, "span": span} for n, span in _found(prompt)],
    },
    "Says": lambda prompt: {"explanation": "", "says": [n for n, _ in _found(prompt)]},
    "Support": _support,
    "Soundness": _sound,
}  # fmt: skip
