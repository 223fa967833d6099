"""The client against a real inference server with random weights; runs where the group `server` is installed.

uv run --group server pytest -m server
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import pytest
from pydantic import Field

from agent.model.client import Client
from agent.model.endpoint import Endpoint
from agent.model.manners import Manners
from agent.model.message import user
from agent.model.structured import parsed, schema_of
from agent.record import Record
from tools.mistake import Mistake

pytestmark = pytest.mark.server
pytest.importorskip("xllamacpp", reason="the group `server` is not installed")
pytest.importorskip("gguf", reason="the group `server` is not installed")

KEY = "sk-real-server"
ASKED = (user("Who took the ledger of the Ferry Inn?"),)


class Quoted(Record):
    paragraph: int
    stance: Literal["supports", "refutes"]


class Verdict(Record):
    choice: Literal["A", "B", "C"]
    sure: bool
    quotes: tuple[Quoted, ...] = Field(max_length=2)
    gap: Literal["place", "time"] | None = None


class Wordy(Record):
    why: str


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    from tests.agent.model.random_model import served, write

    with served(write(tmp_path_factory.mktemp("model") / "random.gguf"), KEY) as url:
        yield Endpoint("random", url, KEY, temperature=1.0, seed=3, reply_tokens=120, timeout=120.0)


async def test_schema_replies_of_a_real_server_fit_their_shape(there: Endpoint) -> None:
    clients = [Client(replace(there, seed=seed, reply_tokens=600), tries=2) for seed in range(20)]
    done = await asyncio.gather(*(client.complete(ASKED, schema_of(Verdict)) for client in clients))
    for client, one in zip(clients, done, strict=True):
        await client.close()
        assert (one.fault, one.mode, one.finish, one.estimated) == (None, "json_schema", "stop", False)
        assert one.usage.input_tokens > 20
        assert isinstance(parsed(one.text, Verdict), Verdict)
        assert client.manners == Manners()
    assert len({one.text for one in done}) > 5


async def test_free_words_of_a_real_server_fit_or_are_told_to_be_cut(there: Endpoint) -> None:
    client = Client(there, tries=2)
    done = await client.complete(ASKED, schema_of(Wordy))
    await client.close()
    assert done.fault in (None, "cut-off")
    assert done.fault or parsed(done.text, Wordy).why is not None
    assert done.usage.output_tokens > 0


async def test_a_real_server_takes_the_humbler_ways_of_asking_too(there: Endpoint) -> None:
    for manners in (Manners(mode="json_object"), Manners(mode="plain", swapped=True)):
        client = Client(replace(there, reply_tokens=20), tries=2)
        client.manners = manners
        done = await client.complete(ASKED, schema_of(Verdict))
        await client.close()
        assert done.mode == manners.mode
        assert done.fault in (None, "cut-off", "empty")


async def test_a_prompt_too_long_for_a_real_server_is_told(there: Endpoint) -> None:
    client = Client(there, tries=2)
    done = await client.complete((user("mud " * 3000),), None)
    await client.close()
    assert done.fault == "context-too-long"
    assert done.usage.tokens == 0


async def test_a_wrong_key_for_a_real_server_is_told(there: Endpoint) -> None:
    client = Client(replace(there, key="sk-wrong"), tries=2)
    with pytest.raises(Mistake, match="does not take the key"):
        await client.complete(ASKED, None)
    await client.close()
