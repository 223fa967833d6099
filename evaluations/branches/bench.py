"""The bench: what a stored question needs to be researched further, as run.json says: view, search, researcher."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from agent.llm.reader import Wording
from agent.model.calls import spent
from agent.model.client import Client
from agent.model.embeddings import endpoint_embedder
from agent.model.endpoint import NO_KEY, OFFICIAL, Endpoint, endpoint
from agent.model.meter import Limits, RunMeter
from agent.model.prices import Prices
from agent.state import State
from evaluations import embedders
from evaluations.benchmarks import benchmark
from evaluations.case import Case
from evaluations.home import home
from evaluations.researchers import AGENT, EXTRACTIVE, Chosen, chosen
from evaluations.searches import Searches
from evaluations.seats import Seats
from evaluations.store import RunFolder, RunRecord
from evaluations.views import Views
from tools.book import Book
from tools.embedding import Embedder, label
from tools.mistake import Mistake
from tools.search import BookSearch
from tools.semantic import Meaning


@dataclass(frozen=True)
class Asking:
    """How models are asked while research goes on, beyond what the run's record says."""

    base_url: str = ""
    """Another address than the run's."""
    offline: bool = False
    """Make no call: replies come from the record alone."""
    timeout: float = 600.0
    prices: Path | None = None
    limits: Limits | None = None
    """What the run, with its branches, may spend altogether; None is no limit."""
    embedder: str = "auto"
    """Search by meaning, where the run had it; it must be the same."""


class Bench:
    """One run's, for any of its cases. Nothing is read or connected before it is needed."""

    def __init__(self, run: RunFolder, asking: Asking | None = None) -> None:
        self.run = run
        self.asking = asking or Asking()
        self._views = Views()
        self._searches = Searches(lambda: self._meaning)

    @cached_property
    def record(self) -> RunRecord:
        return self.run.record()

    def case(self, case_id: str) -> Case:
        """The case with this id; Mistake when the run has none."""
        if case_id not in self._cases:
            raise Mistake(f"Run {self.run.name} has no case {case_id!r}", exit_code=1)
        return self._cases[case_id]

    def view(self, case: Case, state: State) -> Book:
        """The view that the trace was made in; Mistake when its novel is not there, or is another edition."""
        view = self._views.view(case)
        if state.view and state.view.digest != view.digest:
            raise Mistake(f"The novel of {case.id} is another edition than the one researched", got=case.book or "")
        return view

    def search(self, player: Chosen, case: Case, state: State) -> BookSearch:
        """The search that `player` had in the run, over the same view."""
        return player.opened(case, self.view(case, state), self._searches)

    def player(self, case: Case, state: State, seats: Seats | None) -> Chosen:
        """The run's own researcher, with what `state` allows it to spend."""
        record, kind = self.record, benchmark(self.record.benchmark)
        said = AGENT if record.chosen == EXTRACTIVE and state.player.kind == "model" else record.chosen
        own = record.model.own_prompt if record.model else ""
        wording = Wording(own, kind.reading(record.settings)) if own else None
        return chosen(said, [case], record.settings, state.budget, seats, wording)

    def seats(self, model: str) -> Seats | None:
        """Seats for `model` as the run asked its own; None where no model is asked. The caller closes them."""
        if not model:
            return None
        asked, asking = self._endpoint(model), self.asking
        table = Prices.read(asking.prices)
        meter = RunMeter(asking.limits, spent(self.run.place / "calls"))
        meter.admit(model, table)
        return Seats(asked, None if asking.offline else Client(asked), meter, table)

    def _endpoint(self, model: str) -> Endpoint:
        was = self.record.model
        base = self.asking.base_url or (was.base_url if was else "")
        told: dict[str, Any] = {"temperature": 0.0, "reply_tokens": 8192, "timeout": self.asking.timeout}
        if was:
            told |= {"temperature": was.temperature, "reply_tokens": was.reply_tokens, "seed": self.record.seed or None}
        if self.asking.offline:
            return Endpoint(model, base or OFFICIAL, NO_KEY, **told)
        return endpoint(model, base, **told)

    @cached_property
    def _cases(self) -> dict[str, Case]:
        return {case.id: case for case in self.run.cases()}

    @cached_property
    def _meaning(self) -> Meaning:
        """The embedder that the run had; Mistake when it cannot be had."""
        if self.record.embedder == "none":
            return Meaning()
        made = embedders.chosen(self.asking.embedder, home(), self._embedder)
        if made.embedder is None or label(made.embedder) != self.record.embedder:
            raise Mistake("The run searched by meaning with another embedder", got=self.asking.embedder,
                          allowed=self.record.embedder, cure="Name it: --embedder NAME")  # fmt: skip
        return made

    def _embedder(self, model: str) -> Embedder:
        if self.asking.offline:
            raise Mistake(f"The embedder endpoint:{model} has to be asked", cure="Leave out --offline.")
        return endpoint_embedder(model, self.asking.base_url)
