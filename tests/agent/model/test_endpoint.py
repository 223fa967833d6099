"""The endpoint: where its address and key come from, and what is refused before anything is spent."""

from __future__ import annotations

import pytest

from agent.model.endpoint import Endpoint, endpoint
from tools.mistake import Mistake

LOCAL = "http://localhost:8000/v1"


def test_the_address_is_the_one_given_else_the_environments_else_openais() -> None:
    key = {"OPENAI_API_KEY": "sk-1"}
    assert endpoint("m", LOCAL, {**key, "OPENAI_BASE_URL": "http://other:1/v1"}).base_url == LOCAL
    assert endpoint("m", "", {**key, "OPENAI_BASE_URL": "http://other:1/v1"}).base_url == "http://other:1/v1"
    assert endpoint("m", "", key).base_url == "https://api.openai.com/v1"


def test_openais_own_host_without_a_key_is_a_mistake() -> None:
    with pytest.raises(Mistake, match="OPENAI_API_KEY is not set"):
        endpoint("m", "", {})
    with pytest.raises(Mistake, match="OPENAI_API_KEY is not set"):
        endpoint("m", "https://API.openai.com/v1", {"OPENAI_API_KEY": "  "})


@pytest.mark.parametrize("address", [LOCAL, "http://10.0.0.7:1234/v1", "https://models.example.org/api/v1"])
def test_a_server_of_ones_own_needs_no_key(address: str) -> None:
    assert endpoint("m", address, {}).key == "none"


@pytest.mark.parametrize(
    "address", ["localhost:8000", "ftp://x/v1", "/v1", "http://", "http://x:port/v1", "http://a b/v1"]
)
def test_what_is_no_http_address_is_a_mistake(address: str) -> None:
    with pytest.raises(Mistake, match="no http"):
        endpoint("m", address, {})


@pytest.mark.parametrize(
    "address",
    [
        "https://ann:pass-9@example.org/v1",
        "https://pass-9@example.org/v1",
        "https://example.org/v1?api_key=pass-9",
        "https://example.org/pass-9/v1",
        "https://example.org/v1#pass-9",
    ],
)
def test_an_address_that_holds_a_secret_is_refused_without_showing_it(address: str) -> None:
    with pytest.raises(Mistake, match="would be stored") as met:
        endpoint("m", address, {"OPENAI_API_KEY": "pass-9"})
    assert "pass-9" not in str(met.value)


@pytest.mark.parametrize("key", ["sk 1", "sk-1\nX-Other: 2", "sk-秘密"])
def test_a_key_that_no_header_may_hold_is_refused_without_showing_it(key: str) -> None:
    with pytest.raises(Mistake, match="OPENAI_API_KEY") as met:
        endpoint("m", LOCAL, {"OPENAI_API_KEY": key})
    assert key not in str(met.value)


@pytest.mark.parametrize("given", [LOCAL + "/", LOCAL + "/chat/completions", LOCAL + "/chat/completions/"])
def test_an_address_copied_with_its_tail_is_cut_back(given: str) -> None:
    assert endpoint("m", given, {}).base_url == LOCAL


def test_the_rest_is_taken_and_checked() -> None:
    made = endpoint(" m ", LOCAL, {}, temperature=None, seed=3, reply_tokens=100, timeout=5.0)
    assert made == Endpoint("m", LOCAL, "none", None, 3, 100, 5.0)
    with pytest.raises(Mistake, match="at least one token"):
        endpoint("m", LOCAL, {}, reply_tokens=0)
    with pytest.raises(Mistake, match="No model"):
        endpoint(" ", LOCAL, {})


def test_the_key_is_in_no_repr_and_is_taken_out_of_any_text() -> None:
    made = endpoint("m", LOCAL, {"OPENAI_API_KEY": "sk-nobody-9"})
    assert "sk-nobody-9" not in repr(made) + str(made)
    assert made.redacted("sk-nobody-9, and sk-nobody-9 again") == "***, and *** again"
    assert endpoint("m", LOCAL, {}).redacted("none of these") == "none of these"


def test_a_word_too_short_for_a_secret_stays_where_it_stands_in_replies_and_addresses() -> None:
    made = endpoint("m", "http://localhost:8000/v1", {"OPENAI_API_KEY": "x"})
    assert made.redacted('{"explanation": "next"}') == '{"explanation": "next"}'
    assert endpoint("m", "http://localhost:8000/v1", {"OPENAI_API_KEY": "local"}).host == "localhost"


def test_what_is_on_this_machine_is_known_as_local() -> None:
    local = [
        endpoint("m", f"http://{host}:1/v1", {}).local for host in ("localhost", "127.0.0.1", "127.0.1.1", "[::1]")
    ]
    assert all(local)
    assert not endpoint("m", "http://models.example.org/v1", {}).local
    assert not endpoint("m", "http://127.example.org/v1", {}).local
