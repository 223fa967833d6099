"""One reading, one reply: the controls' researcher, whatever view it is given. It leaves a trace like any other."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from agent.model.faults import Fault
from agent.moves import Conclusion, HypothesisMove, Probe
from agent.notebook import Notebook, Sink
from agent.question import Budget, Player, Question, view_of
from agent.reader import Reader
from agent.reasoner import thought
from agent.retrieval import Chunks, Retrieval
from agent.trace import Event
from tools.book import Paragraph
from tools.search import BookSearch

BUDGET = Budget(rounds=1)


class OneShotResearcher:
    """Reads all of its view, or what `retrieval` finds in it, and gives the reader one reply. Implements Researcher."""

    def __init__(self, reader: Reader, name: str = "one reading", retrieval: Retrieval | None = None) -> None:
        self.reader = reader
        self.name = name
        self.retrieval = retrieval
        self._opening = asyncio.Lock()  # one view at a time: views of one novel share the vectors of the first
        told = reader.player
        named = name if told.kind == "model" else f"{name} · {told.name}"
        self.player = Player(name=named, kind="control", model=told.model, infers=told.infers)

    async def research(
        self, question: Question, search: BookSearch, past: Sequence[Event] = (), sink: Sink | None = None
    ) -> list[Event]:
        notebook = Notebook(search.view, past, sink)
        if not past:
            semantic = search.semantic_name if self.retrieval else "none"
            notebook.open(self.player, question, view_of(search.view, semantic), BUDGET)
        acts = {"hypothesize": self._hypothesize, "read": self._read, "answer": self._answer}
        for node in list(acts)[_done(notebook, list(acts)) :]:
            notebook.enter(node, 0 if node == "hypothesize" else 1)
            await acts[node](notebook, search)
        return notebook.events

    async def _hypothesize(self, notebook: Notebook, search: BookSearch) -> None:
        for label, text in notebook.state.asked.options.items():
            notebook.hypothesize(HypothesisMove(label=label, text=text))

    async def _read(self, notebook: Notebook, search: BookSearch) -> None:
        if self.retrieval is None:
            notebook.read((p.number for p in search.view.paragraphs), reason="all of it")
            return
        async with self._opening:
            chunks = await asyncio.to_thread(Chunks, search, self.retrieval.chunk)
        text = notebook.state.asked.text
        if query := notebook.probe(Probe(kind=chunks.kind, text=text)):
            hits = chunks.find(text, self.retrieval.k)
            notebook.found(query, hits)
            notebook.read(self.retrieval.arranged([hit.paragraph for hit in hits]), reason=query)

    async def _answer(self, notebook: Notebook, search: BookSearch) -> None:
        """The one reply: its quotations are noted, and the answer rests on those that hold."""
        given = [Paragraph(number, search.view[number]) for number in notebook.state.read]
        try:
            reply = await thought(notebook, self.reader, self.reader.read(notebook.state, search, given))
        except Fault as fault:
            notebook.fail(f"answer: {fault}")
            return
        parents = [name for quote in reply.quotes if (name := notebook.quote(quote))]
        notebook.assess()
        notebook.stop("one reading")
        conclusion = Conclusion(**reply.model_dump(exclude={"quotes"}), parents=tuple(parents))
        if not notebook.answer(conclusion, "forced"):
            notebook.fail("the answer was refused")


def _done(notebook: Notebook, nodes: list[str]) -> int:
    """How many of the nodes lie behind: events that are taken up again end with a node that was finished."""
    if notebook.state.status is not None:
        return len(nodes)
    return nodes.index(notebook.state.node) + 1 if notebook.state.node else 0
