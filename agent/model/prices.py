"""Prices: what a model's tokens cost. What is not known is None, never 0."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import Field, ValidationError

from agent.record import Record
from agent.trace import Usage
from tools.mistake import Mistake

_LISTED = Path(__file__).with_name("prices.toml")
_VERSION = re.compile(
    r"([-@](\d{4}-\d{2}-\d{2}|\d{3,8}|latest))?"
)  # a `-5` or `.1` names another model, at another price
_FORM = '["model-name"] with input = …, output = … and optionally cached = …, in US dollars per million tokens'


class Price(Record):
    """US dollars per million tokens."""

    input: float = Field(ge=0, allow_inf_nan=False)
    cached: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """For input the endpoint had kept; the price of input where it is not given."""
    output: float = Field(ge=0, allow_inf_nan=False)

    def of(self, usage: Usage) -> float:
        """Dollars. Cached tokens are among the input's, reasoning tokens among the output's."""
        cached = self.input if self.cached is None else self.cached
        fresh = usage.input_tokens - usage.cached_tokens
        return (fresh * self.input + usage.cached_tokens * cached + usage.output_tokens * self.output) / 1e6


@dataclass(frozen=True)
class Prices:
    """Prices by the model's name."""

    listed: Mapping[str, Price]

    @classmethod
    def read(cls, own: Path | None = None) -> Prices:
        """The listed prices, those of the user's file before them; Mistake when that is no such file."""
        listed = _known()
        return cls({**listed, **_read(own)}) if own else cls(listed)

    def price(self, model: str) -> Price | None:
        """The price under the model's own name, or under the longest one that it is a dated form of."""
        named = [name for name in self.listed if model.startswith(name) and _VERSION.fullmatch(model[len(name) :])]
        return self.listed[max(named, key=len)] if named else None

    def cost(self, model: str, usage: Usage) -> float | None:
        """Dollars; None when the price of the model is not known."""
        price = self.price(model)
        return price.of(usage) if price else None


@cache
def _known() -> Mapping[str, Price]:
    return _read(_LISTED)


def _read(file: Path) -> dict[str, Price]:
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        return {name: Price.model_validate(one, strict=True) for name, one in raw.items()}
    except OSError as error:
        raise Mistake(f"The prices cannot be read ({error.strerror})", got=str(file)) from None
    except ValidationError as error:
        first = error.errors()[0]
        told = f"{'.'.join(map(str, first['loc'])) or 'entry'}: {first['msg']}"
        raise Mistake(f"A price in {str(file)!r} is wrong ({told})", allowed=_FORM) from None
    except ValueError as error:
        raise Mistake(f"{str(file)!r} is no file of prices ({error})", allowed=_FORM) from None
