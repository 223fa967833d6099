"""Live: research that pauses before its nodes so that somebody can look, go back, and let it go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console

from agent.trace import Event
from evaluations.stepping.breaks import Breaks
from evaluations.stepping.cursor import Cursor
from evaluations.stepping.gold import Marks
from evaluations.stepping.keys import Keys
from evaluations.stepping.record import Record
from evaluations.stepping.stepper import Stepper
from evaluations.store import RunFolder
from tools.mistake import Mistake


class Left(Mistake):
    """Somebody left research that was under way. What was done so far is kept."""

    def __init__(self) -> None:
        super().__init__(
            "Left before the end", cure="Nothing is lost: the same command goes on from here.", exit_code=0
        )


class Researched(NamedTuple):
    """Which question of which run is under way."""

    run: RunFolder
    case: str
    repeat: int = 1


class UnderWay:
    """The events so far of a question under way. Implements Steps."""

    live = True
    unfinished = ""

    def __init__(self, asked: Researched, events: Sequence[Event]) -> None:
        self.title = f"{asked.case} (under way)"
        self.cursor = Cursor(events)
        self._asked = asked

    @property
    def record(self) -> Record:
        """Read anew at every look, since it grows."""
        return Record(self._asked.run.place / "calls", [f"{self._asked.case}.{self._asked.repeat}"])

    def edit(self, text: str) -> str:
        """Mistake: a fork needs an end to compare with."""
        raise Mistake("What is under way cannot be forked", cure="Let it come to its end (c); then change it here.")

    def run_on(self) -> str:
        """Mistake: going on is the loop's own affair."""
        raise Mistake("This is under way", cure="Go on: c")


class Pauses:
    """The hook that the loop awaits before each node: it stops there to be stepped through, or lets it pass."""

    def __init__(self, asked: Researched, breaks: Breaks, keys: Keys, out: Console, marks: Marks | None = None) -> None:
        self._asked, self._breaks, self._keys, self._out, self._marks = asked, breaks, keys, out, marks
        self._steps: UnderWay | None = None
        self._next = False  # `n` was the last word: stop before the next node whatever the breaks say

    async def __call__(self, node: str, events: Sequence[Event]) -> None:
        """Left when somebody leaves. It blocks: while it is looked at, nothing else is to be done."""
        seen = len(self._steps.cursor) if self._steps else 0
        if self._steps is None:
            self._steps = UnderWay(self._asked, events)
        cursor = self._steps.cursor
        cursor.extend(events[len(cursor) :])
        why = self._breaks.why(cursor.at(len(cursor)), events[seen:])
        if not (why or self._next or self._breaks.holds(node)):
            return
        cursor.to(len(cursor))
        told = f"Paused before {node}{f': {why}' if why else ''}. n or c goes on."
        end = Stepper(self._steps, self._keys, self._out, self._marks).run(told)
        if end == "quit":
            raise Left
        self._next = end == "next"
