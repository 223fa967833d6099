"""Matching: which reference steps one single step says (StepMatch). It is asked only where there can be a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluations.case import Case
from evaluations.judge import showing
from evaluations.judge.asking import Asking
from evaluations.judge.grounds import Ground, borne
from evaluations.judge.pieces import Piece
from evaluations.judge.prompts import prompts
from evaluations.judge.replies import Says, within
from evaluations.metrics.findings import Contained

Pair = tuple[int, int]


@dataclass(frozen=True)
class Matches:
    """Pairs (step, reference), both from 1: those that say the same, and those without a verdict."""

    found: tuple[Pair, ...] = ()
    lost: tuple[Pair, ...] = ()


async def matches(asking: Asking, case: Case, steps: Sequence[Piece], contained: Sequence[Contained] | None) -> Matches:
    """The pairs of each step with each reference step. What the whole reasoning does not contain no step of it says:
    where nothing is contained nobody is asked, and such a reference is in no pair.
    """
    wanted = [at for at, one in enumerate(contained) if one.found] if contained is not None else _all(case)
    found: list[Pair] = []
    lost: list[Pair] = []
    for step in steps if wanted else ():
        votes = await _votes(asking, case, step)
        for at in wanted:
            verdict = asking.ballots.majority([None if vote is None else at in vote for vote in votes])
            if verdict is None:
                lost.append((step.number, at + 1))
            elif verdict:
                found.append((step.number, at + 1))
    return Matches(tuple(found), tuple(lost))


async def _votes(asking: Asking, case: Case, step: Piece) -> list[set[int] | None]:
    """The places of the reference steps that each vote finds in the step, as far as it can bear them."""
    words = prompts(asking.language)

    def task(vote: int) -> str:
        told = showing.points(case.gold.steps, showing.order(case, vote))
        return words.task(
            "match", question=showing.question(case), points=told, reader="\n" + showing.reader([step], told)
        )

    votes: list[set[int] | None] = []
    for vote, reply in enumerate(await asking.structured("match", task, Says), 1):
        places = showing.order(case, vote)
        named = None if reply is None else [places[at] for at in within(reply.says, len(places))]
        votes.append(None if named is None else _borne(asking, case, step, named))
    return votes


def _borne(asking: Asking, case: Case, step: Piece, named: Sequence[int]) -> set[int]:
    """The places that the whole step can bear: a list of all numbers is no more than an echo."""
    grounds = [Ground(at, step, 0, len(step.text), step.text) for at in named]
    held = borne(grounds, {at: case.gold.steps[at].text for at in named})
    asking.ballots.void += len(named) - len(held)
    return {one.point for one in held}


def _all(case: Case) -> list[int]:
    return list(range(len(case.gold.steps)))
