"""Who researches: from what --researcher says to a researcher and to what it may see of each case's view."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent.extractive import ExtractiveReasoner
from agent.llm.reader import LLMReader, Wording
from agent.llm.seat import LLMReasoner
from agent.loop import LoopResearcher
from agent.oneshot import BUDGET
from agent.question import Budget, Player
from agent.researcher import Researcher
from evaluations.case import Case
from evaluations.controls import CONSTANT, CONTROLS, Narrow, check_constant, control
from evaluations.foreign import Foreign
from evaluations.searches import Searches
from evaluations.seats import Desk, Seats
from evaluations.views import whole
from tools.book import Book
from tools.mistake import Mistake
from tools.search import BookSearch

EXTRACTIVE, AGENT = "extractive", "agent"
NAMES = (AGENT, EXTRACTIVE, *CONTROLS, "module:name")


@dataclass(frozen=True)
class Chosen:
    """A researcher for each question, how runs are named after it, and the part of each view that it is given."""

    player: Player
    slug: str
    budget: Budget
    seated: Callable[[Desk], Researcher]
    """The researcher at a desk: one for all of them, or with a model one for each question."""
    narrow: Narrow = whole
    looks: bool = True
    """Whether it searches, so that an embedder would matter."""
    seats: Seats | None = None
    """Where its models come from, when it has any."""

    def opened(self, case: Case, view: Book, searches: Searches) -> BookSearch:
        """The search of what it may see of a case's view, its vectors computed or read where it will use them."""
        search = searches.of(self.narrow(case, view), self.looks)
        if self.player.kind != "control":
            _ = search.vectors
        return search


def chosen(
    said: str,
    cases: Sequence[Case],
    settings: Mapping[str, str],
    budget: Budget,
    seats: Seats | None = None,
    wording: Wording | None = None,
) -> Chosen:
    """The researcher called `said`; Mistake when there is none, or it does not suit the cases or the model."""
    name, _, value = said.partition(":")
    slug = _slug(said) + (f"-{_slug(seats.endpoint.model)}" if seats else "")
    if wording and name not in CONTROLS:
        raise Mistake("A prompt file is for the controls", got=said, allowed=", ".join(CONTROLS))
    if said == AGENT:
        return _agent(slug, budget, seats)
    if said == EXTRACTIVE:
        if seats:
            raise Mistake("The extractive researcher has no model", cure=f"Leave out --model, or: --researcher {AGENT}")
        rules = ExtractiveReasoner()
        return Chosen(rules.player, slug, budget, lambda desk: LoopResearcher(rules, budget, desk.pause))
    if name in CONTROLS:
        return _control(said, slug, cases, settings, seats, wording)
    if name and value and name not in (EXTRACTIVE, AGENT):
        return _same(Foreign(said), slug, budget)
    raise Mistake("There is no such researcher", got=said, allowed=", ".join(NAMES))


def _agent(slug: str, budget: Budget, seats: Seats | None) -> Chosen:
    if seats is None:
        cure = f"Give --model NAME (and --base-url URL), or: --researcher {EXTRACTIVE}"
        raise Mistake("The agent needs a model in its seat", cure=cure)

    def seated(desk: Desk) -> Researcher:
        return LoopResearcher(LLMReasoner(seats.model(desk)), budget, desk.pause)

    player = Player(name=AGENT, kind="model", model=seats.endpoint.model)
    return Chosen(player, slug, budget, seated, seats=seats)


def _control(
    said: str,
    slug: str,
    cases: Sequence[Case],
    settings: Mapping[str, str],
    seats: Seats | None,
    wording: Wording | None,
) -> Chosen:
    """A control with rules in its seat, or with a model; the constant answer needs neither."""
    name, _, value = said.partition(":")
    narrow = CONTROLS[name].narrow
    if name == CONSTANT:
        check_constant(value, cases)
    made = control(name, value, settings)
    if seats is None or name == CONSTANT:
        slug = _slug(said)
        return Chosen(made.player, slug, BUDGET, lambda desk: made, narrow, looks=made.retrieval is not None)

    def seated(desk: Desk) -> Researcher:
        return control(name, value, settings, LLMReader(seats.model(desk), wording))

    player = made.player.model_copy(update={"name": made.name, "model": seats.endpoint.model, "infers": True})
    return Chosen(player, slug, BUDGET, seated, narrow, looks=made.retrieval is not None, seats=seats)


def _same(researcher: Researcher, slug: str, budget: Budget) -> Chosen:
    """One researcher at every desk."""
    return Chosen(researcher.player, slug, budget, lambda desk: researcher)


def _slug(said: str) -> str:
    return re.sub(r'[\\/:*?"<>|\s\0]+', "-", said)
