"""A cursor over a trace's events: where we stand, the state there, and the ways to another place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from agent.fold import apply
from agent.state import State
from agent.trace import Event
from tools.mistake import Mistake

KEPT = 32
"""After so many events a state is kept, so that going back folds no more than these again."""


class Cursor:
    """`k` events have happened, 1 to `len(cursor)`. Needs no book, no key and no call."""

    def __init__(self, events: Sequence[Event], k: int = 1) -> None:
        """Mistake when there is no event, or one of a kind that this version does not know."""
        if not events:
            raise Mistake("There is nothing to step through: no event has happened yet", exit_code=1)
        self._events: list[Event] = []
        self._kept: dict[int, State] = {0: State()}
        self._last: tuple[int, State] = (0, State())
        self.k = 0
        self.extend(events)
        self.to(k)

    def __len__(self) -> int:
        return len(self._events)

    @property
    def events(self) -> Sequence[Event]:
        return self._events

    @property
    def event(self) -> Event:
        """The event that happened last."""
        return self._events[self.k - 1]

    @property
    def state(self) -> State:
        """The state after it. It is kept for later: look, do not change."""
        return self.at(self.k)

    def at(self, k: int) -> State:
        """The state after the first `k` events."""
        if self._last[0] != k:
            start = max(at for at in self._kept if at <= k)
            if start < self._last[0] < k:
                start, state = self._last[0], copied(self._last[1])
            else:
                state = copied(self._kept[start])
            for event in self._events[start:k]:
                apply(state, event)
            self._last = k, state
        return self._last[1]

    def extend(self, events: Iterable[Event]) -> None:
        """More has happened; the cursor stays where it is."""
        state = copied(self.at(len(self)))
        for event in events:
            try:
                apply(state, event)
            except (ValueError, KeyError, TypeError) as error:
                what = f"Event {event.k} ({event.kind}) cannot be read: it may come from a later version"
                raise Mistake(what, exit_code=1) from error
            self._events.append(event)
            if len(self) % KEPT == 0:
                self._kept[len(self)] = copied(state)
        self._last = len(self), state

    def to(self, k: int) -> None:
        """Go to event `k`; Mistake when there is none."""
        if not 1 <= k <= len(self):
            raise Mistake("There is no such event", got=k, allowed=f"1 to {len(self)}")
        self.k = k

    def move(self, by: int) -> bool:
        """Go so many events on, or back; False at the end, where there is nowhere to go."""
        there = min(max(self.k + by, 1), len(self))
        moved, self.k = there != self.k, there
        return moved

    def find(self, wanted: Callable[[Event], bool], by: int = 1) -> bool:
        """Go to the next event that is wanted (the one before with `by` -1); False and stay when there is none."""
        places = range(self.k + 1, len(self) + 1) if by > 0 else range(self.k - 1, 0, -1)
        found = next((k for k in places if wanted(self._events[k - 1])), None)
        self.k = found or self.k
        return found is not None

    @property
    def node(self) -> tuple[int, int]:
        """The first and the last event of the node that we stand in; what came before any node is one by itself."""
        start = next((k for k in range(self.k, 0, -1) if self._events[k - 1].kind == "entered"), 1)
        end = next(
            (k for k in range(self.k + 1, len(self) + 1) if self._events[k - 1].kind == "entered"), len(self) + 1
        )
        return start, end - 1


def copied(state: State) -> State:
    """A state that can be folded further without a change to this one: its records are frozen, its lists are not."""
    lists = {name: [*value] for name, value in state if isinstance(value, list)}
    return state.model_copy(update=lists)


def says(text: str) -> Callable[[Event], bool]:
    """Whether an event has `text` in any of its words, small and capital letters alike."""
    wanted = text.casefold()
    return lambda event: wanted in json.dumps([event.kind, event.payload], ensure_ascii=False).casefold()


def is_kind(kind: str) -> Callable[[Event], bool]:
    """Whether an event is of this kind, or enters the node of this name."""
    return lambda event: event.kind == kind or (event.kind == "entered" and event.payload.get("node") == kind)
