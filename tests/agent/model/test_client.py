"""The client against a real peer: what is sent, what comes back, what is learned."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Literal

from agent.model.client import Client
from agent.model.completion import Completion
from agent.model.endpoint import Endpoint
from agent.model.message import Message, system, user
from agent.model.structured import parsed, schema_of
from agent.record import Record
from tests.peer import Request, error, peer, says
from tests.peer.answers import Answer

KEY = "sk-ferry-7Qx-secret"


class Choice(Record):
    choice: Literal["A", "B", "C"]
    why: str = ""


WANTED = schema_of(Choice)
ASKED = (system("You are a detective."), user("Who took the ledger?"))


async def no_sleep(seconds: float) -> None:
    await asyncio.sleep(0)


def client_of(url: str, tries: int = 3, **changes: object) -> Client:
    there = replace(Endpoint("peer-model", str(url), KEY, timeout=5.0), **changes)  # type: ignore[arg-type]
    return Client(there, tries=tries, sleep=no_sleep)


async def asked(client: Client, messages: tuple[Message, ...] = ASKED, structured: bool = True) -> Completion:
    try:
        return await client.complete(messages, WANTED if structured else None)
    finally:
        await client.close()


async def test_a_structured_reply_comes_back_with_what_it_cost() -> None:
    with peer([says('{"choice": "B", "why": "the mud"}')]) as url:
        done = await asked(client_of(url, seed=7))
    assert parsed(done.text, Choice) == Choice(choice="B", why="the mud")
    assert (done.fault, done.mode, done.attempts, done.estimated) == (None, "json_schema", 1, False)
    assert (done.usage.calls, done.usage.input_tokens, done.usage.output_tokens) == (1, 20, 5)
    assert done.usage.cost is None
    assert 0 < done.usage.seconds < 5
    sent = url.requests[0]
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert (sent.body["temperature"], sent.body["seed"], sent.body["max_tokens"]) == (0.0, 7, 4096)
    assert sent.body["response_format"]["json_schema"] == {"name": "Choice", "schema": WANTED.body, "strict": True}


async def test_sixty_four_calls_at_once_learn_once() -> None:
    def script(request: Request) -> Answer:
        if request.body.get("response_format", {}).get("type") == "json_schema":
            return error(400, "response_format json_schema is not supported", param="response_format")
        return says('{"choice": "A"}', delay=0.01)

    with peer(script) as url:
        client = client_of(url)
        done = await asyncio.gather(*(client.complete(ASKED, WANTED) for _ in range(64)))
        await client.close()
    assert {one.mode for one in done} == {"json_object"}
    assert {one.attempts for one in done} == {1}
    assert len(url.requests) == 65
    assert url.most_at_once > 8
