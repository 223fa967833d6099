"""Turns: which occurrence of a request comes next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from agent.model.asked import Passed
from agent.model.faults import Fault
from agent.model.keys import short


class Turns:
    """Hands out the occurrences of each (node, content), from 1. One whose call came to nothing is free again."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], set[int]] = {}

    def passed(self, calls: Iterable[Passed]) -> None:
        """Take what was taken before."""
        for node, content, occurrence in calls:
            self._of(node, content).add(occurrence)

    @contextmanager
    def next(self, node: str, content: str) -> Iterator[int]:
        """The lowest free occurrence, kept when the calls under it have their answer, even if it is a Fault."""
        taken = self._of(node, content)
        mine = next(n for n in range(1, len(taken) + 2) if n not in taken)
        taken.add(mine)
        try:
            yield mine
        except Fault:
            raise
        except BaseException:
            taken.discard(mine)
            raise

    def _of(self, node: str, content: str) -> set[int]:
        return self._taken.setdefault((node, short(content)), set())
