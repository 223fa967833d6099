"""Rows: the verdicts that a judge gives in a run, one by one, with what people need to give theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from evaluations.judge.pieces import pieces
from evaluations.judge.premises import premises
from evaluations.metrics import answers
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import MOST_STEPS, Findings

Of = Literal["contained", "supported", "reasoning"]
"""contained: does the reasoning contain a reference step? supported: is a step carried by what it cites? reasoning:
is the reasoning of the answer right?"""

Key = tuple[str, int, Of, int]
"""(case, repeat, of what, which: the reference step or the step, from 1; 0 for the whole reasoning)."""


@dataclass(frozen=True)
class Row:
    """One verdict to be given. Nothing in it says what any judge found."""

    key: Key
    stratum: tuple[str, ...]
    """What the sample is spread over; the judge's verdict is in it, and nowhere else."""
    question: str
    statement: str
    """The reference step, the reader's step, or the answer with the right one beside it."""
    reasoning: str
    cited: str


def rows(exhibits: Iterable[Exhibit], of: Of) -> Iterator[Row]:
    """Every verdict of this kind in a run, in order; the exhibits carry the judge's findings."""
    made = {"contained": _contained, "supported": _supported, "reasoning": _whole}[of]
    return (row for exhibit in exhibits for row in made(exhibit))


def verdict(found: Findings, of: Of, index: int) -> bool | None:
    """What a judge found of one verdict; None where it gave none."""
    if of == "reasoning":
        return None if found.reasoning in (None, "failed") else found.reasoning == "right"
    given = [one.found for one in found.contained or ()] if of == "contained" else list(found.supported or ())
    return given[index - 1] if 0 < index <= len(given) else None


def read_of(exhibit: Exhibit) -> str:
    """The reasoning as a judge reads it, a piece a line."""
    return "\n".join(f"[{piece.number}] {piece.text}" for piece in pieces(exhibit.trace.answer))


def _contained(exhibit: Exhibit) -> Iterator[Row]:
    attempted = exhibit.trace.researcher.infers
    for at, step in enumerate(exhibit.case.gold.steps, 1):
        if attempted or step.kind != "inferred":
            yield _row(exhibit, "contained", at, step.text, step.kind, read_of(exhibit), "")


def _supported(exhibit: Exhibit) -> Iterator[Row]:
    steps = exhibit.trace.answer.steps[:MOST_STEPS] if exhibit.trace.answer else ()
    for at, step in enumerate(steps, 1):
        below = "\n".join(f"[{n}] {steps[n - 1].text}" for n in premises(steps, at))
        told = "\n".join(part for part in (below, _text(exhibit, step.paragraphs)) if part)
        yield _row(exhibit, "supported", at, step.text, step.kind, read_of(exhibit), told)


def _whole(exhibit: Exhibit) -> Iterator[Row]:
    answer, gold = exhibit.trace.answer, exhibit.case.gold.answer
    value = (answer.value if answer else None) or "—"
    right = answers.right(exhibit.case, answer.value if answer else None)[0]
    told = f"{value} ({'right' if right else f'wrong: {gold}'})"
    yield _row(exhibit, "reasoning", 0, told, str(right), read_of(exhibit), _text(exhibit, exhibit.cited))


def _row(exhibit: Exhibit, of: Of, at: int, statement: str, kind: str, reasoning: str, cited: str) -> Row:
    asked = exhibit.case.question
    found = verdict(exhibit.findings, of, at)
    options = "\n".join(f"{label}. {text}" for label, text in asked.options.items() if asked.kind == "choice")
    return Row(
        key=(asked.id, exhibit.trace.repeat, of, at),
        stratum=(asked.benchmark, asked.language, kind, str(found)),
        question=f"{asked.text}\n{options}".strip(),
        statement=statement,
        reasoning=reasoning,
        cited=cited,
    )


def _text(exhibit: Exhibit, paragraphs: Iterable[int]) -> str:
    view = exhibit.view
    return "\n".join(f"[{n}] {view[n]}" for n in dict.fromkeys(paragraphs) if n in view) if view else ""
