"""What an endpoint takes, learned from what it refuses; and the request written accordingly."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent.model.completion import Mode
from agent.model.endpoint import Endpoint
from agent.model.message import Message
from agent.model.refusals import Refusal
from agent.model.structured import Schema
from tools.book import language_of

MODES: tuple[Mode, ...] = ("json_schema", "json_object", "plain")
_LIMITS = ("max_tokens", "max_completion_tokens")
_REASONING = re.compile(r"(o1|o3|o4|gpt-5)", re.IGNORECASE)

_MODE = re.compile(
    r"response.?format|json.?(schema|object|mode)|structured.?output|guided|grammar|schema", re.IGNORECASE
)
_TOO_MANY = re.compile(
    r"too (large|high|big)|at most|less than|exceed|valid range|must be (<|at|less|between|smaller)", re.IGNORECASE
)

_WANTED = {
    "en": "\n\nReply with one JSON object that fits this JSON Schema, and nothing else:\n",
    "zh": "\n\n只回复一个符合以下 JSON Schema 的 JSON 对象，不要写别的：\n",
}


@dataclass(frozen=True)
class Manners:
    """What may be sent. Each field only ever goes from its default to the humbler value."""

    mode: Mode = "json_schema"
    temperature: bool = True
    seed: bool = True
    swapped: bool = False
    """Whether the reply's limit goes by its other name."""

    def met(self, other: Manners) -> Manners:
        """The humbler of both in every respect: what two calls learned at once."""
        return Manners(
            max(self.mode, other.mode, key=MODES.index),
            self.temperature and other.temperature,
            self.seed and other.seed,
            self.swapped or other.swapped,
        )

    def humbler(self) -> Manners:
        """The next way of asking for a structured reply; the last stays."""
        return replace(self, mode=MODES[min(MODES.index(self.mode) + 1, len(MODES) - 1)])

    def limit(self, model: str) -> str:
        """The name of the reply's limit: the newer one first for models that are known to want it."""
        newer = _REASONING.match(model.rsplit("/", 1)[-1]) is not None
        return _LIMITS[newer != self.swapped]


def lesson(refusal: Refusal, manners: Manners, sent: dict[str, Any]) -> Manners | None:
    """The manners that leave out what a refusal names of what was `sent`; None when it names nothing of it."""
    named = refusal.param if _names(refusal.param, manners, sent) else refusal.words
    learned = _names(named, manners, sent)
    if "limit" in learned and _TOO_MANY.search(refusal.message):
        return None  # its value was refused, not its name: sending none would lift the limit
    humbler = manners.humbler() if "mode" in learned else manners
    humbler = replace(
        humbler,
        temperature=manners.temperature and "temperature" not in learned,
        seed=manners.seed and "seed" not in learned,
        swapped=manners.swapped or "limit" in learned,
    )
    return None if humbler == manners else humbler


def _names(text: str, manners: Manners, sent: dict[str, Any]) -> set[str]:
    found: set[str] = {name for name in ("temperature", "seed") if name in sent and re.search(rf"\b{name}\b", text)}
    if any(re.search(rf"\b{name}\b", text) for name in _LIMITS if name in sent):
        found.add("limit")
    if "response_format" in sent and _MODE.search(text):
        found.add("mode")
    return found


def request(endpoint: Endpoint, messages: Sequence[Message], schema: Schema | None, manners: Manners) -> dict[str, Any]:
    """The body of a chat request. Where the endpoint is not given the schema, the last user message tells it."""
    body: dict[str, Any] = {"model": endpoint.model, "messages": _said(messages, schema, manners.mode)}
    if endpoint.temperature is not None and manners.temperature:
        body["temperature"] = endpoint.temperature
    if endpoint.seed is not None and manners.seed:
        body["seed"] = endpoint.seed
    body[manners.limit(endpoint.model)] = endpoint.reply_tokens
    if schema is not None and manners.mode == "json_schema":
        asked = {"name": schema.name, "schema": schema.body, "strict": schema.strict}
        body["response_format"] = {"type": "json_schema", "json_schema": asked}
    elif schema is not None and manners.mode == "json_object":
        body["response_format"] = {"type": "json_object"}
    return body


def _said(messages: Sequence[Message], schema: Schema | None, mode: Mode) -> list[dict[str, str]]:
    said = [{"role": message.role, "content": message.content} for message in messages]
    if schema is not None and mode != "json_schema":
        last = max((at for at, message in enumerate(messages) if message.role == "user"), default=None)
        if last is None:
            said.append({"role": "user", "content": ""})
            last = len(said) - 1
        shown = json.dumps(schema.body, ensure_ascii=False, separators=(",", ":"))
        said[last]["content"] += _WANTED[language_of(said[last]["content"][-2000:])] + shown
    return said
