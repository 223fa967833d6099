"""RunMeter: what the calls of a whole run have cost, and the limits of that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pydantic import Field

from agent.model.prices import Prices
from agent.record import Record
from agent.trace import Usage
from tools.mistake import Mistake


class Limits(Record):
    """What a run may spend altogether; None is no limit."""

    calls: int | None = Field(default=None, ge=0)
    tokens: int | None = Field(default=None, ge=0)
    """Uncached input plus output."""
    cost: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """US dollars."""


class RunMeter:
    """Adds up a run's calls, on top of what its record held before (`already`), and stops at the limits.

    Calls under way count as calls; their tokens and cost are known only when they return, so a run may
    overstep those limits by what was under way. A reply from the record is in `already` and costs nothing again.
    """

    def __init__(self, limits: Limits | None = None, already: Usage | None = None) -> None:
        self.limits = limits or Limits()
        self.spent = already or Usage()
        self._under_way = 0

    def admit(self, model: str, prices: Prices) -> None:
        """Mistake when a cost limit is set that could not be kept, because a price is not known."""
        if self.limits.cost is None:
            return
        if prices.price(model) is None:
            raise Mistake(
                f"The price of the model {model!r} is not known, so a limit on cost cannot be kept",
                cure="List it in a file of prices, or limit calls or tokens.",
            )
        if self.spent.cost is None:
            raise Mistake(
                "What this run has cost so far is not known, so a limit on cost cannot be kept",
                cure="Limit calls or tokens, or begin another run with --name.",
            )

    def check(self) -> None:
        """Mistake when a limit of the run is spent."""
        spent = {"calls": self.spent.calls + self._under_way, "tokens": self.spent.tokens, "cost": self.spent.cost}
        for name, limit in self.limits.model_dump().items():
            used = spent[name]
            if limit is not None and used is not None and used >= limit:
                raise Mistake(
                    f"The run's limit on {name} is spent: {_told(name, used)} of {_told(name, limit)}",
                    cure="The same command with a higher limit goes on.",
                    exit_code=1,
                )

    @contextmanager
    def call(self) -> Iterator[Callable[[Usage], None]]:
        """One call under way, if the limits still allow it; tell what it cost to the function this gives."""
        self.check()
        self._under_way += 1
        try:
            yield self._charge
        finally:
            self._under_way -= 1

    def _charge(self, usage: Usage) -> None:
        self.spent = self.spent.plus(usage)


def _told(name: str, amount: float) -> str:
    return f"${amount:.4f}" if name == "cost" else f"{amount:,}"
