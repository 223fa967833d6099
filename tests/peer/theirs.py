"""Somebody's own researcher, as --researcher MODULE:NAME finds it: it answers with the first option."""

from __future__ import annotations

from collections.abc import Sequence

from agent.moves import Conclusion
from agent.notebook import Notebook, Sink
from agent.question import Budget, Player, Question, view_of
from agent.trace import Event
from tools.search import BookSearch


class Parrot:
    """Says what it heard first."""

    player = Player(name="parrot", kind="control")

    async def research(
        self, question: Question, search: BookSearch, past: Sequence[Event] = (), sink: Sink | None = None
    ) -> list[Event]:
        notebook = Notebook(search.view, (), sink)
        notebook.open(self.player, question, view_of(search.view, search.semantic_name), Budget())
        notebook.answer(Conclusion(value=next(iter(question.options))), "forced")
        return notebook.events
