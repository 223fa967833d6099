"""What the peer is asked and what it can answer: replies, errors, and transfers that go wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

HOLD = 30.0
"""Seconds a hanging answer is held at most; it ends at once when the peer goes."""


@dataclass(frozen=True)
class Request:
    """A request as it came: the `number`-th of this peer, from 1. The names of its headers are in lower case."""

    number: int
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def chat(self) -> bool:
        return self.path.endswith("/chat/completions")

    @property
    def said(self) -> str:
        """The contents of all messages, one after the other."""
        return "\n".join(str(message.get("content")) for message in self.body.get("messages", ()))


@dataclass(frozen=True)
class Answer:
    """An HTTP reply, and how its transfer goes: whole, cut in the middle, reset, a byte at a time, or never."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    transfer: Literal["whole", "cut", "reset", "dripping", "hanging"] = "whole"
    delay: float = 0.0
    """Seconds before it begins."""


USAGE = {"prompt_tokens": 20, "completion_tokens": 5, "total_tokens": 25}


def says(
    text: str | None,
    *,
    finish: str | None = "stop",
    usage: Mapping[str, Any] | None = USAGE,
    delay: float = 0.0,
    **message: Any,
) -> Answer:
    """A chat reply; further words go into its message (`reasoning_content=…`, `refusal=…`)."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": finish}
    return chat([choice], usage=usage, delay=delay)


def chat(choices: Any, *, usage: Mapping[str, Any] | None = USAGE, delay: float = 0.0, **fields: Any) -> Answer:
    """A chat reply with these choices, whatever they are."""
    whole = {"id": "c1", "object": "chat.completion", "created": 1, "model": "peer", "choices": choices, **fields}
    if usage is not None:
        whole["usage"] = usage
    return Answer(json.dumps(whole).encode(), delay=delay)


def error(status: int, message: str, *, headers: Mapping[str, str] | None = None, **fields: Any) -> Answer:
    """An error as OpenAI writes it; further words go into the error (`code=…`, `param=…`)."""
    body = json.dumps({"error": {"message": message, **fields}}).encode()
    return Answer(body, status, {"Content-Type": "application/json", **(headers or {})})


def raw(body: bytes, content_type: str = "application/json", status: int = 200, **headers: str) -> Answer:
    """Any bytes under any content type."""
    return Answer(body, status, {"Content-Type": content_type, **headers})


def reset() -> Answer:
    """The connection is reset when the request has been read."""
    return Answer(transfer="reset")


def cut() -> Answer:
    """The connection ends in the middle of the body."""
    return Answer(says("never whole").body, transfer="cut")


def dripping() -> Answer:
    """The body comes a byte at a time, each in time, and never ends in time."""
    return Answer(says("never in time").body, transfer="dripping")


def hanging() -> Answer:
    """Nothing comes."""
    return Answer(transfer="hanging")


def embeds(request: Request, dimension: int = 8) -> Answer:
    """Vectors for the texts of a request, the same for the same text."""
    texts = request.body.get("input", [])
    texts = [texts] if isinstance(texts, str) else texts
    rows = [
        {"object": "embedding", "index": at, "embedding": _vector(text, dimension)} for at, text in enumerate(texts)
    ]
    tokens = sum(len(text.split()) for text in texts)
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return Answer(json.dumps({"object": "list", "data": rows, "model": "peer", "usage": usage}).encode())


def _vector(text: str, dimension: int) -> list[float]:
    digest = hashlib.sha256(text.encode()).digest()
    return [digest[at % len(digest)] / 255 - 0.5 for at in range(dimension)]
