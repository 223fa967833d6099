"""The peer itself: it answers in order, remembers, gives vectors, and says when its script is at fault."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

import pytest

from tests.peer import Answer, Request, embeds, error, peer, says


def posted(url: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=5) as reply:
        answer: dict[str, Any] = json.loads(reply.read())
        return answer


def test_answers_come_in_order_and_the_last_is_repeated() -> None:
    with peer([says("one"), says("two")]) as url:
        said = [posted(f"{url}/chat/completions", {"messages": [{"content": str(n)}]}) for n in range(3)]
    assert [one["choices"][0]["message"]["content"] for one in said] == ["one", "two", "two"]
    assert [(one.number, one.said) for one in url.chats] == [(1, "0"), (2, "1"), (3, "2")]
    assert url.requests[0].headers["content-type"] == "application/json"


def test_equal_texts_have_equal_vectors() -> None:
    with peer(embeds) as url:
        rows = posted(f"{url}/embeddings", {"input": ["mud", "rain", "mud"]})["data"]
    vectors = [row["embedding"] for row in rows]
    assert vectors[0] == vectors[2] != vectors[1]
    assert {len(vector) for vector in vectors} == {8}
    assert url.chats == []


def test_an_error_is_written_as_openai_writes_it() -> None:
    with peer([error(503, "busy", code="x")]) as url, pytest.raises(urllib.error.HTTPError) as met:
        posted(f"{url}/chat/completions", {})
    assert json.loads(met.value.read()) == {"error": {"message": "busy", "code": "x"}}
    met.value.close()


def test_a_script_that_fails_answers_with_its_fault() -> None:
    def script(request: Request) -> Answer:
        raise ValueError(request.path)

    with peer(script) as url, pytest.raises(urllib.error.HTTPError) as met:
        posted(f"{url}/chat/completions", {})
    assert b"ValueError('/v1/chat/completions')" in met.value.read()
    met.value.close()
