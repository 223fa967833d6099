"""Who researches: from what --researcher says to a researcher and to what it may see of each case's view."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.extractive import ExtractiveReasoner
from agent.loop import LoopResearcher
from agent.oneshot import BUDGET, OneShotResearcher
from agent.question import Budget
from agent.researcher import Researcher
from evaluations.case import Case
from evaluations.controls import CONSTANT, CONTROLS, Narrow, check_constant, control
from evaluations.foreign import Foreign
from evaluations.views import whole
from tools.book import Book
from tools.mistake import Mistake
from tools.search import BookSearch
from tools.semantic import Meaning

EXTRACTIVE, AGENT = "extractive", "agent"
NAMES = (AGENT, EXTRACTIVE, *CONTROLS, "module:name")


@dataclass(frozen=True)
class Chosen:
    """A researcher, how runs are named after it, and the part of each view that it is given."""

    researcher: Researcher
    slug: str
    budget: Budget
    narrow: Narrow = whole
    looks: bool = True
    """Whether it searches, so that an embedder would matter."""

    def opened(self, case: Case, view: Book, meaning: Meaning) -> BookSearch:
        """The search of what it may see of a case's view, its vectors computed or read where it will use them."""
        search = BookSearch(self.narrow(case, view), meaning if self.looks else None)
        if not isinstance(self.researcher, OneShotResearcher):
            _ = search.vectors
        return search


def chosen(said: str, cases: Sequence[Case], settings: Mapping[str, str], budget: Budget) -> Chosen:
    """The researcher called `said`; Mistake when there is none, or it does not suit the cases."""
    name, _, value = said.partition(":")
    slug = re.sub(r'[\\/:*?"<>|\s\0]+', "-", said)
    if said == EXTRACTIVE:
        return Chosen(LoopResearcher(ExtractiveReasoner(), budget), slug, budget)
    if said == AGENT:
        raise Mistake("The agent needs a model in its seat", cure=f"Without one: --researcher {EXTRACTIVE}")
    if name in CONTROLS:
        if name == CONSTANT:
            check_constant(value, cases)
        made = control(name, value, settings)
        return Chosen(made, slug, BUDGET, CONTROLS[name].narrow, looks=made.retrieval is not None)
    if name and value and name not in (EXTRACTIVE, AGENT):
        return Chosen(Foreign(said), slug, budget)
    raise Mistake("There is no such researcher", got=said, allowed=", ".join(NAMES))
