"""Support: whether each step is carried by what it cites and by its premises, and which citations carry it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent.question import Step
from evaluations.judge import showing
from evaluations.judge.asking import Asking
from evaluations.judge.fence import cleaned
from evaluations.judge.pieces import Piece, capped
from evaluations.judge.premises import premises
from evaluations.judge.prompts import prompts
from evaluations.judge.replies import Support
from evaluations.judge.spans import paragraph_of, piece_of
from evaluations.metrics.chains import checked
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Citation
from graphs.evidence import Absence
from tools.book import Book
from tools.quotes import find_quote

MOST_CITED, MOST_OF_A_PARAGRAPH = 10, 1500
"""Of what a step cites the judge reads so many paragraphs, the first ones, and so many words of each."""


@dataclass(frozen=True)
class Ruling:
    """One step: is it carried by citations and premises, is it by the cited text alone, and which citations carry it?

    None where the judge gave no verdict.
    """

    supported: bool | None
    entailed: bool | None
    useful: Mapping[int, bool | None] = field(default_factory=dict)


async def ruling(asking: Asking, exhibit: Exhibit, view: Book, step: Step, shown: Sequence[Piece]) -> Ruling:
    """The ruling on one step; `shown` are all steps as a judge reads them.

    Code rules where there is nothing to judge: a quotation is carried by the paragraphs it stands in, an absence by
    its checked searches, and what neither cites the text nor rests on anything is carried by nothing: but where the
    source does not tell what steps rest on, it may be carried by what is not told, and there is no verdict.
    """
    if step.kind == "absence":
        node = next((one for one in exhibit.state.graph.absences if one.id == step.node), None)
        return Ruling(supported=isinstance(node, Absence) and checked(exhibit.state, node), entailed=None)
    there = {n: capped(cleaned(view[n]), MOST_OF_A_PARAGRAPH) for n in _cited(step) if n in view}
    below = [shown[n - 1] for n in premises(_steps(exhibit)[: len(shown)], _number(exhibit, step))]
    quoted = [n for n in there if step.kind == "evidence" and find_quote(step.text, view[n])]
    if not (there or below or step.paragraphs) and "links" in exhibit.untold:
        return Ruling(None, False)
    if quoted or not (there or below):
        return Ruling(bool(quoted), bool(quoted), {n: n in quoted for n in dict.fromkeys(step.paragraphs)})
    return await _judged(asking, exhibit, step, shown, there, below)


def _cited(step: Step) -> list[int]:
    return list(dict.fromkeys(step.paragraphs))[:MOST_CITED]


def _steps(exhibit: Exhibit) -> Sequence[Step]:
    return exhibit.trace.answer.steps if exhibit.trace.answer else ()


def _number(exhibit: Exhibit, step: Step) -> int:
    return next(n for n, one in enumerate(_steps(exhibit), 1) if one is step)


async def _judged(
    asking: Asking, exhibit: Exhibit, step: Step, shown: Sequence[Piece], there: Mapping[int, str],
    below: Sequence[Piece],
) -> Ruling:  # fmt: skip
    mine, words = shown[_number(exhibit, step) - 1], prompts(asking.language)
    beside = [mine.text, *(one.text for one in below), *there.values()]
    cites = "cites_both" if there and below else "cites_book" if there else "cites_premises"
    task = words.task(
        "support",
        question=showing.question(exhibit.case),
        book=showing.book(there, *beside),
        premises=showing.reader(below, *beside) if below else "",
        reader=showing.reader([mine], *beside),
        cites=words.word(cites),
    )
    votes = await asking.structured("support", lambda vote: task, Support)
    return _ruled(asking, step, votes, there, below)


def _ruled(
    asking: Asking, step: Step, votes: Sequence[Support | None], there: Mapping[int, str], below: Sequence[Piece]
) -> Ruling:
    seen = [None if vote is None else _grounded(asking, vote, there, below) for vote in votes]
    supported = asking.ballots.majority([None if one is None else one.supported for one in seen])
    entailed = asking.ballots.majority([None if one is None else one.entailed for one in seen]) if there else False
    useful: dict[int, bool | None] = {}
    for number in dict.fromkeys(step.paragraphs):
        told = [None if one is None else one.useful.get(number) for one in seen]
        useful[number] = asking.ballots.majority(told) if number in there else False
    return Ruling(supported, entailed, useful)


def _grounded(asking: Asking, vote: Support, there: Mapping[int, str], below: Sequence[Piece]) -> Ruling:
    """What a vote says as far as it has words to rely on: in the cited text, or for `supported` in a premise."""
    in_book, in_premise = bool(paragraph_of(vote.span, there)), bool(piece_of(vote.span, below))
    claimed = vote.supported or vote.by_book
    asking.ballots.void += claimed and not (in_book or in_premise)
    entailed = vote.by_book and in_book
    supported = claimed and (in_book or in_premise)
    alone = entailed and len(there) == 1
    return Ruling(supported, entailed, {n: supported and (alone or n in vote.needed) for n in there})


def citations(step: int, one: Ruling) -> list[Citation]:
    """The verdicts on a step's citations, the step numbered from 1."""
    return [Citation(step=step, paragraph=number, useful=useful) for number, useful in one.useful.items()]
