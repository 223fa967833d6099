"""Steps and notes as a graph, just as they were written: what is wrong with it stays, to be judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.question import Step
from evaluations.imports.account import Citation, Note, Reply, StepTold
from evaluations.imports.places import NOWHERE, place
from graphs.evidence import Evidence, Inference, Node
from tools.book import Book


@dataclass
class Sketch:
    """Nodes of one research as they come to be; `fresh` are those not yet told by an event."""

    view: Book | None
    fresh: list[Node] = field(default_factory=list)
    quoted: dict[tuple[int, str], str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    """The node of each note, in order."""
    inferences: int = 0

    def taken(self) -> list[Node]:
        """The fresh nodes, which then are no longer fresh."""
        fresh, self.fresh = self.fresh, []
        return fresh

    def note(self, note: Note) -> None:
        """A note with a place is evidence; one that rests on notes, or on nothing, is an inference."""
        inferred = _inferred(note)
        self.notes.append(self._inference() if inferred else self._evidence(note.cites, note.text))
        if inferred:
            self._infer(self.notes[-1], note, self.notes, "note")

    def steps(self, told: Sequence[StepTold]) -> list[Step]:
        """The steps, their nodes drawn. A step that names a place and rests on nothing is evidence."""
        names = [self._inference() if _inferred(step) else self._evidence(step.cites, step.text) for step in told]
        cited = [step.cites.paragraphs if step.cites else () for step in told]
        for name, step in zip(names, told, strict=True):
            if _inferred(step):
                below = (n for number in step.rests_on or () if number <= len(told) for n in cited[number - 1])
                self._infer(name, step, names, "step", frozenset(below))
        return [self._step(name, step) for name, step in zip(names, told, strict=True)]

    def citations(self, told: Sequence[Citation]) -> list[str]:
        """The nodes of the answer's own citations; a bare paragraph that is evidence already is no second one."""
        return [name for cites in told if (name := self._known(cites) or self._evidence(cites, ""))]

    def _known(self, cites: Citation) -> str:
        bare = not cites.quote and len(cites.paragraphs) == 1
        return next((name for (at, _), name in self.quoted.items() if bare and at in cites.paragraphs), "")

    def _step(self, name: str, told: StepTold) -> Step:
        kind = "inference" if _inferred(told) else "evidence"
        found = _paragraphs(told.cites, self.view) if told.cites else ()
        return Step(kind=kind, text=told.text, node=name, paragraphs=found, rests_on=told.rests_on or ())

    def _inference(self) -> str:
        self.inferences += 1
        return f"I{self.inferences}"

    def _infer(
        self, name: str, told: StepTold | Note, names: Sequence[str], noun: str, below: frozenset[int] = frozenset()
    ) -> None:
        """Draw an inference: its parents are what it rests on, be it there or not, and the places it names itself.

        A place without words of its own that a step below it cites already is the same place, named again.
        """
        parents = [names[n - 1] if n <= len(names) else f"{noun} {n}" for n in told.rests_on or ()]
        if told.cites and (told.cites.quote or not below.issuperset(told.cites.paragraphs)):
            parents += [name for name in [self._evidence(told.cites, told.text)] if name]
        self.fresh.append(Inference(id=name, text=told.text, parents=tuple(dict.fromkeys(parents))))

    def _evidence(self, cites: Citation | None, note: str) -> str:
        """The evidence node of a citation, one for each place and wording; of several bare places the first's."""
        if not cites:
            return ""
        places = [place(cites, self.view)] if cites.quote else list(cites.paragraphs)
        return next(iter([self._quote(at, cites.quote, note) for at in places]), "")

    def _quote(self, paragraph: int, quote: str, note: str) -> str:
        key = (paragraph, quote)
        if key not in self.quoted:
            self.quoted[key] = f"E{len(self.quoted) + 1}"
            said = "" if note == quote else note
            self.fresh.append(Evidence(id=self.quoted[key], quote=quote, paragraph=paragraph, note=said))
        return self.quoted[key]


def parents(reply: Reply, sketch: Sketch, steps: Sequence[Step], cited: Sequence[str]) -> list[str]:
    """What the answer rests on: what it says; else the steps on which no other rests; else what it cites."""
    names = [step.node for step in steps] if reply.steps is not None else sketch.notes
    if reply.rests_on is not None:
        noun = "step" if reply.steps is not None else "note"
        found = [names[n - 1] if n <= len(names) else f"{noun} {n}" for n in reply.rests_on]
    elif steps:
        used = {number for step in steps for number in step.rests_on}
        found = [step.node for number, step in enumerate(steps, 1) if number not in used] or [s.node for s in steps]
    else:
        found = list(cited)
    return list(dict.fromkeys(found))


def citations(reply: Reply, steps: Sequence[Step], view: Book | None) -> tuple[int, ...]:
    """Every paragraph that the answer or one of its steps cites, rising."""
    own = {n for cites in reply.citations or () for n in _paragraphs(cites, view)}
    return tuple(sorted(own | {n for step in steps for n in step.paragraphs}))


def _inferred(told: StepTold | Note) -> bool:
    return bool(told.rests_on) or not told.cites


def _paragraphs(cites: Citation, view: Book | None) -> tuple[int, ...]:
    """The paragraphs named, or the one where the quotation stands."""
    if cites.paragraphs:
        return cites.paragraphs
    found = place(cites, view) if cites.quote else NOWHERE
    return () if found == NOWHERE else (found,)
