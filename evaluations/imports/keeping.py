"""What an import brings into a run: finished traces are sealed, unfinished logs stay open; nothing is written over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.fold import fold
from agent.question import Player
from agent.researcher import seal
from agent.trace import Event, identity
from evaluations.case import Case
from evaluations.imports.matching import Matched
from evaluations.imports.reading import Readings
from evaluations.imports.tracing import events_of
from evaluations.store import BookFile, RunFolder, RunRecord
from evaluations.views import Views
from graphs.check import check
from graphs.evidence import Evidence, EvidenceGraph
from tools.book import Book
from tools.mistake import Mistake


@dataclass(frozen=True)
class Research:
    """The events of one account, and what could not be done with it."""

    case: str
    repeat: int
    line: int
    events: tuple[Event, ...]
    finished: bool
    unread: bool
    """Whether it has an answer that the official reading cannot read."""
    problems: tuple[str, ...]
    """What does not hold in its chain, as far as the file tells the chain."""


class Shelved:
    """The views of cases as far as their books are at hand."""

    def __init__(self, views: Views) -> None:
        self._views = views
        self.absent: dict[str, str] = {}
        """The path of each book that could not be read, and why."""

    def view(self, case: Case) -> Book | None:
        """The case's view; None without its book, and where it has no text at all."""
        if case.book in self.absent:
            return None
        try:
            view = self._views.view(case)
        except Mistake as mistake:
            self.absent[case.book or ""] = str(mistake)
            return None
        return view if len(view) else None

    def files(self, cases: Sequence[Case]) -> tuple[BookFile, ...]:
        """The books of these cases that are at hand, for the run's record."""
        found = {case.book: self._views.book(case) for case in cases if case.book and self.view(case)}
        return tuple(
            BookFile(path=path, digest=b.digest, encoding=b.encoding, paragraphs=len(b), language=b.language)
            for path, b in found.items()
        )


def researched(pairs: Sequence[Matched], player: Player, shelved: Shelved, readings: Readings) -> list[Research]:
    """The research of each account: its answer read, its events made."""
    found = []
    for pair in pairs:
        account, question, view = pair.account, pair.case.question, shelved.view(pair.case)
        told = account.reply.answer if account.reply else None
        value = readings.value(question, told) if told is not None else None
        events = tuple(events_of(account, question, player, view, value))
        unread = told is not None and value is None
        finished = account.reply is not None
        wrong = tuple(_problems(fold(events).graph, view))
        found.append(Research(pair.case.id, account.repeat, account.line, events, finished, unread, wrong))
    return found


def _problems(graph: EvidenceGraph, view: Book | None) -> Iterator[str]:
    """Parents that are not there, circles, and words that are not in the book; a place without words is no fault."""
    for problem in check(graph, view):
        node = graph[problem.node]
        quoted = problem.fault == "misquoted" and isinstance(node, Evidence) and node.quote
        if quoted or problem.fault in ("dangling", "circular"):
            yield problem.text


def keep(folder: RunFolder, record: RunRecord, cases: Sequence[Case], told: Sequence[Research]) -> int:
    """Write the run; how many researches are new. Mistake, before anything is written, when it holds others."""
    new = [one for one in told if not _there(folder, record, one)]
    folder.begin(record, cases)
    for one in new:
        if one.finished:
            folder.seal(seal(one.events, one.repeat))
        else:
            folder.reopen(one.case, one.repeat, one.events)
    return len(new)


def _there(folder: RunFolder, record: RunRecord, one: Research) -> bool:
    """Whether the run holds this very research; Mistake when it holds another one of the case."""
    if not folder.sealed(one.case, one.repeat).is_file() or folder.record().same_as(record):
        return False  # in the second case the folder itself refuses the run
    if folder.trace(one.case, one.repeat).identity() == identity(one.events):
        return True
    which = f"case {one.case}" + (f" (repeat {one.repeat})" if one.repeat > 1 else "")
    raise Mistake(
        f"The run {folder.name} holds another answer to {which} than line {one.line}",
        cure="Nothing was written. Choose another --name.",
    )
