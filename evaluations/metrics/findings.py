"""What a judge found in one trace, as data: the metrics that need a judge read this and never ask one."""

from __future__ import annotations

from typing import Literal

from agent.record import Record

MOST_STEPS, MOST_WORDS, MOST_HAN = 20, 60, 120
"""What any judge reads of an answer, so that length buys nothing: so many steps, of so many words or Han characters."""


PEOPLE = "people"
"""How the judge is called whose verdicts are people's, alone or as people-NAME."""


class Contained(Record):
    """Whether a reference step stands in the reasoning: in which step (1-based, 0 for none), by which of its words."""

    found: bool
    step: int = 0
    """For a judge that also reads the reasoning as written, its pieces are numbered on after the steps."""
    containment: float | None = None
    """The lexical judge's share of the reference's words."""
    span: str = ""
    """The words a model's judge relied on."""


class Citation(Record):
    """Whether a paragraph cited by a step is needed for it or sufficient by itself; None where that was not told."""

    step: int
    paragraph: int
    useful: bool | None


class Findings(Record):
    """A judge's verdicts on one trace. A part that is None was not judged: what needs it is undefined, never 0.

    Steps are the answer's in order, references the gold's; both count from 1 where they are named by number.
    """

    judge: str
    """How tables call it: it stands in the name of each metric, so that no two judges share a column."""
    contained: tuple[Contained, ...] | None = None
    """For each reference step: is it in the reasoning as a whole? (one call; StepRecall)"""
    matches: tuple[tuple[int, int], ...] | None = None
    """The pairs (step, reference) that say the same (StepMatch)."""
    unmatched: tuple[tuple[int, int], ...] = ()
    """The pairs on which the judge failed to give a verdict."""
    supported: tuple[bool | None, ...] | None = None
    """For each step: does the text of its citations or of its premises entail it? None where the judge failed."""
    entailed: tuple[bool | None, ...] | None = None
    """For each step: does the text of its citations alone entail it?"""
    citations: tuple[Citation, ...] | None = None
    reasoning: Literal["right", "wrong", "failed"] | None = None
    """Is the reasoning of the answer right as a whole? `failed` where the judge gave no verdict, None if not asked."""
    why: str = "not judged"
    """Why a part was not judged."""
