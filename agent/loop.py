"""The LangGraph loop: one node an act, in rounds, until a stop holds. Its state: the events, and what they call for."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict, TypeVar

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent import stops
from agent.model.faults import Fault
from agent.moves import AbsenceMove, HypothesisMove, MergeMove
from agent.notebook import Notebook, Sink
from agent.question import Budget, Question, view_of
from agent.reading import DIRECT, HITS, to_read
from agent.reasoner import Reasoner, thought
from agent.trace import Event
from tools.search import BookSearch

Pause = Callable[[str, Sequence[Event]], Awaitable[None]]
"""Awaited before each node with its name and the events so far; what it raises ends the research there."""


class LoopState(TypedDict):
    """What LangGraph carries: the events so far, as plain JSON, appended to by every node, and what they call for."""

    events: Annotated[list[dict[str, Any]], operator.add]
    following: str
    """The node that comes next, told by whoever has folded the events, so that they are not folded again for it."""


T = TypeVar("T")
Act = Callable[[Notebook], Awaitable[None]]
Loop = CompiledStateGraph[LoopState, None, LoopState, LoopState]


class LoopResearcher:
    """Researches by the loop, with `reasoner` in the seat. Implements Researcher."""

    def __init__(self, reasoner: Reasoner, budget: Budget | None = None, pause: Pause | None = None) -> None:
        self.reasoner = reasoner
        self.pause = pause
        self.budget = budget or Budget()
        self.player = reasoner.player

    async def research(
        self, question: Question, search: BookSearch, past: Sequence[Event] = (), sink: Sink | None = None
    ) -> list[Event]:
        notebook = Notebook(search.view, past, sink)
        if not past:
            notebook.open(self.player, question, view_of(search.view, search.semantic_name), self.budget)
        loop = build(search, self.reasoner, sink, self.pause)
        events = [event.model_dump(mode="json") for event in notebook.events]
        begun = LoopState(events=events, following=stops.following(notebook.state))
        ended = await loop.ainvoke(begun, {"recursion_limit": 20 + 10 * self.budget.rounds})
        return _events(ended["events"])


def build(search: BookSearch, reasoner: Reasoner, sink: Sink | None = None, pause: Pause | None = None) -> Loop:
    """The compiled loop over one view. Which node comes next is read from the events (`stops.following`)."""
    graph = StateGraph(LoopState)
    ways: dict[Hashable, str] = {**{node: node for node in stops.NODES}, stops.END: END}
    for name, act in Acts(search, reasoner).by_name().items():
        graph.add_node(name, Node(name, act, search, sink, pause))
        graph.add_conditional_edges(name, _route, ways)
    graph.add_conditional_edges(START, _route, ways)
    return graph.compile()


@dataclass(frozen=True)
class Node:
    """A node as LangGraph calls it: the state in, the events to append out.

    No closure, because LangGraph takes a function apart to look for graphs inside it, at every question.
    """

    name: str
    act: Act
    search: BookSearch
    sink: Sink | None
    pause: Pause | None

    async def __call__(self, state: LoopState) -> LoopState:
        past = _events(state["events"])
        if self.pause:
            await self.pause(self.name, past)
        notebook = Notebook(self.search.view, past, self.sink)
        notebook.enter(self.name, notebook.state.round + (self.name == "probe"))
        try:
            await self.act(notebook)
        except Fault as fault:
            notebook.fail(f"{self.name}: {fault}")
        if reason := stops.overspent(notebook.state):
            notebook.stop(reason)
        made = [event.model_dump(mode="json") for event in notebook.events[len(past) :]]
        return LoopState(events=made, following=stops.following(notebook.state))


def _route(state: LoopState) -> str:
    return state["following"]


def _events(stored: Sequence[dict[str, Any]]) -> list[Event]:
    return [Event.model_validate(one) for one in stored]


class Acts:
    """What happens at each node: the reasoner proposes, the notebook decides, code searches and reads."""

    def __init__(self, search: BookSearch, reasoner: Reasoner) -> None:
        self.search = search
        self.reasoner = reasoner

    def by_name(self) -> dict[str, Act]:
        return {
            "analyze": self.analyze,
            "hypothesize": self.hypothesize,
            "probe": self.probe,
            "search": self.look,
            "read": self.read,
            "extract": self.extract,
            "link": self.link,
            "assess": self.assess,
            "verify": self.verify,
            "answer": self.answer,
        }

    async def analyze(self, notebook: Notebook) -> None:
        notebook.analyze(await self._think(notebook, self.reasoner.analyze(notebook.state)))

    async def hypothesize(self, notebook: Notebook) -> None:
        """The rivals; where there is no text to search, the answer is due at once."""
        for move in await self._think(notebook, self.reasoner.hypothesize(notebook.state)):
            notebook.hypothesize(move)
        if notebook.state.closed:
            notebook.stop(stops.CLOSED_BOOK)

    async def probe(self, notebook: Notebook) -> None:
        """The reasoner's queries; in what may be the last round one place is kept to try to refute the leader."""
        proposed = list(await self._think(notebook, self.reasoner.probe(notebook.state, self.search)))
        if missing := stops.missing_refutation(notebook.state, proposed):
            proposed = [*proposed[: notebook.state.budget.queries_a_round - 1], missing]
        for move in proposed:
            notebook.probe(move)

    async def look(self, notebook: Notebook) -> None:
        for query in notebook.state.waiting:
            # beside the loop: an embedder behind an endpoint must not hold up the other questions
            most = notebook.state.budget.reads_a_round if query.kind in DIRECT else HITS
            notebook.found(query.id, await asyncio.to_thread(self.search.look, query.kind, query.text, most))

    async def read(self, notebook: Notebook) -> None:
        for query, numbers in to_read(notebook.state, self.search):
            notebook.read(numbers, reason=query)

    async def extract(self, notebook: Notebook) -> None:
        fresh = self.search.read(notebook.state.fresh)
        thinking = self.reasoner.extract(notebook.state, self.search, fresh)
        for move in await self._think(notebook, thinking):
            if isinstance(move, AbsenceMove):
                notebook.absence(move)
            else:
                notebook.quote(move)

    async def link(self, notebook: Notebook) -> None:
        for move in await self._think(notebook, self.reasoner.link(notebook.state)):
            if isinstance(move, HypothesisMove):
                notebook.hypothesize(move)
            elif isinstance(move, MergeMove):
                notebook.merge(move)
            else:
                notebook.infer(move)

    async def assess(self, notebook: Notebook) -> None:
        notebook.assess()
        if reason := stops.stop(notebook.state):
            notebook.stop(reason)

    async def verify(self, notebook: Notebook) -> None:
        notebook.verify(await self._think(notebook, self.reasoner.verify(notebook.state)))
        if reason := stops.after_verification(notebook.state):
            notebook.stop(reason)

    async def answer(self, notebook: Notebook) -> None:
        """The answer; one that is refused may be mended once, then the case fails rather than guess."""
        status = stops.status(notebook.state)
        for _ in range(2):
            if notebook.answer(await self._think(notebook, self.reasoner.conclude(notebook.state)), status):
                return
        notebook.fail("the answer was refused twice")

    async def _think(self, notebook: Notebook, thinking: Awaitable[T]) -> T:
        return await thought(notebook, self.reasoner, thinking)
