"""Endpoint: which model is asked, where and how, and the checks of an address and a key before anything is spent."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import SplitResult, urlsplit

from tools.mistake import Mistake

OFFICIAL = "https://api.openai.com/v1"
NO_KEY = "none"
"""What is sent to a server of one's own that wants no key."""
SECRET = 6
"""Characters from which a key is one: a shorter word, such as `x` or `EMPTY`, is for servers that want any."""


@dataclass(frozen=True)
class Endpoint:
    """A model behind an OpenAI-compatible address. The key is in no repr; `redacted` takes it out of any text."""

    model: str
    base_url: str
    key: str = field(repr=False)
    temperature: float | None = 0.0
    """None leaves it to the endpoint."""
    seed: int | None = None
    reply_tokens: int = 4096
    """The most tokens of one reply, a reasoning model's thinking included."""
    timeout: float = 600.0
    """Seconds for one try, from the first byte sent to the last byte read."""

    @property
    def host(self) -> str:
        return urlsplit(self.base_url).hostname or ""

    @property
    def local(self) -> bool:
        """Whether it is on this machine."""
        try:
            address = ipaddress.ip_address(self.host)
        except ValueError:
            return self.host == "localhost"
        return address.is_loopback or address.is_unspecified

    def redacted(self, text: str) -> str:
        """`text` with every occurrence of a secret key replaced by `***`."""
        return text.replace(self.key, "***") if len(self.key) >= SECRET else text


def endpoint(model: str, base_url: str = "", env: Mapping[str, str] = os.environ, **rest: Any) -> Endpoint:
    """The endpoint of `model` at `base_url`, else at OPENAI_BASE_URL, else at OpenAI's; `rest` as in `Endpoint`.

    The key is OPENAI_API_KEY. Mistake when there is no model, when the official host has no key, or when the address
    is none or holds a secret (it would be stored with the run).
    """
    key = env.get("OPENAI_API_KEY", "").strip()
    given = base_url.strip() or env.get("OPENAI_BASE_URL", "").strip() or OFFICIAL
    if not model.strip():
        raise Mistake("No model is named", cure="Name one: --model NAME")
    if not re.fullmatch(r"[\x21-\x7e]*", key):
        raise Mistake("OPENAI_API_KEY holds spaces or characters that no header may hold", cure="Copy the key again.")
    address = _checked(given, key)
    if not key and urlsplit(address).hostname == urlsplit(OFFICIAL).hostname:
        raise Mistake(
            "OPENAI_API_KEY is not set",
            cure="Set it, or name a server of your own: --base-url http://localhost:8000/v1",
        )
    made = Endpoint(model.strip(), address, key or NO_KEY, **rest)
    if made.reply_tokens < 1 or made.timeout <= 0:
        raise Mistake("A reply needs at least one token and some time", got=f"{made.reply_tokens}, {made.timeout} s")
    return made


def _checked(given: str, key: str) -> str:
    """`given` without a trailing slash or `/chat/completions`; nothing of a refused address is shown but its host."""
    parts = _parts(given)
    if parts is None:
        raise Mistake("The base URL is no http(s) address", cure="Give it like: --base-url http://localhost:8000/v1")
    if "@" in parts.netloc or parts.query or parts.fragment or (len(key) >= SECRET and key in given):
        raise Mistake(
            "The base URL holds a user, a password, a key or a query, and it would be stored with the run",
            got=f"{parts.scheme}://{parts.hostname}/…",
            cure="Give the plain address, and the key in OPENAI_API_KEY.",
        )
    return re.sub(r"(/chat/completions|/embeddings)?/*$", "", given)


def _parts(given: str) -> SplitResult | None:
    try:
        parts = urlsplit(given)
        parts.port  # noqa: B018 - reading it checks it
    except ValueError:
        return None
    plain = re.fullmatch(r"[\x21-\x7e]+", given) is not None
    return parts if plain and parts.scheme in ("http", "https") and parts.hostname else None
