"""Prices: worked by hand, found under dated names, never guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.model.prices import Price, Prices
from agent.trace import Usage
from tools.mistake import Mistake

FERRY = Prices({"ferry": Price(input=2.0, cached=0.5, output=8.0), "ferry-mini": Price(input=1.0, output=4.0)})


def test_a_call_costs_its_fresh_its_cached_and_its_written_tokens() -> None:
    usage = Usage(
        calls=1, input_tokens=1_000_000, cached_tokens=400_000, output_tokens=100_000, reasoning_tokens=90_000
    )
    assert FERRY.cost("ferry", usage) == pytest.approx(0.6 * 2.0 + 0.4 * 0.5 + 0.1 * 8.0)
    assert FERRY.cost("ferry-mini", usage) == pytest.approx(1.0 + 0.1 * 4.0), "unlisted, a cached token costs a token"


def test_what_is_not_listed_is_unknown_and_never_free() -> None:
    assert FERRY.cost("steamer", Usage(calls=1, input_tokens=10)) is None
    assert FERRY.price("") is None


@pytest.mark.parametrize(
    ("model", "price"),
    [
        ("ferry", 2.0),
        ("ferry-2024-08-06", 2.0),
        ("ferry-20250514", 2.0),
        ("ferry@20250514", 2.0),
        ("ferry-0613", 2.0),
        ("ferry-latest", 2.0),
        ("ferry-mini-2024-07-18", 1.0),
        ("ferry-large", None),
        ("ferry-5", None),
        ("ferry.1", None),
        ("ferry2", None),
        ("ferry-mini-audio", None),
        ("my-ferry", None),
    ],
)
def test_a_dated_name_has_the_price_of_its_model_and_a_sibling_has_not(model: str, price: float | None) -> None:
    found = FERRY.price(model)
    assert (found.input if found else None) == price


def test_the_listed_prices_are_read_and_a_cached_token_is_never_dearer() -> None:
    listed = Prices.read().listed
    assert Prices.read().price("gpt-4o-mini-2024-07-18") == listed["gpt-4o-mini"]
    assert all((p.cached or 0) <= p.input <= p.output for p in listed.values())


def test_a_file_of_ones_own_goes_first_and_leaves_the_others(tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text('["gpt-4o"]\ninput = 1\noutput = 2.5\n["本地模型"]\ninput = 0\noutput = 0\n', encoding="utf-8")
    prices = Prices.read(own)
    assert prices.price("gpt-4o") == Price(input=1, output=2.5)
    assert prices.cost("本地模型", Usage(calls=1, input_tokens=10)) == 0.0
    assert prices.price("gpt-4o-mini") == Prices.read().price("gpt-4o-mini")
    assert Prices.read().price("gpt-4o") != prices.price("gpt-4o")


@pytest.mark.parametrize(
    "text",
    [
        "[ferry]\ninput = 1\n",
        "[ferry]\ninput = -1\noutput = 1\n",
        "[ferry]\ninput = nan\noutput = 1\n",
        "[ferry]\ninput = inf\noutput = 1\n",
        '[ferry]\ninput = "1"\noutput = 1\n',
        "[ferry]\ninput = true\noutput = 1\n",
        "[ferry]\ninput = 1\noutput = 1\nreasoning = 1\n",
        "ferry = 3\n",
        "[ferry\n",
        "\udcff",
    ],
)
def test_a_wrong_file_of_prices_is_one_line_for_the_user(text: str, tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(Mistake, match=r"prices\.toml"):
        Prices.read(own)


def test_a_file_of_prices_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="cannot be read"):
        Prices.read(tmp_path / "none.toml")
