"""Calls: the record of what a model was asked and what it replied. It is only ever added to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from agent.model import lines
from agent.model.completion import Completion
from agent.model.keys import CallKey
from agent.model.lines import Line, Said
from agent.model.message import Message
from agent.model.parts import Parts, Piece
from agent.model.structured import Schema
from agent.trace import Usage
from tools.mistake import Mistake


@dataclass(frozen=True)
class Kept:
    """One call of the record, its prompt put together again."""

    key: CallKey
    messages: tuple[Message, ...]
    shape: str
    """The schema's name; empty when free text was asked for."""
    completion: Completion
    at: str
    """When it was kept (ISO 8601, UTC)."""


class Calls:
    """The calls of one case, repeat and branch: a line each in `place`/NAME.jsonl, or NAME.BRANCH.jsonl.

    `parents` name other records there (of what this one was forked from): they are read after this one
    and never written. A half-written line is passed over. Without a place (`Calls.nowhere()`) all is
    kept in memory. Only prompts and replies are kept, never where they went or with which key.
    """

    def __init__(self, place: Path | None, name: str, branch: str = "", parents: Sequence[str] = ()) -> None:
        self.name = f"{name}.{branch}" if branch else name
        self._place = place
        self._lines: dict[CallKey, Line] = {}
        self.damaged = 0
        """Lines that could not be read."""
        for record in (self.name, *parents):
            self._read(record)

    @classmethod
    def nowhere(cls, name: str = "question") -> Calls:
        """A record in memory, for a question that leaves no run behind."""
        return cls(None, name)

    def find(self, key: CallKey) -> Completion | None:
        """What was replied to this very call before, or None."""
        line = self._lines.get(key)
        return line.completion if line else None

    def keep(self, key: CallKey, messages: Sequence[Message], schema: Schema | None, completion: Completion) -> None:
        """Add a call; it is in the file when this returns. Mistake when the folder cannot be written."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        try:
            said = tuple(Said(role=m.role, parts=tuple(map(self._piece, m.parts))) for m in messages)
            shape = schema.name if schema else ""
            line = Line(**key._asdict(), messages=said, shape=shape, completion=completion, at=now)
            if self._place:
                lines.added(self._place / f"{self.name}.jsonl", line)
        except OSError as error:
            what = f"The record of calls cannot be written in {str(self._place)!r} ({error.strerror or error})"
            raise Mistake(what, cure="Make room there; the same command goes on.", exit_code=1) from None
        self._lines.setdefault(key, line)

    def all(self) -> Iterator[Kept]:
        """Every call in the order of keeping; those of the parents after this record's own."""
        for key, line in self._lines.items():
            messages = tuple(Message(one.role, tuple(map(self._text, one.parts))) for one in line.messages)
            yield Kept(key, messages, line.shape, line.completion, line.at)

    def _read(self, record: str) -> None:
        for line in lines.read(self._place / f"{record}.jsonl") if self._place else ():
            if line is None:
                self.damaged += 1
            else:
                self._lines.setdefault(line.key, line)

    def _piece(self, text: str) -> Piece:
        text = text.encode(errors="replace").decode()  # half a surrogate pair is no text to a file
        return self._parts.keep(text) if self._parts else text

    def _text(self, piece: Piece) -> str:
        return self._parts.text(piece) if self._parts else str(piece)

    @property
    def _parts(self) -> Parts | None:
        return Parts(self._place / "parts") if self._place else None


def spent(place: Path) -> Usage:
    """What all calls kept in a folder have cost, whatever case, repeat or branch they were for."""
    whole = Usage()
    for file in sorted(place.glob("*.jsonl")):
        for line in lines.read(file):
            whole = whole.plus(line.completion.usage) if line else whole
    return whole
