"""Completion: what an endpoint definitely answered to one request, usable or not."""

from __future__ import annotations

from typing import Literal

from agent.model.faults import FaultKind
from agent.record import Record
from agent.trace import Usage

Mode = Literal["json_schema", "json_object", "plain"]
"""How a structured reply was asked for."""


class Completion(Record):
    """A reply as it came. A refusal, a cut-off or an empty reply is one too: it was paid for."""

    text: str
    """The reply without its think blocks."""
    thought: str = ""
    """What a reasoning model showed of its thinking; never read as an answer."""
    finish: str = ""
    fault: FaultKind | None = None
    told: str = ""
    """What is wrong, when `fault` is set."""
    usage: Usage = Usage(calls=1)
    estimated: bool = False
    """Whether the endpoint sent no usage, so that the tokens are estimates."""
    attempts: int = 1
    mode: Mode = "plain"
