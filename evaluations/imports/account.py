"""Accounts: what a file tells of one research, before it is known of which question and in which book."""

from __future__ import annotations

from dataclasses import dataclass

from agent.trace import Part
from tools.request import QueryKind


@dataclass(frozen=True)
class Citation:
    """A place in the book that is named, by paragraph numbers, by a quotation, or by both."""

    paragraphs: tuple[int, ...] = ()
    quote: str = ""

    def __bool__(self) -> bool:
        """Whether it names a place at all: an empty list is told, and names none."""
        return bool(self.paragraphs or self.quote)


@dataclass(frozen=True)
class StepTold:
    """One step as written. `rests_on` are numbers of other steps, None when the file does not say."""

    text: str
    cites: Citation | None = None
    rests_on: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Reply:
    """The answer as written. None is what the file does not tell; `answer` None abstains."""

    line: int
    answer: str | None
    reasoning: str | None = None
    steps: tuple[StepTold, ...] | None = None
    citations: tuple[Citation, ...] | None = None
    rests_on: tuple[int, ...] | None = None
    """Numbers of the steps (of the notes, where there are no steps) that the answer follows from."""
    sub_answers: tuple[str, ...] | None = None
    confidence: float | None = None

    @property
    def cited(self) -> list[Citation]:
        """Every citation, of the steps and of the answer."""
        return [s.cites for s in self.steps or () if s.cites is not None] + list(self.citations or ())


@dataclass(frozen=True)
class Spent:
    """What it cost; None is not told."""

    calls: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost: float | None = None
    seconds: float | None = None

    @property
    def tokens(self) -> bool:
        """Whether the tokens are told."""
        return self.input_tokens is not None and self.output_tokens is not None


@dataclass(frozen=True)
class Search:
    """A query that was run, and the paragraphs and sentences it found (None: not told)."""

    text: str
    kind: QueryKind
    intent: str
    hits: tuple[tuple[int, str], ...] | None
    at: str = ""


@dataclass(frozen=True)
class Reading:
    """Paragraphs that were read."""

    paragraphs: tuple[int, ...]
    reason: str = ""
    at: str = ""


@dataclass(frozen=True)
class Note:
    """Something written down: a quotation, a remark on a place, or a thought; `rests_on` are numbers of notes."""

    text: str
    cites: Citation | None
    rests_on: tuple[int, ...] | None
    at: str = ""


Act = Search | Reading | Note


@dataclass(frozen=True)
class Account:
    """One research of one case. `reply` is None while there is no answer yet."""

    line: int
    """Where it begins in the file."""
    case: str
    repeat: int
    reply: Reply | None
    acts: tuple[Act, ...] = ()
    answered_at: str = ""
    spent: Spent = Spent()
    silent: frozenset[Part] = frozenset({"queries", "hits", "reads", "notes"})
    """The parts of research that its file never tells."""

    def untold(self) -> tuple[Part, ...]:
        """What is not told of this research, in a fixed order."""
        reply = self.reply or Reply(self.line, None)
        notes = [act for act in self.acts if isinstance(act, Note)]
        cited = [*reply.cited, *(note.cites for note in notes if note.cites is not None)]
        written: list[StepTold | Note] = [*(reply.steps or ()), *notes]
        thoughts = [one for one in written if not one.cites]
        linked = any(one.rests_on is not None for one in written)
        by_notes = reply.rests_on is not None and bool(notes)
        citations = bool(reply.cited) or reply.citations is not None or by_notes
        tests: dict[Part, bool] = {
            "steps": reply.steps is not None or by_notes,
            "links": linked or not thoughts,
            "quotes": any(one.quote for one in cited),
            "citations": citations,
            "sub-answers": reply.sub_answers is not None,
            "queries": "queries" not in self.silent,
            "hits": "hits" not in self.silent and not any(isinstance(a, Search) and a.hits is None for a in self.acts),
            "reads": "reads" not in self.silent,
            "notes": "notes" not in self.silent or bool(cited) or citations,
            "calls": self.spent.calls is not None,
            "tokens": self.spent.tokens,
        }
        return tuple(part for part, told in tests.items() if not told)
