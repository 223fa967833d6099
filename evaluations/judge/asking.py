"""Asking: one trace's way to the judge's model. A vote is a call of its own, on record, within the trace's budget."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from agent.model.calls import Calls
from agent.model.endpoint import Endpoint
from agent.model.faults import Fault
from agent.model.message import system, user
from agent.model.meter import Limits, RunMeter
from agent.model.model import Completes, Model
from agent.model.prices import Prices
from agent.trace import Usage
from evaluations.judge.ballots import Ballots
from evaluations.judge.prompts import prompts
from evaluations.judge.replies import one_object
from tools.book import Language

S = TypeVar("S", bound=BaseModel)
V = TypeVar("V")


@dataclass(frozen=True)
class Bench:
    """What all questions to one judge share. Without a client the record alone replies."""

    endpoint: Endpoint
    client: Completes | None
    meter: RunMeter
    prices: Prices
    calls: Path | None = None
    """The folder of this judge's calls; None keeps no record."""

    def asking(self, name: str, language: Language, votes: int, limits: Limits, retry: str) -> Asking:
        """The way to the model for the trace called `name`; `retry` names the words that ask again."""
        words = prompts(language)
        model = Model(
            self.client,
            self.endpoint,
            Calls(self.calls, name) if self.calls else Calls.nowhere(name),
            mode="resume" if self.client else "replay",
            run=self.meter,
            prices=self.prices,
            retry=lambda why: words.word(retry, why=why),
        )
        return Asking(model, language, votes, limits)


@dataclass
class Asking:
    """Asks as often as there are votes. A reply that cannot be used is a lost vote, and never a no."""

    model: Model
    language: Language
    votes: int = 1
    limits: Limits = field(default_factory=Limits)
    ballots: Ballots = field(default_factory=Ballots)
    spent: Usage = field(default_factory=Usage)

    async def structured(self, node: str, task: Callable[[int], str], shape: type[S]) -> list[S | None]:
        """The reply to `task(vote)` of each vote, from vote 1; None where it was lost."""
        opening = system(prompts(self.language).task("system"))

        def ask(vote: int) -> Awaitable[S]:
            return self.model.ask(node, [opening, user(task(vote))], shape, one_object)

        return [await self._vote(partial(ask, vote)) for vote in range(1, self.votes + 1)]

    async def written(self, node: str, task: Callable[[int], str], read: Callable[[str], V]) -> list[V | None]:
        """The same for a prompt of one's own, whose free reply `read` reads."""

        def ask(vote: int) -> Awaitable[V]:
            return self.model.read(node, [user(task(vote))], read)

        return [await self._vote(partial(ask, vote)) for vote in range(1, self.votes + 1)]

    async def _vote(self, ask: Callable[[], Awaitable[V]]) -> V | None:
        if limit := self._limit():
            self.ballots.lost(f"the budget of a question is spent: {limit}")
            return None
        try:
            return await ask()
        except Fault as fault:
            self.ballots.lost(str(fault)[:200])
            return None
        finally:
            for call in self.model.heard():
                self.spent = self.spent.plus(call.usage)

    def _limit(self) -> str:
        """The name of a limit that is reached; ''."""
        spent = {"calls": self.spent.calls, "tokens": self.spent.tokens, "cost": self.spent.cost}
        reached = [
            name
            for name, limit in self.limits.model_dump().items()
            if limit is not None and (used := spent[name]) is not None and used >= limit
        ]
        return ", ".join(reached)
