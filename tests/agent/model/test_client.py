"""The client against a real peer: what is sent, what is learned, and what never leaves."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import traceback
from threading import Barrier
from typing import Any

import pytest

from agent.model.client import Client
from agent.model.completion import Completion
from agent.model.faults import Unreached
from agent.model.manners import Manners
from agent.model.message import assistant, user
from agent.model.structured import parsed
from tests.agent.model.asking import ASKED, GOOD, KEY, WANTED, Choice, Naps, asked, client_of
from tests.peer import Answer, Request, error, hanging, peer, raw, reset, says
from tools.mistake import Mistake


async def test_a_structured_reply_comes_back_with_what_it_cost() -> None:
    with peer([says(GOOD)]) as url:
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


async def test_free_text_is_asked_for_without_a_format() -> None:
    with peer([says("Miss Quill did.")]) as url:
        done = await asked(client_of(url), structured=False)
    assert (done.text, done.finish) == ("Miss Quill did.", "stop")
    assert "response_format" not in url.requests[0].body


async def test_an_unset_temperature_and_seed_are_left_to_the_endpoint() -> None:
    with peer([says(GOOD)]) as url:
        await asked(client_of(url, temperature=None))
    assert not {"temperature", "seed"} & url.requests[0].body.keys()


def refusing(*refused: str) -> Any:
    """A peer that takes no request with any of these in its body, and names the first."""

    def script(request: Request) -> Answer:
        fmt = request.body.get("response_format", {}).get("type")
        met = next((name for name in refused if name in (*request.body, fmt)), None)
        if met is None:
            return says(GOOD)
        param = "response_format" if met.startswith("json") else met
        return error(400, f"Unsupported parameter: {met} is not supported with this model.", param=param)

    return script


@pytest.mark.parametrize(
    ("refused", "learned"),
    [
        (("json_schema",), Manners(mode="json_object")),
        (("json_schema", "json_object"), Manners(mode="plain")),
        (("temperature",), Manners(temperature=False)),
        (("seed",), Manners(seed=False)),
        (("max_tokens",), Manners(swapped=True)),
        (("max_tokens", "temperature", "json_schema"), Manners("json_object", temperature=False, swapped=True)),
    ],
)
async def test_what_is_refused_is_learned_once(refused: tuple[str, ...], learned: Manners) -> None:
    with peer(refusing(*refused)) as url:
        client = client_of(url, seed=1)
        first = await client.complete(ASKED, WANTED)
        second = await asked(client)
    assert client.manners == learned
    assert len(url.requests) == len(refused) + 2
    assert (first.attempts, second.attempts) == (1, 1)
    assert parsed(second.text, Choice).choice == "B"


@pytest.mark.parametrize("model", ["o3-mini", "openai/gpt-5.1", "o4-mini-2025"])
async def test_a_reasoning_model_is_given_the_newer_limit_first(model: str) -> None:
    with peer(refusing("max_completion_tokens")) as url:
        await asked(client_of(url, model=model))
    assert [("max_completion_tokens" in r.body, "max_tokens" in r.body) for r in url.requests] == [
        (True, False),
        (False, True),
    ]


async def test_without_a_schema_in_the_request_the_last_user_message_tells_it() -> None:
    said = (*ASKED, assistant("B, I think."), user("As JSON, please."))
    with peer(refusing("json_schema", "json_object")) as url:
        client = client_of(url)
        await client.complete(said, WANTED)
        await client.close()
    contents = [message["content"] for message in url.requests[-1].body["messages"]]
    assert contents[:3] == [message.content for message in said[:3]]
    assert contents[3].startswith("As JSON, please.\n\nReply with one JSON object")
    assert '"additionalProperties":false' in contents[3]
    assert "response_format" not in url.requests[-1].body


async def test_a_chinese_question_is_told_the_schema_in_chinese() -> None:
    with peer(refusing("json_schema")) as url:
        client = client_of(url)
        await client.complete((user("谁拿走了账本？"),), WANTED)
        await client.close()
    assert "只回复一个符合以下 JSON Schema 的 JSON 对象" in url.requests[-1].said


async def test_a_refusal_that_names_nothing_is_put_down_to_the_format_when_leaving_it_helps() -> None:
    def script(request: Request) -> Answer:
        return error(400, "Bad Request") if "response_format" in request.body else says(GOOD)

    with peer(script) as url:
        client = client_of(url)
        done = await asked(client)
    assert (done.mode, client.manners.mode, len(url.requests)) == ("plain", "plain", 3)


REFUSALS = {
    "DeepSeek": error(400, "This response_format type is unavailable now"),
    "Groq": error(400, "This model does not support response format `json_schema`"),
    "LM Studio": error(400, "'response_format.type' must be 'text'"),
    "llama.cpp": error(400, "Failed to parse grammar"),
    "vLLM": raw(b'{"object": "error", "message": "guided decoding is off", "code": 400}', status=400),
    "FastAPI": raw(b'{"detail": [{"loc": ["body", "response_format"], "msg": "Extra inputs"}]}', status=422),
    "OpenAI's schema": error(400, "Invalid schema for response_format 'Choice'", param="response_format"),
    "a crash": error(500, "failed to compile json_schema"),
    "not implemented": error(501, "structured output is not implemented"),
    "200": raw(b'{"error": {"message": "no response_format here", "type": "invalid_request_error"}}'),
    "a string": raw(b'{"error": "json_schema is not supported"}', status=400),
    "the model": error(400, "response_format json_schema was not found valid for this model"),
}


@pytest.mark.parametrize("server", REFUSALS)
async def test_servers_refuse_a_schema_in_many_words(server: str) -> None:
    def script(request: Request) -> Answer:
        return REFUSALS[server] if "json_schema" in str(request.body.get("response_format")) else says(GOOD)

    with peer(script) as url:
        done = await asked(client_of(url))
    assert (done.mode, done.attempts, len(url.requests)) == ("json_object", 1, 2)


async def test_a_refusal_that_nothing_helps_teaches_nothing() -> None:
    with peer([error(400, "Bad Request")]) as url:
        client = client_of(url)
        done = await asked(client)
    assert done.fault == "refused-request"
    assert client.manners == Manners()


async def test_a_limit_that_is_too_high_is_said_and_not_lifted() -> None:
    told = "max_tokens is too large: 4096. This model supports at most 2048 completion tokens."
    with peer([error(400, told, param="max_tokens")]) as url:
        done = await asked(client_of(url), structured=False)
    assert done.fault == "refused-request"
    assert "at most 2048" in done.told
    assert len(url.requests) == 1


async def test_sixty_four_calls_at_once_learn_once() -> None:
    seven = Barrier(7)

    def script(request: Request) -> Answer:
        if request.body.get("response_format", {}).get("type") == "json_schema":
            return error(400, "response_format json_schema is not supported", param="response_format")
        if request.number > 2:
            seven.wait(10)  # breaks, and fails the test, unless seven at a time are under way
        return says(GOOD)

    with peer(script) as url:
        client = client_of(url)
        done = await asyncio.gather(*(client.complete(ASKED, WANTED) for _ in range(64)))
        await client.close()
    assert {(one.mode, one.attempts) for one in done} == {("json_object", 1)}
    assert len(url.requests) == 65


async def test_the_others_do_not_wait_for_ever_for_a_first_call_that_gets_nowhere() -> None:
    two = Barrier(2)

    def script(request: Request) -> Answer:
        if request.number in (4, 5):
            two.wait(10)
        return error(503, "busy")

    with peer(script) as url:
        client = client_of(url, tries=4)
        done = await asyncio.gather(*(client.complete(ASKED, WANTED) for _ in range(16)), return_exceptions=True)
        await client.close()
    assert {type(one) for one in done} == {Unreached}
    assert len(url.requests) == 64


async def test_with_a_third_of_the_replies_failing_every_call_gets_through() -> None:
    def script(request: Request) -> Answer:
        ways = {0: error(503, "busy"), 3: reset(), 6: raw(b'{"choices": [')}
        return ways.get(request.number % 9, says(GOOD))

    with peer(script) as url:
        client = client_of(url, tries=12)
        done = await asyncio.gather(*(client.complete(ASKED, WANTED) for _ in range(50)))
        await client.close()
    assert {one.text for one in done} == {GOOD}
    assert sum(one.attempts for one in done) == len(url.requests) > 50


async def test_a_cancelled_call_stops_at_once() -> None:
    with peer([hanging()]) as url:
        client = client_of(url, timeout=30.0)
        call = asyncio.create_task(client.complete(ASKED, None))
        while not url.requests:  # noqa: ASYNC110 - the peer counts in a thread of its own
            await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(call, 1.0)
        await client.close()


async def test_a_cancelled_first_call_leaves_its_turn_to_the_next() -> None:
    with peer(lambda request: hanging() if request.number == 1 else says(GOOD)) as url:
        client = client_of(url, timeout=30.0)
        first = asyncio.create_task(client.complete(ASKED, WANTED))
        second = asyncio.create_task(client.complete(ASKED, WANTED))
        while not url.requests:  # noqa: ASYNC110 - the peer counts in a thread of its own
            await asyncio.sleep(0.01)
        first.cancel()
        done = await asyncio.wait_for(second, 3.0)
        await client.close()
    assert done.text == GOOD


def every_exception(met: BaseException | None) -> list[BaseException]:
    """An exception and all that it came from."""
    return [] if met is None else [met, *every_exception(met.__cause__), *every_exception(met.__context__)]


async def outcome(client: Client, structured: bool) -> Completion | Exception:
    try:
        return await asked(client, structured)
    except (Unreached, Mistake) as met:
        return met


ECHOES: dict[str, Answer] = {
    "401": error(401, f"Incorrect API key provided: {KEY}"),
    "400": error(400, f"refused for {KEY}", param=KEY),
    "404": error(404, f"no model for {KEY}"),
    "503": error(503, f"busy with {KEY}"),
    "429": error(429, f"{KEY} is out of quota", code="insufficient_quota"),
    "page": raw(f"<p>{KEY}</p>".encode(), "text/html", 502),
    "moved": raw(b"", "text/plain", 307, Location=f"http://127.0.0.1:9/v1?key={KEY}"),
    "200 error": raw(f'{{"error": {{"message": "{KEY}"}}}}'.encode()),
    "not JSON": raw(f"{KEY} {{".encode(), f"text/{KEY}"),
    "reply": says(f"your key is {KEY}", reasoning_content=f"the key {KEY}"),
    "refusal": says(None, refusal=f"not for {KEY}"),
    "finish": says("x", finish=KEY),
    "reset": reset(),
}


WIRE = "httpcore"
"""Its debug log dumps the headers of replies; a server that puts a key there writes it into that dump."""


@pytest.mark.parametrize("echo", ECHOES)
async def test_the_key_appears_nowhere(echo: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with peer([ECHOES[echo]]) as url:
        client = client_of(url)
        met = await outcome(client, structured=False)
    shown = [repr(met), str(met), repr(client), repr(client.endpoint), repr(client.manners)]
    dumped = echo in ("moved", "not JSON")
    shown += [one.getMessage() for one in caplog.records if not (dumped and one.name.startswith(WIRE))]
    if isinstance(met, Exception):
        shown += [repr(one) + str(one) for one in every_exception(met)]
        shown += traceback.format_exception(met)
    else:
        shown.append(met.model_dump_json())
    assert url.requests[0].headers["authorization"].endswith(KEY)
    assert not [text for text in shown if KEY in text]


async def test_naps_are_what_the_policy_says() -> None:
    naps = Naps()
    with peer([error(500, "oops")]) as url:
        with pytest.raises(Unreached):
            await asked(client_of(url, naps, tries=8))
        assert len(url.requests) == 8
    for nap, whole in zip(naps.seconds, (0.5, 1, 2, 4, 8, 16, 32), strict=True):
        assert whole * 0.5 <= nap <= whole * 1.5


def test_reading_the_client_loads_no_sdk() -> None:
    code = "import sys, agent.model.client; sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
