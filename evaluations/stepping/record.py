"""The record of calls as the stepper reads it: what was sent and what came back, for an event that tells of a call."""

from __future__ import annotations

from functools import cached_property

from agent.model.asked import passed
from agent.model.calls import Calls, Kept
from agent.model.keys import short
from agent.trace import Event
from evaluations.branches import BranchFolder


class Record:
    """Finds calls in the record of a trace, or of one of its branches. It is read when first needed."""

    def __init__(self, folder: BranchFolder, branch: str = "") -> None:
        self._folder, self._branch = folder, branch

    def find(self, event: Event) -> Kept | None:
        """The call that a `called` event tells of; None when the record does not hold it."""
        return next((self._calls[key] for key in passed([event]) if key in self._calls), None)

    @cached_property
    def _calls(self) -> dict[tuple[str, str, int], Kept]:
        own, *above = self._folder.lineage(self._branch)
        kept = Calls(self._folder.run.place / "calls", own, parents=above).all()
        calls: dict[tuple[str, str, int], Kept] = {}
        for one in kept:
            calls.setdefault((one.key.node, short(one.key.content), one.key.occurrence), one)
        return calls
