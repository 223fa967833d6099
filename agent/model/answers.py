"""Reading a chat reply: what was said, what was thought, why it ended and what it cost, however servers write it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.model.completion import Completion, Mode
from agent.model.endpoint import Endpoint
from agent.model.faults import FaultKind
from agent.model.message import Message
from agent.model.refusals import SHOWN
from agent.model.retries import Passing
from agent.model.thoughts import apart
from agent.trace import Usage
from tools.book import about_tokens


@dataclass(frozen=True)
class Reply:
    """An HTTP reply as it came; the names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    def json(self) -> Any:
        """The body's JSON; `Passing` when it is none, as a cut or garbled transfer leaves it."""
        kind = self.headers.get("content-type", "no content type").split(";")[0]
        try:
            return json.loads(self.body.decode("utf-8"))
        except UnicodeDecodeError:
            raise Passing(f"the reply is not UTF-8 ({kind}, {len(self.body)} bytes)") from None
        except (ValueError, RecursionError):
            hint = "; is this the base URL of an API (most end in /v1)?" if "html" in kind else ""
            raise Passing(f"the reply is not whole JSON ({kind}, {len(self.body)} bytes){hint}") from None


def completion_of(whole: dict[str, Any], endpoint: Endpoint, messages: Sequence[Message], mode: Mode) -> Completion:
    """The completion in a chat reply's JSON object; `Passing` when it holds no choice with a message.

    Its usage has no seconds yet, and its cost is None unless the endpoint states one.
    """
    choice = _choice(whole)
    message, finish = _inner(choice, "message"), _text(choice, "finish_reason")
    if finish == "error" or (not message and finish != "content_filter"):
        raise Passing(f"the reply holds no message (finish reason {finish!r})")
    said, aside = _content(message.get("content"))
    inline, text = apart(said)
    beside = _text(message, "reasoning_content") or _text(message, "reasoning")
    thought = "\n".join(filter(None, (beside, aside, inline)))
    fault, told = _fault(finish, _text(message, "refusal"), text, bool(thought))
    usage, estimated = _usage(_inner(whole, "usage"), messages, thought + text)
    return Completion(
        text=endpoint.redacted(_whole(text)),
        thought=endpoint.redacted(_whole(thought)),
        finish=endpoint.redacted(_whole(finish)),
        fault=fault,
        told=endpoint.redacted(_whole(told)),
        usage=usage,
        estimated=estimated,
        mode=mode,
    )


def _choice(whole: dict[str, Any]) -> dict[str, Any]:
    choices = whole.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise Passing("the reply holds no choices")
    return choices[0]


def _content(content: Any) -> tuple[str, str]:
    """(said, thought) of a message's content, which is text, nothing, or a list of typed parts."""
    if content is None or isinstance(content, str):
        return content or "", ""
    if not isinstance(content, list):
        raise Passing(f"the reply's content is no text ({type(content).__name__})")
    parts = [part for part in content if isinstance(part, dict)]
    said = [part["text"] for part in parts if isinstance(part.get("text"), str)]
    aside = [_content(part["thinking"])[0] for part in parts if isinstance(part.get("thinking"), str | list)]
    return "".join(said), "\n".join(aside)


def _fault(finish: str, refusal: str, text: str, thought: bool) -> tuple[FaultKind | None, str]:
    if finish == "content_filter":
        return "content-filter", "the endpoint's content filter stopped the reply"
    if refusal:
        return "refusal", f"the model refused: {' '.join(refusal.split())[:SHOWN]}"
    if finish == "length":
        spent = "all of it spent on thinking" if thought and not text.strip() else f"{len(text)} characters came"
        return "cut-off", f"the reply was cut at its limit of tokens ({spent}); allow more, or ask a shorter reply"
    if not text.strip():
        return "empty", "the reply is empty" + (" but for its thinking" if thought else "")
    return None, ""


def _usage(told: dict[str, Any], messages: Sequence[Message], reply: str) -> tuple[Usage, bool]:
    """(usage, whether it is an estimate). Thinking that a server counts beside the output is output too."""
    took, gave = _count(told, "prompt_tokens"), _count(told, "completion_tokens")
    if not took and not gave:
        took = sum(about_tokens(part) for message in messages for part in message.parts)
        return Usage(calls=1, input_tokens=took, output_tokens=about_tokens(reply), cost=None), True
    cached = _count(_inner(told, "prompt_tokens_details"), "cached_tokens") or _count(told, "prompt_cache_hit_tokens")
    thinking = _count(_inner(told, "completion_tokens_details"), "reasoning_tokens")
    gave += thinking if _count(told, "total_tokens") == took + gave + thinking else 0
    counts = {"input_tokens": took, "cached_tokens": min(cached, took), "output_tokens": gave}
    return Usage(calls=1, **counts, reasoning_tokens=min(thinking, gave), cost=_number(told, "cost")), False


def _inner(fields: dict[str, Any], name: str) -> dict[str, Any]:
    inner = fields.get(name)
    return inner if isinstance(inner, dict) else {}


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _count(fields: dict[str, Any], name: str) -> int:
    return int(_number(fields, name) or 0)


def _number(fields: dict[str, Any], name: str) -> float | None:
    """A finite number from 0 to a million million, else None."""
    value = fields.get(name)
    known = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e12
    return float(value) if known and value is not None else None


def _whole(text: str) -> str:
    """`text` with lone surrogates replaced: JSON may hold them, a file may not."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
