"""The inventory of a benchmark's files: its cases by language, kind and tag, its books, and what is odd in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from evaluations.benchmarks.loaded import Loaded
from evaluations.case import Case, Oddity
from evaluations.views import Views
from tools.mistake import Mistake

_PARTICULAR = re.compile(r"(?<!\w)'[^']*'(?!\w)|\"[^\"]*\"|“[^”]*”|\([^()]*\)|\[[^\[\]]*\]|-?\d[\d.,]*")


@dataclass(frozen=True)
class BookCount:
    """One novel: how large it is, how many cases ask about it, and what is odd about its file."""

    path: str
    title: str
    paragraphs: int
    characters: int
    language: str
    cases: int
    notes: tuple[str, ...]


@dataclass(frozen=True)
class OddKind:
    """Oddities that differ only in names and numbers."""

    what: str
    done: str
    """repaired, skipped, or unusable: a case that was read but cannot be asked."""
    found: tuple[Oddity, ...]


@dataclass(frozen=True)
class Inventory:
    """Everything that was read, counted."""

    cases: int
    languages: dict[str, int]
    kinds: dict[str, int]
    tags: dict[str, dict[str, int]]
    """For each tag that cases carry: how many have each value of it."""
    books: tuple[BookCount, ...]
    contexts: int
    """Cases whose text comes with the question."""
    bare: int
    """Cases with no text at all."""
    unplaced: int
    """Cases with gold steps of which none has a place in the text that may be seen."""
    odd: tuple[OddKind, ...]
    usable: int
    """Cases that can be asked."""
    ids: tuple[str, ...] = ()
    """How runs and imports name the cases."""

    def as_json(self) -> dict[str, Any]:
        kept = asdict(self)
        kept["odd"] = [
            {"what": kind.what, "done": kind.done, "found": [odd.model_dump() for odd in kind.found]}
            for kind in self.odd
        ]
        return kept


def inventory(loaded: Loaded) -> Inventory:
    """What a loader brought back, and whether each case can be asked."""
    views, cases = Views(), loaded.cases
    unusable = _unusable(cases, views)
    tags: dict[str, Counter[str]] = {}
    for case in cases:
        for tag, value in case.tags.items():
            tags.setdefault(tag, Counter())[value] += 1
    return Inventory(
        cases=len(cases),
        languages=_counted(case.question.language for case in cases),
        kinds=_counted(case.question.kind for case in cases),
        tags={tag: dict(values.most_common()) for tag, values in sorted(tags.items())},
        books=tuple(_books(cases, views)),
        contexts=sum(1 for case in cases if case.context),
        bare=sum(1 for case in cases if not case.context and case.book is None),
        unplaced=sum(1 for case in cases if case.gold.steps and not case.gold.positions(case.cut)),
        odd=(*by_kind(loaded.oddities), *by_kind(unusable, "unusable")),
        usable=len(cases) - len(unusable),
        ids=tuple(case.id for case in cases),
    )


def by_kind(oddities: Iterable[Oddity], done: str = "") -> list[OddKind]:
    """Oddities grouped by what they say but for names and numbers, the most frequent kind first."""
    kinds: dict[tuple[str, str], list[Oddity]] = {}
    for odd in oddities:
        kinds.setdefault((done or odd.done, _PARTICULAR.sub("…", odd.what)), []).append(odd)
    ranked = sorted(kinds.items(), key=lambda kind: -len(kind[1]))
    return [OddKind(what if len(found) > 1 else found[0].what, how, tuple(found)) for (how, what), found in ranked]


def _books(cases: Sequence[Case], views: Views) -> Iterable[BookCount]:
    for path, asked in Counter(case.book for case in cases if case.book).items():
        case = next(one for one in cases if one.book == path)
        try:
            book = views.book(case)
        except Mistake:
            continue
        yield BookCount(
            path=str(path), title=book.title, paragraphs=len(book), characters=book.characters,
            language=book.language, cases=asked, notes=book.notes,
        )  # fmt: skip


def _unusable(cases: Sequence[Case], views: Views) -> list[Oddity]:
    """The cases that cannot be asked: of an id that came before, without their book, with no text to be seen."""
    found, seen = [], set()
    for case in cases:
        why = "an earlier case has this id" if case.id in seen else _unseen(case, views)
        seen.add(case.id)
        if why:
            found.append(Oddity(source=case.source or case.id, what=why, done="skipped"))
    return found


def _unseen(case: Case, views: Views) -> str:
    try:
        seen = len(views.view(case))
    except Mistake as mistake:
        return str(mistake)
    return "" if seen or not (case.book or case.context) else "no text may be seen before its cut"


def _counted(values: Iterable[str]) -> dict[str, int]:
    return dict(Counter(values).most_common())
