"""CallKey: what makes two requests to a model the same call."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import NamedTuple

from agent.model.endpoint import Endpoint
from agent.model.message import Message
from agent.model.structured import Schema

_SHORT = 16


class CallKey(NamedTuple):
    """The same node asking the same content again is the next occurrence, and on purpose another call."""

    node: str
    content: str
    """SHA-256, see `content_of`."""
    occurrence: int
    """Counts from 1, in the order of asking."""


def content_of(endpoint: Endpoint, messages: Sequence[Message], schema: Schema | None) -> str:
    """SHA-256 over whatever changes what the model is asked.

    How a message is cut into parts does not, nor does the place where the model is served.
    """
    said = [[message.role, message.content] for message in messages]
    shape = [schema.name, schema.body] if schema else None
    whole = [endpoint.model, said, shape, endpoint.temperature, endpoint.seed, endpoint.reply_tokens]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def short(content: str) -> str:
    """The first 16 hexadecimal digits, as events name a content."""
    return content[:_SHORT]
