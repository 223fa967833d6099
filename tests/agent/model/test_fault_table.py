"""The fault table: one test a row, through the real client over real HTTP on the loopback."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from agent.model.faults import FaultKind, Unreached
from tests.agent.model.asking import GOOD, KEY, Naps, asked, client_of
from tests.peer import Answer, chat, cut, dripping, error, hanging, nowhere, peer, raw, reset, says
from tools.mistake import Mistake

# What passes: tried again, and through at the second try.

PASSING = {
    "429": (error(429, "slow down", code="rate_limit_exceeded"), "HTTP 429: slow down"),
    "429 that speaks of tokens": (error(429, "Too many tokens, please wait"), "HTTP 429: Too many tokens"),
    "500": (error(500, "oops"), "HTTP 500: oops"),
    "502 with a proxy's page": (raw(b"<html>Bad gateway</html>", "text/html", 502), "Bad gateway"),
    "503": (error(503, "loading the model"), "loading the model"),
    "529": (error(529, "overloaded"), "overloaded"),
    "408": (error(408, "too slow"), "too slow"),
    "409": (error(409, "a conflict"), "a conflict"),
    "a reset connection": (reset(), "the connection failed"),
    "a body that ends too soon": (cut(), "the connection failed"),
    "slow bytes": (dripping(), "no whole reply within 0.25 s"),
    "no bytes": (hanging(), "no whole reply within 0.25 s"),
    "truncated JSON": (raw(b'{"choices": [{"message": {"con'), "not whole JSON (application/json, 30 bytes)"),
    "wrong content type": (raw(b"<html>hello</html>", "text/html"), "not whole JSON (text/html"),
    "an empty body": (raw(b""), "not whole JSON"),
    "a list": (raw(b"[]"), "no JSON object"),
    "invalid UTF-8": (raw(b'{"choices": [{"message": {"content": "\xff\xfe"}}]}'), "not UTF-8"),
    "nested beyond reading": (raw(b"[" * 200_000), "not whole JSON"),
    "empty choices": (chat([]), "no choices"),
    "no choices": (raw(b'{"object": "chat.completion"}'), "no choices"),
    "choices of rubbish": (chat(["B"]), "no choices"),
    "no message": (chat([{"finish_reason": "stop"}]), "no message"),
    "content of another kind": (says(None, content={"text": "B"}), "content is no text"),
    "finish reason error": (says("half", finish="error"), "no message"),
    "200 with an error": (raw(b'{"error": {"message": "upstream died"}}'), "HTTP 500: upstream died"),
    "200 with an error's code": (raw(b'{"error": {"message": "busy", "code": 503}}'), "HTTP 503: busy"),
    "200 with an error as an object": (raw(b'{"object": "error", "message": "odd"}'), "HTTP 500: odd"),
}


def quick(row: str) -> dict[str, Any]:
    """Rows that wait for time to run out; on a busy machine a good reply may run out of it too."""
    return {"timeout": 0.25} if row in ("slow bytes", "no bytes") else {}


@pytest.mark.parametrize("row", PASSING)
async def test_it_passes_and_the_next_try_gets_through(row: str) -> None:
    with peer([PASSING[row][0], says(GOOD)]) as url:
        done = await asked(client_of(url, tries=20, **quick(row)))
    assert (done.text, done.fault) == (GOOD, None)
    assert done.attempts == 2 or (quick(row) and done.attempts > 2)


@pytest.mark.parametrize("row", PASSING)
async def test_it_does_not_pass_and_the_last_fault_is_told(row: str) -> None:
    with peer([PASSING[row][0]]) as url:
        with pytest.raises(Unreached) as met:
            await asked(client_of(url, tries=2, **quick(row)))
        assert len(url.requests) == 2 or quick(row)
    assert PASSING[row][1] in met.value.told
    assert "in 2 tries" in met.value.told


async def test_a_refused_connection_is_told_with_its_address() -> None:
    url = nowhere()
    with pytest.raises(Unreached, match="connection failed") as met:
        await asked(client_of(url))
    assert url in met.value.told


async def test_a_page_instead_of_an_api_brings_the_base_url_to_mind() -> None:
    page = raw(b"<html>", "text/html; charset=utf-8")
    with peer([page]) as url, pytest.raises(Unreached, match="most end in /v1"):
        await asked(client_of(url))


# Retry-After


@pytest.mark.parametrize(
    ("headers", "least", "most"),
    [
        ({"Retry-After": "7"}, 7.0, 7.7),
        ({"Retry-After": "0.5"}, 0.5, 0.55),
        ({"retry-after-ms": "1500", "Retry-After": "9"}, 1.5, 1.65),
        ({"Retry-After": format_datetime(datetime.now(UTC) + timedelta(hours=2), usegmt=True)}, 60.0, 60.0),
        ({"Retry-After": format_datetime(datetime.now(UTC) - timedelta(hours=2), usegmt=True)}, 0.0, 0.0),
        ({"Retry-After": "86400"}, 60.0, 60.0),
        ({"Retry-After": "soon"}, 0.25, 0.75),
        ({"Retry-After": "nan"}, 0.25, 0.75),
        ({"Retry-After": "-5"}, 0.25, 0.75),
    ],
)
async def test_retry_after_is_honoured_up_to_the_longest_wait(
    headers: dict[str, str], least: float, most: float
) -> None:
    naps = Naps()
    with peer([error(429, "slow down", headers=headers), says(GOOD)]) as url:
        await asked(client_of(url, naps))
    assert len(naps.seconds) == 1
    assert least <= naps.seconds[0] <= most


# What the user must act on: no second try.

MISTAKES: dict[str, tuple[Answer, str]] = {
    "429 insufficient_quota": (error(429, "You exceeded your quota", code="insufficient_quota"), "credit is spent"),
    "402": (error(402, "Insufficient credits"), "credit is spent"),
    "401": (error(401, "Incorrect API key provided", code="invalid_api_key"), "does not take the key"),
    "403": (error(403, "Not allowed here"), "does not take the key"),
    "400 for the key": (error(400, "API key not valid. Please pass a valid API key."), "does not take the key"),
    "404 for the model": (error(404, "The model `peer-model` does not exist"), "knows no model 'peer-model'"),
    "404 of a string": (raw(b'{"error": "model \'peer-model\' not found"}', status=404), "knows no model"),
    "404 that names the model": (error(404, "No endpoints found for peer-model."), "knows no model"),
    "400 for the model": (error(400, "Model Not Exist"), "knows no model"),
    "404 for the address": (raw(b'{"detail": "Not Found"}', status=404), "No chat is served at"),
    "405": (raw(b"Method Not Allowed", "text/plain", 405), "No chat is served at"),
    "200 with a wrong key": (raw(b'{"error": {"message": "no", "code": "invalid_api_key"}}'), "does not take the key"),
    "200 with an unknown model": (raw(b'{"error": {"message": "no", "code": "model_not_found"}}'), "knows no model"),
}


@pytest.mark.parametrize("row", MISTAKES)
async def test_it_is_the_users_to_mend_and_is_not_tried_again(row: str) -> None:
    answer, told = MISTAKES[row]
    with peer([answer]) as url:
        with pytest.raises(Mistake) as met:
            await asked(client_of(url))
        assert len(url.requests) == 1
    assert told in str(met.value)
    assert str(met.value).count("\n") == 0


async def test_a_redirect_to_another_host_gets_neither_key_nor_book() -> None:
    with peer([says(GOOD)]) as other:
        elsewhere = str(other).replace("127.0.0.1", "localhost")
        moved = raw(b"", "text/plain", 307, Location=f"{elsewhere}/chat/completions")
        with peer([moved]) as url, pytest.raises(Mistake, match="sends its callers elsewhere"):
            await asked(client_of(url))
    assert other.requests == []


# What is a definite answer to this one request: a completion with its fault, paid or not, and no second try.


@dataclass(frozen=True)
class Row:
    answer: Answer
    kind: FaultKind
    told: str
    paid: bool = True
    text: str = ""


CONTEXTS = {
    "OpenAI": "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    "vLLM": "'max_tokens' is too large: 4096. This model's maximum context length is 8192 tokens and your request has "
    "5000 input tokens.",
    "llama.cpp": "the request exceeds the available context size, try increasing it",
    "LM Studio": "The number of tokens to keep from the initial prompt is greater than the context length",
    "n_ctx": "requested tokens (9000) exceed n_ctx (4096)",
    "TGI": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096",
    "Anthropic": "prompt is too long: 210000 tokens > 200000 maximum",
    "Gemini": "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "Zhipu": "Prompt exceeds max length",
    "xAI": "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    "Chinese": "输入内容超过模型最大长度限制",
    "too many": "Too many tokens: 9000",
}

DEFINITE = {
    **{
        f"context: {name}": Row(error(400, said), "context-too-long", said[:40], False)
        for name, said in CONTEXTS.items()
    },
    "context by its code": Row(error(400, "No.", code="context_length_exceeded"), "context-too-long", "No.", False),
    "context as 413": Row(error(413, "Payload Too Large"), "context-too-long", "Payload Too Large", False),
    "context as 429": Row(error(429, "Request too large for this model"), "context-too-long", "too large", False),
    "context as 500": Row(error(500, "exceeds the available context size"), "context-too-long", "HTTP 500", False),
    "context as 200": Row(
        raw(b'{"error": {"message": "x", "code": "context_length_exceeded"}}'), "context-too-long", "HTTP 400", False
    ),
    "content filter 400": Row(error(400, "Filtered", code="content_filter"), "content-filter", "Filtered", False),
    "content policy 400": Row(
        error(400, "Azure OpenAI's content management policy"), "content-filter", "policy", False
    ),
    "content filter 403": Row(error(403, "Your input was flagged by moderation"), "content-filter", "flagged", False),
    "content filter 200": Row(says("The m", finish="content_filter"), "content-filter", "filter", text="The m"),
    "content filter without a message": Row(
        chat([{"message": None, "finish_reason": "content_filter"}]), "content-filter", "filter"
    ),
    "refusal": Row(says(None, refusal="I cannot help with murder."), "refusal", "I cannot help with murder."),
    "length": Row(says('{"choice": "B", "wh', finish="length"), "cut-off", "19 characters", text='{"choice": "B", "wh'),
    "length spent on thinking": Row(says("", finish="length", reasoning_content="Hm"), "cut-off", "spent on thinking"),
    "empty": Row(says(""), "empty", "the reply is empty"),
    "null": Row(says(None), "empty", "the reply is empty"),
    "white space": Row(says(" \n "), "empty", "the reply is empty", text=" \n "),
    "only a think block": Row(says("<think>B, surely</think>"), "empty", "but for its thinking"),
    "an unclosed think block": Row(says('<think>maybe {"choice": "B"}'), "empty", "but for its thinking"),
    "only a tool call": Row(says(None, tool_calls=[{"id": "1"}]), "empty", "the reply is empty"),
    "422": Row(error(422, "'messages' may not be so"), "refused-request", "may not be so", False),
    "418": Row(error(418, "a teapot"), "refused-request", "a teapot", False),
    "501": Row(error(501, "not implemented"), "refused-request", "not implemented", False),
}


@pytest.mark.parametrize("row", DEFINITE)
async def test_it_is_a_definite_answer(row: str) -> None:
    told = DEFINITE[row]
    with peer([told.answer]) as url:
        done = await asked(client_of(url), structured=False)
    assert (done.fault, done.text, done.attempts) == (told.kind, told.text, 1)
    assert told.told in done.told
    assert KEY not in done.told
    assert (done.usage.calls, done.usage.tokens > 0) == (1, told.paid)
    assert done.usage.cost == (None if told.paid else 0.0)
    assert len(url.requests) == 1


# What a good reply may look like.


async def test_json_under_another_content_type_is_read() -> None:
    with peer([raw(says(GOOD).body, "text/plain")]) as url:
        assert (await asked(client_of(url))).text == GOOD


@pytest.mark.parametrize(
    ("answer", "text", "thought"),
    [
        (says("<think>mud…</think>\n" + GOOD), GOOD, "mud…"),
        (says("mud…</think>" + GOOD), GOOD, "mud…"),
        (says("<thinking>mud…</thinking>" + GOOD), GOOD, "mud…"),
        (says("[THINK]mud…[/THINK]" + GOOD), GOOD, "mud…"),
        (says("<think></think>" + GOOD), GOOD, ""),
        (says("<think>a</think>B<think>c</think>D"), "BD", "a\nc"),
        (says(GOOD, reasoning_content="mud…"), GOOD, "mud…"),
        (says(GOOD, reasoning="mud…"), GOOD, "mud…"),
        (
            says("<|channel|>analysis<|message|>mud…<|end|><|start|>assistant<|channel|>final<|message|>" + GOOD),
            GOOD,
            None,
        ),
        (says(None, content=[{"type": "text", "text": GOOD}]), GOOD, ""),
        (
            says(None, content=[{"type": "thinking", "thinking": [{"type": "text", "text": "mud…"}]}, {"text": GOOD}]),
            GOOD,
            "mud…",
        ),
        (says('{"choice": "B", "why": "<think>"}'), '{"choice": "B", "why": "<think>"}', ""),
        (says("the mud \ud83d"), "the mud \ufffd", ""),
    ],
)
async def test_thinking_is_taken_apart_from_the_reply(answer: Answer, text: str, thought: str | None) -> None:
    with peer([answer]) as url:
        done = await asked(client_of(url))
    assert (done.text, done.fault) == (text, None)
    assert done.thought == thought or thought is None
    done.model_dump_json().encode()


@pytest.mark.parametrize(
    ("usage", "counts"),
    [
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 40,
                "prompt_tokens_details": {"cached_tokens": 64},
                "completion_tokens_details": {"reasoning_tokens": 30},
            },
            (100, 64, 40, 30),
        ),
        ({"prompt_tokens": 100, "completion_tokens": 40, "prompt_cache_hit_tokens": 64}, (100, 64, 40, 0)),
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 10,
                "total_tokens": 140,
                "completion_tokens_details": {"reasoning_tokens": 30},
            },
            (100, 0, 40, 30),
        ),
        ({"prompt_tokens": 10, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 99}}, (10, 10, 4, 0)),
        (
            {"prompt_tokens": 10, "completion_tokens": "many", "prompt_tokens_details": None},
            (10, 0, 0, 0),
        ),
    ],
)
async def test_cached_and_reasoning_tokens_are_counted(usage: dict[str, Any], counts: tuple[int, ...]) -> None:
    with peer([says(GOOD, usage=usage)]) as url:
        done = await asked(client_of(url))
    told = done.usage
    assert (told.input_tokens, told.cached_tokens, told.output_tokens, told.reasoning_tokens) == counts
    assert not done.estimated


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": None}, {"prompt_tokens": -1}, {"prompt_tokens": True}])
async def test_usage_that_is_not_sent_is_estimated_and_said_so(usage: dict[str, Any] | None) -> None:
    with peer([says("x" * 40, usage=usage)]) as url:
        done = await asked(client_of(url))
    assert done.estimated
    assert (done.usage.input_tokens, done.usage.output_tokens) == (5 + 5, 10)


async def test_a_price_that_the_endpoint_states_is_kept() -> None:
    with peer([says(GOOD, usage={"prompt_tokens": 10, "completion_tokens": 5, "cost": 0.0021})]) as url:
        assert (await asked(client_of(url))).usage.cost == 0.0021
