"""What can go wrong when a model is asked, drawn as a tree before it is listed.

Exception
├── Fault        this one call gave no usable reply: the question copes (asks again, falls back or fails)
├── Unreached    the endpoint did not answer after all tries: the question stays open and can go on later
└── Mistake      the user must act: wrong key, unknown model, a limit that is spent
    └── Unrecorded   a reply that is not in the record was wanted while no call may be made
"""

from __future__ import annotations

from typing import Literal

from tools.mistake import Mistake

FaultKind = Literal[
    "context-too-long", "content-filter", "refusal", "cut-off", "empty", "unreadable", "refused-request"
]

FINAL: frozenset[FaultKind] = frozenset({"context-too-long", "content-filter", "refused-request"})
"""Faults that the same request would meet again: they are not asked a second time."""


class Fault(Exception):
    """One call came to nothing usable; `told` says what was got, and never holds a key."""

    def __init__(self, kind: FaultKind, told: str) -> None:
        super().__init__(f"{kind}: {told}")
        self.kind, self.told = kind, told


class Unreached(Exception):
    """The endpoint gave no answer after every try; `told` says what the last try met."""

    def __init__(self, told: str) -> None:
        super().__init__(told)
        self.told = told


class Unrecorded(Mistake):
    """A reply that is not in the record, where no call may be made."""
