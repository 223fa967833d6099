"""A dull but obedient model for the peer: it reads each prompt and replies in form, by what the prompt shows alone."""

from __future__ import annotations

import json
import random
import re
import threading
from collections.abc import Callable
from typing import Any

from tests.peer.answers import Answer, Request, error, reset, says

_BOOK = re.compile(r"===== BOOK\n(\[.*?)\n===== END", re.S)
_PARAGRAPH = re.compile(r"^\[(\d+)\] (.*)$", re.M)
_LATIN, _HAN = re.compile(r"^(?:\S+\s+){4,11}\S+"), re.compile(r"[^“”]{8,30}")


def detective(request: Request) -> Answer:
    """A reply in the form that the request's schema names; always for the first option, or `consistent`."""
    schema = request.body["response_format"]["json_schema"]
    known = _REPLIES.get(schema["name"])
    told = known(request.body["messages"][-1]["content"]) if known else _empty(schema["schema"])
    return says(json.dumps(told, ensure_ascii=False), usage={"prompt_tokens": 100, "completion_tokens": 10})


def faltering(share: float, seed: int = 1) -> Callable[[Request], Answer]:
    """The detective behind a bad line: this share of requests meets an error that may pass, at random."""
    chance, lock = random.Random(seed), threading.Lock()

    def script(request: Request) -> Answer:
        with lock:
            failing, which = chance.random() < share, chance.randrange(4)
        if not failing:
            return detective(request)
        return (error(500, "oops"), error(503, "busy"), error(429, "slow down", headers={"Retry-After": "0"}), reset())[
            which
        ]

    return script


def _empty(schema: dict[str, Any]) -> Any:
    """The emptiest value of a schema, for shapes that it has no reply to: it finds nothing and grants nothing."""
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        return {name: _empty(part) for name, part in schema["properties"].items()}
    return {"array": [], "string": "", "boolean": False, "integer": 0, "number": 0}.get(str(schema.get("type")))


def _understood(prompt: str) -> dict[str, Any]:
    return {"negated": False, "names": [], "claims": ["Somebody did it."], "hypotheses": []}


def _searches(prompt: str) -> dict[str, Any]:
    asked = re.sub(r"\s+", " ", prompt.split("TASK")[0].split("任务")[0])
    turn = int((re.search(r"(?:round |第 )(\d+)", prompt) or ["", "1"])[1])
    text = asked[40 * turn : 40 * turn + 80]
    return {"plan": "", "queries": [{"kind": "keyword", "text": text, "intent": "refute", "hypothesis": "H1"}]}


def _quotes(prompt: str) -> list[dict[str, Any]]:
    book = _BOOK.search(prompt)
    found = []
    for number, text in _PARAGRAPH.findall(book[1]) if book else ():
        words = _LATIN.match(text) if text.isascii() or " " in text else _HAN.search(text)
        if words:
            found.append({"paragraph": int(number), "quote": words[0], "note": "", "relevance": 1})
    return found[:3]


def _findings(prompt: str) -> dict[str, Any]:
    quotes = _quotes(prompt)
    rival = "H1" if "H1" in prompt else ""
    bears = [{"hypothesis": rival, "stance": 1}] if rival else []
    return {"quotes": [{**quote, "bears": bears} for quote in quotes], "absences": []}


def _links(prompt: str) -> dict[str, Any]:
    notes = sorted(set(re.findall(r"^(E\d+) \[", prompt, re.M)))[:2]
    said = {
        "text": f"So it follows from {' and '.join(notes)}.",
        "parents": notes,
        "hypothesis": "",
        "incompatible": False,
    }
    return {"inferences": [said] if notes else [], "merges": [], "hypotheses": [], "given_up": []}


def _verdict(prompt: str) -> dict[str, Any]:
    notes = sorted(set(re.findall(r"^(E\d+) \[", prompt, re.M)))[:2]
    form = re.search(r'"answer": ("[^"]*")', prompt)
    answer = json.loads(form[1]) if form else "..."
    return {"reasoning": "1. So.", "answer": answer, "parents": notes, "confidence": 0.6, "sub_answers": []}


def _reading(prompt: str) -> dict[str, Any]:
    told = _verdict(prompt)
    return {**{k: v for k, v in told.items() if k != "parents"}, "quotes": _quotes(prompt)}


_REPLIES: dict[str, Callable[[str], dict[str, Any]]] = {
    "Understanding": _understood,
    "Searches": _searches,
    "Findings": _findings,
    "Links": _links,
    "Judgement": lambda prompt: {"why": "", "sufficient": True, "missing": []},
    "Verdict": _verdict,
    "Reading": _reading,
    "Part": lambda prompt: {"answer": "yes"},
}
