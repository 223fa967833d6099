"""A run is a folder of plain files: run.json, its cases, open events, sealed traces, scores."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TextIO

from pydantic import Field, ValidationError
from pydantic_core import to_json

from agent.question import Budget, Player
from agent.record import Record
from agent.trace import FORMAT, Event, Trace
from evaluations.case import Case, Oddity, Score
from tools.mistake import Mistake


class BookFile(Record):
    """A novel of the run: where it was, and what it was."""

    path: str
    digest: str
    encoding: str
    paragraphs: int
    language: str


class ModelRecord(Record):
    """How the run's model is asked. Keys and headers are no part of it."""

    name: str
    base_url: str = ""
    """Where it was last asked; a model that has moved is still the same one."""
    temperature: float | None = None
    reply_tokens: int = 0
    prompts: str = ""
    """The version of the prompts: the replies to others do not belong into one run with these."""
    own_prompt: str = ""
    """The user's own prompt, word for word."""


class RunRecord(Record):
    """run.json: what was asked. Its identity is all of it but what may grow: repeats, books, versions, oddities."""

    format: int = FORMAT
    benchmark: str
    path: str | None = None
    """The benchmark's files, absolute; None for the embedded sample."""
    book_place: str | None = None
    """What --books named, absolute."""
    settings: dict[str, str] = Field(default_factory=dict)
    researcher: Player
    chosen: str = "extractive"
    """What --researcher said."""
    budget: Budget
    model: ModelRecord | None = None
    """None where no model is asked."""
    seed: int = 0
    embedder: str = "none"
    repeats: int = 1
    books: tuple[BookFile, ...] = ()
    versions: dict[str, str] = Field(default_factory=dict)
    oddities: tuple[Oddity, ...] = ()
    """What was odd in the benchmark's files, and what was done about it."""

    def same_as(self, other: RunRecord) -> list[str]:
        """The names of the identity's parts in which two runs differ."""
        free = {"repeats", "versions", "books", "oddities"}
        mine, theirs = (
            one.model_copy(update={"model": one.model and one.model.model_copy(update={"base_url": ""})}).model_dump(
                mode="json", exclude=free
            )
            for one in (self, other)
        )
        return [key for key in mine if mine[key] != theirs[key]]

    def joined(self, other: RunRecord) -> RunRecord:
        """This run asked for more: the books and oddities of both, the larger number of repeats."""
        books = {book.path: book for book in (*self.books, *other.books)}
        oddities = tuple(dict.fromkeys((*self.oddities, *other.oddities)))
        repeats = max(self.repeats, other.repeats)
        return self.model_copy(update={"books": tuple(books.values()), "oddities": oddities, "repeats": repeats})


