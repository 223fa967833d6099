"""An embedder behind an OpenAI-compatible `/embeddings` address."""

from __future__ import annotations

import hashlib
import json
import time
import weakref
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tenacity import Retrying

from agent.model.endpoint import Endpoint, endpoint
from agent.model.refusals import Refusal, fault_kind, refusal_of, stop_for
from agent.model.retries import Passing, policy, retry_after
from agent.model.vectors import vectors_of
from tools.book import Language, about_tokens
from tools.embedding import Embedder, Kind
from tools.mistake import Mistake

if TYPE_CHECKING:
    import openai

    from tools.embedding import Vectors

BATCH = 64
"""The most texts in one request."""

WINDOW = 512
"""Tokens of a text, as `about_tokens` counts them; most models read at least as many."""

_BOTH: frozenset[Language] = frozenset({"en", "zh"})


def endpoint_embedder(model: str, base_url: str = "", window: int = WINDOW) -> Embedder:
    """The embedder `model` at `base_url` (OPENAI_BASE_URL, else OpenAI's own), with the key OPENAI_API_KEY.

    Mistake when no model is named, the address or the key will not do, or numpy is not installed.
    """
    if not model.strip():
        raise Mistake("No model for embeddings is named", cure="Name one: --embedder endpoint:MODEL")
    if find_spec("numpy") is None:
        raise Mistake("Embeddings need numpy, which is not installed", cure="pip install '.[semantic]'", exit_code=1)
    return EndpointEmbedder(endpoint(model, base_url), window)


class EndpointEmbedder:
    """Implements Embedder. Its vectors go by the model's name and the host: what is served there is taken on trust."""

    languages = _BOTH

    def __init__(
        self,
        there: Endpoint,
        window: int = WINDOW,
        tries: int = 8,
        longest_wait: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.endpoint, self.window = there, window
        self.name = there.model
        self.digest = f"endpoint:{there.model}:{_hash(urlsplit(there.base_url).netloc)}"
        self._retrying = Retrying(sleep=sleep, **policy(tries, longest_wait))
        self._dimension = 0
        self._openai: openai.OpenAI | None = None

    @property
    def dimension(self) -> int:
        """The vectors' length, learned from the first reply."""
        if not self._dimension:
            self.embed(["."], "query")
        return self._dimension

    def count(self, texts: Sequence[str]) -> list[int]:
        """Estimates: the endpoint does not tell its tokenizer."""
        return [about_tokens(text) for text in texts]

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        """One row for each text, float32 [n, dimension], L2-normalised; Mistake when the endpoint gives none."""
        import numpy as np

        parts = [self._batch(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, self._dimension), np.float32)

    def close(self) -> None:
        if self._openai:
            self._openai.close()

    def _batch(self, texts: Sequence[str]) -> Vectors:
        sent = [text.encode(errors="replace").decode() or " " for text in texts]  # an empty text is refused by some
        try:
            vectors: Vectors = self._retrying(self._tried, sent)
        except Passing as passing:
            raise Mistake(
                f"No embeddings came from {self.endpoint.base_url}",
                got=self.endpoint.redacted(passing.told),
                cure="Vectors that came before are kept; the same command goes on.",
                exit_code=1,
            ) from None
        if vectors.shape[1] != (self._dimension or vectors.shape[1]):
            raise Mistake(
                f"The endpoint's vectors of {self.name!r} changed their length",
                got=f"{vectors.shape[1]} after {self._dimension}",
                exit_code=1,
            )
        self._dimension = vectors.shape[1]
        return vectors

    def _tried(self, texts: Sequence[str]) -> Vectors:
        response = self._sent(texts)
        if response.status_code >= 300:
            self._stop(response)
        try:
            return vectors_of(json.loads(response.content), len(texts))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            told = f"{type(error).__name__}, {len(response.content)} bytes"
            raise Passing(f"the reply does not hold {len(texts)} vectors ({told})") from None

    def _sent(self, texts: Sequence[str]) -> Any:
        """The HTTP response; `Passing` when none came."""
        import openai

        if self._openai is None:
            self._openai = self._connected(openai)
            weakref.finalize(self, self._openai.close)  # a command just lets go of its embedder
        try:
            # floats are asked for by name: the SDK's own choice, base64, is not served everywhere
            ask = self._openai.embeddings.with_raw_response
            return ask.create(model=self.endpoint.model, input=list(texts), encoding_format="float").http_response
        except openai.APIStatusError as refused:
            return refused.response
        except openai.APITimeoutError:
            raise Passing(f"no reply within {self.endpoint.timeout:g} s") from None
        except openai.APIConnectionError as lost:
            raise Passing(f"the connection failed ({lost.__cause__ or lost})") from None

    def _connected(self, sdk: Any) -> openai.OpenAI:
        made: openai.OpenAI = sdk.OpenAI(
            api_key=self.endpoint.key,
            base_url=self.endpoint.base_url,
            max_retries=0,
            timeout=self.endpoint.timeout,
            http_client=sdk.DefaultHttpxClient(follow_redirects=False),
        )
        return made

    def _stop(self, response: Any) -> None:
        """Raise what an error means: `Passing`, or a Mistake; there is no embedding without this text."""
        refusal = _refusal(response)
        shown = self.endpoint.redacted(refusal.shown)
        if fault_kind(refusal) == "context-too-long":
            cure = "Choose an embedder that reads more at once."
            raise Mistake(f"A text of {self.window} tokens is too long for {self.name!r}", got=shown, cure=cure)
        if refusal.status in (404, 405):
            told = f"No embeddings of {self.name!r} are served at {self.endpoint.base_url}"
            raise Mistake(told, got=shown, cure="See its list of models; most base URLs end in /v1.")
        stop_for(refusal, self.endpoint)
        raise Mistake(f"The endpoint refused to embed with {self.name!r}", got=shown, exit_code=1)


def _refusal(response: Any) -> Refusal:
    wait = retry_after({name.lower(): value for name, value in response.headers.items()})
    try:
        body = json.loads(response.content)
    except (ValueError, RecursionError):
        body = response.content[:4000].decode("utf-8", "replace")
    return refusal_of(response.status_code, body, wait)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
