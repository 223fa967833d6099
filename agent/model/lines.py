"""Lines: one call as a line of JSON, and the files of such lines, which are only ever added to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from agent.model.completion import Completion
from agent.model.keys import CallKey
from agent.model.message import Role
from agent.model.parts import Piece
from agent.record import Record


class Said(Record):
    """A message of the prompt, its long parts in files."""

    role: Role
    parts: tuple[Piece, ...]


class Line(Record):
    """One call of the record."""

    node: str
    content: str
    occurrence: int
    messages: tuple[Said, ...]
    shape: str = ""
    """The name of the schema; empty when free text was asked for."""
    completion: Completion
    at: str
    """When it was kept (ISO 8601, UTC)."""

    @property
    def key(self) -> CallKey:
        return CallKey(self.node, self.content, self.occurrence)


def added(file: Path, line: Line) -> None:
    """Add a line in one write; whatever was left half written before it, it begins a line of its own.

    A writer in another process may die in the middle of its line just before this one: then the line is
    written again, apart.
    """
    raw = line.model_dump_json().encode() + b"\n"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab+", buffering=0) as lines:
        for text in (raw, b"\n" + raw):
            if lines.write(text) < len(text):
                raise OSError(f"no room for a line in {file}")
            start = lines.tell() - len(text)
            if text is not raw or _begins(file, start):
                return


def read(file: Path) -> Iterator[Line | None]:
    """The lines of a file in order, None for one that is damaged or half there; nothing when there is no file."""
    for raw in file.read_bytes().split(b"\n") if file.is_file() else ():
        if raw.strip():
            try:
                yield Line.model_validate_json(raw)
            except ValidationError:
                yield None


def _begins(file: Path, start: int) -> bool:
    """Whether a line begins at byte `start`."""
    if start == 0:
        return True
    with file.open("rb") as lines:
        lines.seek(start - 1)
        return lines.read(1) == b"\n"
