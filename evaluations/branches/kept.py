"""Branches on disk: a file for each that is finished, and the events of each that is under way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from agent.record import Record
from agent.trace import Event, Trace
from evaluations.branches.edits import Edit
from evaluations.store import RunFolder
from tools.mistake import Mistake

RESERVED = "ablate-"
"""Names that begin so are the ablation's."""
_OPEN = ".open.jsonl"


class Branch(Record):
    """What a branch is: one edit of its parent at one event."""

    name: str
    parent: str
    """The branch it was forked from; '' for the trace itself."""
    k: int
    """It begins with so many events of its parent."""
    begun: int
    """So many events were there before anything was researched: the parent's, and those of the edit."""
    edit: Edit
    told: str
    """The edit in words."""
    at: str
    """When it was forked (ISO 8601, UTC)."""

    def same_as(self, other: Branch) -> bool:
        """Whether both are the same edit at the same place of the same parent."""
        return (self.parent, self.k, self.edit) == (other.parent, other.k, other.edit)


class Sealed(Record):
    """A finished branch as its file holds it."""

    branch: Branch
    trace: Trace


class BranchFolder:
    """The branches of one trace: `branches/CASE.N/`. Whole files are written aside and renamed."""

    def __init__(self, run: RunFolder, case: str, repeat: int) -> None:
        self.run, self.case, self.repeat = run, case, repeat
        self.place = run.place / "branches" / f"{case}.{repeat}"

    def all(self) -> list[Branch]:
        """Every branch, finished or not, in the order of forking."""
        files = [f for f in self.place.glob("*") if f.name.endswith((".json", _OPEN))] if self.place.is_dir() else []
        names = {f.name.removesuffix(_OPEN) if f.name.endswith(_OPEN) else f.stem for f in files}
        return sorted((self.branch(name) for name in names), key=lambda b: (b.at, b.name))

    def branch(self, name: str) -> Branch:
        """The branch called `name`; Mistake when there is none."""
        if self._sealed(name).is_file():
            return self._read(name).branch
        if self._open(name).is_file():
            return self._opened(name)[0]
        told = ", ".join(b.name for b in self.all()) if name else ""
        raise Mistake(f"{self.case} has no such branch", got=name, allowed=told or "(none yet)")

    def trace(self, name: str) -> Trace | None:
        """The trace of a branch; None while it is not finished."""
        self.branch(name)
        return self._read(name).trace if self._sealed(name).is_file() else None

    def parent(self, branch: Branch) -> Trace:
        """The trace that a branch was forked from; Mistake when it is not there."""
        made = self.trace(branch.parent) if branch.parent else self.run.trace(self.case, self.repeat)
        if made is None:
            raise Mistake(f"The branch {branch.parent} is not finished", cure="Let it run to its end first.")
        return made

    def events(self, name: str) -> list[Event]:
        """The events so far of a branch that is under way."""
        return self._opened(name)[1]

    def begin(self, branch: Branch, events: Iterable[Event]) -> None:
        """Keep an unfinished branch with just these events, from which its research goes on."""
        self.place.mkdir(parents=True, exist_ok=True)
        self._write(self._open(branch.name), [branch, *events])

    def append(self, name: str, event: Event) -> None:
        with self._open(name).open("a", encoding="utf-8") as lines:
            lines.write(event.model_dump_json() + "\n")

    def seal(self, branch: Branch, trace: Trace) -> None:
        """Keep a finished branch, and drop its open events."""
        self._write(self._sealed(branch.name), [Sealed(branch=branch, trace=trace)])
        self._open(branch.name).unlink(missing_ok=True)

    def record_of(self, name: str) -> str:
        """How the record of a branch's model calls is called; that of the trace itself for ''."""
        return f"{self.case}.{self.repeat}" + (f".{name}" if name else "")

    def lineage(self, name: str) -> tuple[str, ...]:
        """The records of calls that a branch of `name` reads besides its own: its parent's, and so on upwards."""
        above = self.lineage(self.branch(name).parent) if name else ()
        return (self.record_of(name), *above)

    def taken(self, name: str) -> bool:
        """Whether anything of this name is there: a branch, or what is left of its record of calls."""
        record = self.run.place / "calls" / f"{self.record_of(name)}.jsonl"
        return any(file.is_file() for file in (self._sealed(name), self._open(name), record))

    def _opened(self, name: str) -> tuple[Branch, list[Event]]:
        """The branch and its events, without a last line that was only half written."""
        head, *lines = self._open(name).read_bytes().splitlines()
        events: list[Event] = []
        for line in lines:
            try:
                events.append(Event.model_validate_json(line))
            except ValidationError:
                break
        return Branch.model_validate_json(head), events

    def _read(self, name: str) -> Sealed:
        file = self._sealed(name)
        try:
            return Sealed.model_validate_json(file.read_bytes())
        except ValidationError as error:
            raise Mistake(f"{file} is not a branch ({error.error_count()} faults)", exit_code=1) from None

    def _write(self, file: Path, lines: Iterable[Record]) -> None:
        aside = file.with_name(f"{file.name}.part")
        aside.write_text("".join(line.model_dump_json() + "\n" for line in lines), encoding="utf-8")
        aside.replace(file)

    def _sealed(self, name: str) -> Path:
        return self.place / f"{name}.json"

    def _open(self, name: str) -> Path:
        return self.place / f"{name}{_OPEN}"


def checked(name: str) -> str:
    """A name that a user gave to a branch; Mistake when no file may be called so, or it is the ablation's."""
    if not re.fullmatch(r"[\w-][\w.-]{0,79}", name) or name.startswith(RESERVED):
        raise Mistake("That is no name for a branch", got=name, allowed=f"letters, digits, - _ . but not {RESERVED}…")
    return name


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
