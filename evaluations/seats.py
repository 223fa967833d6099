"""Seats: the model of each question, made from one client, one meter and one table of prices for a whole run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from agent.llm.prompts import prompts
from agent.model.asked import passed
from agent.model.calls import Calls
from agent.model.client import Client
from agent.model.endpoint import Endpoint
from agent.model.meter import RunMeter
from agent.model.model import Model
from agent.model.prices import Prices
from agent.question import Question
from agent.trace import Event

if TYPE_CHECKING:
    from agent.loop import Pause


@dataclass(frozen=True)
class Desk:
    """Where one question is researched once: its place in the record of calls, and the events it goes on from."""

    question: Question
    repeat: int = 1
    calls: Path | None = None
    """The run's folder of calls; None keeps no record."""
    past: Sequence[Event] = ()
    branch: str = ""
    parents: tuple[str, ...] = ()
    """Branches whose records are read after this one's, never written to."""
    pause: Pause | None = None
    """Awaited before every node of the loop, where somebody steps through it."""


@dataclass(frozen=True)
class Seats:
    """Makes models that share one client. Without a client no call may be made: the record alone replies."""

    endpoint: Endpoint
    client: Client | None
    meter: RunMeter
    prices: Prices

    def model(self, desk: Desk) -> Model:
        """The model for one question at one desk, its retry sentence in the question's language."""
        words = prompts(desk.question.language)
        name = f"{desk.question.id}.{desk.repeat}"
        calls = Calls(desk.calls, name, desk.branch, desk.parents) if desk.calls else Calls.nowhere()
        made = Model(
            self.client,
            self.endpoint,
            calls,
            mode="resume" if self.client else "replay",
            run=self.meter,
            prices=self.prices,
            retry=lambda why: words.word("retry", why=why),
        )
        made.passed(passed(desk.past))
        return made

    async def close(self) -> None:
        if self.client:
            await self.client.close()
