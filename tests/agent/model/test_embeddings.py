"""The endpoint's embedder against a real peer: vectors in order, faults told, retries kept to the transport."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from agent.model.embeddings import BATCH, EndpointEmbedder, endpoint_embedder
from agent.model.endpoint import Endpoint
from tests.peer import Answer, Peer, Request, cut, embeds, error, nowhere, peer, raw, reset
from tests.peer.server import Script
from tools.book import Book, Paragraph, about_tokens
from tools.embedding import Embedder, label
from tools.mistake import Mistake
from tools.passages import Passage
from tools.semantic import Meaning

np = pytest.importorskip("numpy", reason="the extra `semantic` is not installed")

KEY = "sk-ferry-7Qx-secret"
TEXTS = ["The tide was out.", "码头上没有人。", "The dog did not bark."]


@contextmanager
def embedder(
    script: Script, waits: list[float] | None = None, **changes: object
) -> Iterator[tuple[EndpointEmbedder, Peer]]:
    with peer(script) as url:
        there = replace(Endpoint("bge-m3", str(url), KEY, timeout=5.0), **changes)  # type: ignore[arg-type]
        made = EndpointEmbedder(there, tries=4, sleep=(waits if waits is not None else []).append)
        try:
            yield made, url
        finally:
            made.close()


def rows(embeddings: list[object], order: list[int] | None = None) -> Answer:
    data = [{"index": at, "embedding": embeddings[at]} for at in order or range(len(embeddings))]
    return Answer(json.dumps({"data": data}).encode())


def test_each_text_gets_its_vector_of_length_one() -> None:
    with embedder(embeds) as (made, url):
        vectors = made.embed(TEXTS, "passage")
        assert (vectors.shape, vectors.dtype) == ((3, 8), np.float32)
        assert np.linalg.norm(vectors, axis=1) == pytest.approx([1.0] * 3, abs=1e-6)
        assert (made.embed(TEXTS[2:], "query")[0] == vectors[2]).all()
        sent = url.requests[0]
    assert sent.path == "/v1/embeddings"
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.body == {"input": TEXTS, "model": "bge-m3", "encoding_format": "float"}


def test_many_texts_go_in_batches_and_come_back_in_order() -> None:
    texts = [f"Paragraph {number}." for number in range(2 * BATCH + 1)]
    with embedder(embeds) as (made, url):
        together = made.embed(texts, "passage")
        assert [len(request.body["input"]) for request in url.requests] == [BATCH, BATCH, 1]
        assert (made.embed([texts[100]], "passage")[0] == together[100]).all()


def test_vectors_are_put_in_the_order_of_their_index() -> None:
    with embedder([rows([[3.0, 4.0], [0.0, 2.0]], [1, 0])]) as (made, _):
        assert made.embed(["a", "b"], "query").tolist() == [pytest.approx([0.6, 0.8]), [0.0, 1.0]]


def test_vectors_in_base64_are_read_too() -> None:
    packed = base64.b64encode(struct.pack("<2f", 3.0, 4.0)).decode()
    with embedder([rows([packed])]) as (made, _):
        assert made.embed(["a"], "query").tolist() == [pytest.approx([0.6, 0.8])]


def test_what_an_embedder_tells_of_itself() -> None:
    with embedder(embeds) as (made, url):
        seat: Embedder = made
        assert (seat.name, seat.window, seat.languages) == ("bge-m3", 512, frozenset({"en", "zh"}))
        assert seat.count(TEXTS) == [about_tokens(text) for text in TEXTS]
        assert url.requests == []
        assert (seat.dimension, seat.dimension) == (8, 8)
        assert len(url.requests) == 1
        assert label(seat) == "bge-m3 (endpoint…)"
        assert KEY not in seat.digest
        other = EndpointEmbedder(Endpoint("bge-m3", "http://elsewhere/v1", KEY))
        assert len({seat.digest, other.digest, EndpointEmbedder(Endpoint("m", str(url), "")).digest}) == 3


def test_no_texts_ask_nothing_and_an_empty_text_is_no_empty_string() -> None:
    with embedder(embeds) as (made, url):
        assert made.embed([], "passage").shape == (0, 0)
        made.embed(["", "half \ud83d"], "passage")
        assert url.requests[0].body["input"] == [" ", "half ?"]
        assert made.embed([], "passage").shape == (0, 8)


@pytest.mark.parametrize(
    "fault",
    [
        error(503, "busy"),
        error(429, "slow down"),
        reset(),
        cut(),
        raw(b"<html>", "text/html"),
        raw(b'{"data": [{"ind'),
        raw(b'{"data": []}'),
        raw(b'{"data": null}'),
        raw(b"[]"),
        raw(b"\xff\xfe"),
        rows([[1.0, 2.0], [1.0, 2.0]]),
        rows([[0.0, 0.0]]),
        rows([[]]),
        rows([[[1.0]]]),
        rows([["a", "b"]]),
        raw(b'{"data": [{"index": 0, "embedding": [NaN, 1.0]}]}'),
    ],
)
def test_a_fault_that_may_pass_is_tried_again(fault: Answer) -> None:
    waits: list[float] = []
    with embedder([fault, fault, rows([[3.0, 4.0]])], waits) as (made, url):
        assert made.embed(["a"], "query").tolist() == [pytest.approx([0.6, 0.8])]
        assert (len(url.requests), len(waits)) == (3, 2)


def test_the_wait_that_is_asked_for_is_kept() -> None:
    waits: list[float] = []
    with embedder([error(429, "slow", headers={"Retry-After": "7"}), rows([[1.0]])], waits) as (made, _):
        made.embed(["a"], "query")
    assert 7.0 <= waits[0] <= 7.7


def test_when_every_try_fails_the_user_is_told_without_the_key() -> None:
    with embedder([error(500, f"no luck with {KEY}")]) as (made, url):
        with pytest.raises(Mistake, match=r"No embeddings came from .*no luck") as told:
            made.embed(["a"], "query")
        assert len(url.requests) == 4
    assert told.value.exit_code == 1
    assert KEY not in str(told.value)


def test_an_endpoint_that_is_not_there_is_one_line() -> None:
    made = EndpointEmbedder(Endpoint("bge-m3", nowhere(), KEY), tries=2, sleep=lambda _: None)
    with pytest.raises(Mistake, match="the connection failed"):
        made.embed(["a"], "query")
    made.close()


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (error(401, "wrong key"), "does not take the key"),
        (error(404, "model not found"), "No embeddings of 'bge-m3' are served"),
        (raw(b"404 page not found", "text/plain", 404), "No embeddings of 'bge-m3' are served"),
        (error(400, "This model's maximum context length is 256 tokens"), "A text of 512 tokens is too long"),
        (error(429, "pay", code="insufficient_quota"), "credit is spent"),
        (error(400, "input must be a string"), "refused to embed"),
        (error(302, "", headers={"Location": "http://elsewhere/"}), "sends its callers elsewhere"),
    ],
)
def test_a_definite_refusal_is_told_at_once(fault: Answer, told: str) -> None:
    with embedder([fault]) as (made, url):
        with pytest.raises(Mistake, match=told):
            made.embed(["a"], "query")
        assert len(url.requests) == 1


def test_vectors_that_change_their_length_are_refused() -> None:
    with embedder([rows([[1.0, 2.0]]), rows([[1.0, 2.0, 3.0]])]) as (made, _):
        made.embed(["a"], "query")
        with pytest.raises(Mistake, match="changed their length"):
            made.embed(["a"], "query")


def test_search_by_meaning_finds_through_an_endpoint() -> None:
    """Vectors by hand: the ferry lies along one axis, the dog along the other."""

    def script(request: Request) -> Answer:
        return rows([[float("ferry" in text or "渡船" in text), 0.5] for text in request.body["input"]])

    texts = ["The dog slept.", "The ferry was late.", "Nobody spoke."]
    book = Book("x", tuple(Paragraph(n, text) for n, text in enumerate(texts, 1)), digest="d")
    with embedder(script) as (made, _):
        passages = [Passage(n, n, text, 5) for n, text in enumerate(texts, 1)]
        index = Meaning(made).index(book, passages)
        assert index is not None
        [(found, nearness)] = index.rank("渡船在哪里?", 1)
        assert found == 1
        assert nearness == pytest.approx(1.0)


def test_the_door_checks_before_anything_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(Mistake, match="No model for embeddings"):
        endpoint_embedder(" ", "http://localhost:1/v1")
    with pytest.raises(Mistake, match="OPENAI_API_KEY is not set"):
        endpoint_embedder("text-embedding-3-small")
    assert endpoint_embedder("bge-m3", "http://localhost:1/v1", window=256).window == 256
