"""A client whose replies are written beforehand, by the name of the shape that is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.llm.prompts import prompts
from agent.model.calls import Calls
from agent.model.completion import Completion
from agent.model.endpoint import Endpoint
from agent.model.message import Message
from agent.model.model import Model
from agent.model.structured import Schema
from agent.trace import Usage

ENDPOINT = Endpoint(model="by-hand", base_url="http://127.0.0.1:9/v1", key="sk-nobody")
Reply = str | Mapping[str, Any] | Callable[[str], Any]


@dataclass
class Talker:
    """Replies with the n-th reply written for a shape (the last one for ever), and keeps every prompt it was sent."""

    replies: Mapping[str, Sequence[Reply]]
    prompts: list[tuple[str, str]] = field(default_factory=list)
    """(shape, the whole prompt), in the order of asking."""

    async def complete(self, messages: Sequence[Message], schema: Schema | None) -> Completion:
        shape = schema.name if schema else "text"
        written = self.replies[shape]
        reply = written[min(sum(1 for s, _ in self.prompts if s == shape), len(written) - 1)]
        prompt = "\n\n".join(message.content for message in messages)
        self.prompts.append((shape, prompt))
        told = reply(prompt) if callable(reply) else reply
        text = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)
        return Completion(text=text, finish="stop", usage=Usage(calls=1, input_tokens=100, output_tokens=10))

    def sent(self, shape: str) -> list[str]:
        """The prompts that asked for this shape."""
        return [prompt for s, prompt in self.prompts if s == shape]


def model(talker: Talker | None, calls: Calls | None = None) -> Model:
    return Model(
        talker, ENDPOINT, calls or Calls.nowhere(), retry=lambda why: prompts("en").word("retry", why=why)
    )  # fmt: skip