class RunFolder:
    """Reads and writes one run. Whole files are written aside and renamed, so that none is ever half there."""

    def __init__(self, place: Path) -> None:
        self.place = place

    @property
    def name(self) -> str:
        return self.place.name

    def begin(self, record: RunRecord, cases: Iterable[Case]) -> RunRecord:
        """Create the run, or go on with it asking these cases too; Mistake when the folder holds something else."""
        known: dict[str, Case] = {}
        if self.place.exists() and not (self.place / "run.json").is_file():
            if not self.place.is_dir() or any(self.place.iterdir()):
                raise Mistake(f"{str(self.place)!r} is not a run's folder", cure="Choose another --name or --runs.")
        elif self.place.exists():
            earlier = self.record()
            if differs := earlier.same_as(record):
                raise Mistake(
                    f"The folder {str(self.place)!r} holds another run: it differs in {', '.join(differs)}",
                    cure="Choose another --name.",
                )
            record = earlier.joined(record)
            known = {case.id: case for case in self.cases()}
        for case in cases:
            if _asked(known.setdefault(case.id, case)) != _asked(case):
                raise Mistake(
                    f"The run {self.name} holds another version of case {case.id}", cure="Choose another --name."
                )
        for folder in ("open", "traces", "scores"):
            (self.place / folder).mkdir(parents=True, exist_ok=True)
        self._write("run.json", json.dumps(record.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n")
        self._write("cases.jsonl", "".join(case.model_dump_json() + "\n" for case in known.values()))
        return record

    def record(self) -> RunRecord:
        """What run.json says; Mistake when there is none, or it is not one."""
        file = self.place / "run.json"
        if not file.is_file():
            raise Mistake(f"There is no run at {str(self.place)!r}", cure="See the names with: ls runs")
        try:
            return RunRecord.model_validate_json(file.read_bytes())
        except ValidationError as error:
            raise Mistake(f"{file} is not a run's record ({error.error_count()} faults)", exit_code=1) from None

    def cases(self) -> list[Case]:
        """The cases asked for so far, with their gold: the run is scored from its folder alone."""
        file = self.place / "cases.jsonl"
        try:
            lines = file.read_bytes().splitlines() if file.is_file() else []
            return [Case.model_validate_json(line) for line in lines]
        except ValidationError as error:
            raise Mistake(f"{file} does not hold cases ({error.error_count()} faults)", exit_code=1) from None

    def sealed(self, case: str, repeat: int) -> Path:
        return self.place / "traces" / f"{case}.{repeat}.json"

    def seal(self, trace: Trace) -> None:
        """Keep a finished trace, and drop its open events."""
        self._write(f"traces/{trace.question.id}.{trace.repeat}.json", trace.model_dump_json() + "\n")
        self._open(trace.question.id, trace.repeat).unlink(missing_ok=True)

    def trace(self, case: str, repeat: int) -> Trace:
        """A sealed trace; Mistake when it is missing or damaged."""
        file = self.sealed(case, repeat)
        if not file.is_file():
            raise Mistake(f"Run {self.name} has no trace of {case!r} (repeat {repeat})", allowed=self._told())
        try:
            return Trace.model_validate_json(file.read_bytes())
        except ValidationError as error:
            raise Mistake(f"{file} is not a trace ({error.error_count()} faults)", exit_code=1) from None

    def traces(self) -> Iterator[tuple[str, int]]:
        """(case, repeat) of every sealed trace, in order of name."""
        for file in sorted((self.place / "traces").glob("*.json")):
            case, _, repeat = file.stem.rpartition(".")
            if case and repeat.isdecimal():
                yield case, int(repeat)

    def opened(self, case: str, repeat: int) -> list[Event]:
        """The events of research that was cut short, without a last line that was only half written."""
        file = self._open(case, repeat)
        events: list[Event] = []
        for line in file.read_bytes().splitlines() if file.is_file() else ():
            try:
                events.append(Event.model_validate_json(line))
            except ValidationError:
                break
        return events

    def reopen(self, case: str, repeat: int, events: Iterable[Event]) -> None:
        """Let the open file hold just `events`, from which the research goes on."""
        self._write(f"open/{case}.{repeat}.jsonl", "".join(e.model_dump_json() + "\n" for e in events))

    def append(self, case: str, repeat: int, event: Event) -> None:
        with self._open(case, repeat).open("a", encoding="utf-8") as lines:
            lines.write(event.model_dump_json() + "\n")

    def keep_scores(self, scorer: str, scores: Iterable[Score]) -> None:
        """One line a trace, under the scorer's name; scores come trace by trace."""
        self.keep_lines(scorer, (line([*some]) for _, some in groupby(scores, lambda one: (one.case, one.repeat))))

    def keep_lines(self, scorer: str, lines: Iterable[str]) -> None:
        """The lines of a scorer's file, in place of what it held. They may be made while they are kept."""
        with self._writing(f"scores/{scorer}.jsonl") as file:
            file.writelines(f"{line}\n" for line in lines)

    def lines(self, scorer: str) -> list[bytes]:
        """The lines of a scorer's file; none when it has not scored this run."""
        file = self.place / "scores" / f"{scorer}.jsonl"
        known = scorer in self.scorers()
        return [line for line in file.read_bytes().splitlines() if line.strip()] if known else []

    def scorers(self) -> list[str]:
        """The names of those who have scored this run."""
        return sorted(file.name.removesuffix(".jsonl") for file in (self.place / "scores").glob("*.jsonl"))

    def _open(self, case: str, repeat: int) -> Path:
        return self.place / "open" / f"{case}.{repeat}.jsonl"

    def _told(self) -> str:
        names = list(dict.fromkeys(case for case, _ in self.traces()))
        return ", ".join(names[:12]) + (" …" if len(names) > 12 else "") if names else "(none yet)"

    def _write(self, name: str, text: str) -> None:
        with self._writing(name) as file:
            file.write(text)

    @contextmanager
    def _writing(self, name: str) -> Iterator[TextIO]:
        """A file that stands in its place once it is whole."""
        aside = self.place / f"{name}.part"
        with aside.open("w", encoding="utf-8") as file:
            yield file
        aside.replace(self.place / name)


def _asked(case: Case) -> tuple[object, ...]:
    """What makes two cases of one id the same; where the novel lies is no part of it."""
    return case.question, case.gold, case.context, case.cut, case.shown


def line(scores: Sequence[Score]) -> str:
    """The scores of one trace, as they are kept. ValueError without any."""
    if not scores:
        raise ValueError("a line needs a score")
    told = {"case": scores[0].case, "repeat": scores[0].repeat, "scores": [one.told for one in scores]}
    return to_json(told).decode()
