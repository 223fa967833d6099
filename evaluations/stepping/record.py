"""The record of calls as the stepper reads it: what was sent and what came back, for an event that tells of a call."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from agent.model.asked import passed
from agent.model.calls import Calls, Kept
from agent.model.keys import short
from agent.trace import Event


class Record:
    """Finds calls in the records called `names`, the first of them first. They are read when first needed."""

    def __init__(self, place: Path, names: Sequence[str]) -> None:
        """`place` is the run's folder of calls."""
        self._place, self._names = place, names

    def find(self, event: Event) -> Kept | None:
        """The call that a `called` event tells of; None when no record holds it."""
        return next((self._calls[key] for key in passed([event]) if key in self._calls), None)

    @cached_property
    def _calls(self) -> dict[tuple[str, str, int], Kept]:
        own, *above = self._names
        calls: dict[tuple[str, str, int], Kept] = {}
        for one in Calls(self._place, own, parents=above).all():
            calls.setdefault((one.key.node, short(one.key.content), one.key.occurrence), one)
        return calls
