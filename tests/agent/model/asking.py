"""What the tests of the client ask, whom, and with which key."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Literal

from agent.model.client import Client
from agent.model.completion import Completion
from agent.model.endpoint import Endpoint
from agent.model.message import system, user
from agent.model.structured import schema_of
from agent.record import Record

KEY = "sk-ferry-7Qx-secret"
ASKED = (system("You are a detective."), user("Who took the ledger?"))
GOOD = '{"choice": "B", "why": "the mud"}'


class Choice(Record):
    choice: Literal["A", "B", "C"]
    why: str = ""


WANTED = schema_of(Choice)


class Naps:
    """A sleep that takes no time and remembers how long it was to be."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


def endpoint_at(url: str, **changes: Any) -> Endpoint:
    return replace(Endpoint("peer-model", str(url), KEY, timeout=5.0), **changes)


def client_of(url: str, naps: Naps | None = None, tries: int = 3, **changes: Any) -> Client:
    return Client(endpoint_at(url, **changes), tries=tries, longest_wait=60.0, sleep=naps or Naps())


async def asked(client: Client, structured: bool = True) -> Completion:
    """One call, and the client is closed whatever comes of it."""
    try:
        return await client.complete(ASKED, WANTED if structured else None)
    finally:
        await client.close()
