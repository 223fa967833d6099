"""Recall: which reference steps the whole reasoning contains, by one call a vote (DetectiveQA's step score)."""

from __future__ import annotations

from collections.abc import Sequence

from evaluations.case import Case
from evaluations.judge import showing
from evaluations.judge.asking import Asking
from evaluations.judge.ballots import given
from evaluations.judge.grounds import borne, ground_of
from evaluations.judge.pieces import Piece
from evaluations.judge.prompts import prompts
from evaluations.judge.replies import Contents, listed, within
from evaluations.judge.wording import JudgePrompt
from evaluations.metrics.findings import Contained

Vote = dict[int, Contained]
"""Reference step (its place in the gold, from 0) to the grounds on which it was found."""


async def contained(
    asking: Asking, case: Case, shown: Sequence[Piece], own: JudgePrompt | None = None
) -> tuple[Contained, ...] | None:
    """The verdict on each reference step; None when the votes that were given decide too little.

    Where nothing was written nothing is contained, and nobody is asked.
    """
    steps = case.gold.steps
    if not shown:
        return tuple(Contained(found=False) for _ in steps)
    votes = await (_own(asking, case, shown, own) if own else _asked(asking, case, shown))
    made = [_verdict(asking, at, votes) for at in range(len(steps))]
    told = [one for one in made if one is not None]
    return tuple(told) if len(told) == len(steps) else None


async def _asked(asking: Asking, case: Case, shown: Sequence[Piece]) -> list[Vote | None]:
    words, steps = prompts(asking.language), case.gold.steps

    def task(vote: int) -> str:
        told = showing.points(steps, showing.order(case, vote))
        return words.task(
            "recall", question=showing.question(case), points=told, reader="\n" + showing.reader(shown, told)
        )

    replies = await asking.structured("recall", task, Contents)
    return [
        None if reply is None else _grounded(asking, case, reply, shown, showing.order(case, vote))
        for vote, reply in enumerate(replies, 1)
    ]


def _grounded(asking: Asking, case: Case, reply: Contents, shown: Sequence[Piece], places: Sequence[int]) -> Vote:
    """The steps a reply finds by words that stand in the reasoning and can bear them; a number that was not shown is
    dropped."""
    named = within([one.point for one in reply.contained], len(places))
    texts = {number: case.gold.steps[places[number]].text for number in named}
    spans = {number: [one.span for one in reply.contained if one.point == number] for number in named}
    there = [ground_of(number, spans[number], shown, texts[number]) for number in named]
    held = borne(given(there), texts)
    asking.ballots.void += len(named) - len(held)
    return {places[one.point]: Contained(found=True, step=one.piece.number, span=one.span) for one in held}


async def _own(asking: Asking, case: Case, shown: Sequence[Piece], own: JudgePrompt) -> list[Vote | None]:
    """The votes by a prompt of one's own, whose replies name no words: only indices."""
    replies = await asking.written("recall", lambda vote: own.filled(case, shown, showing.order(case, vote)), listed)
    votes: list[Vote | None] = []
    for vote, reply in enumerate(replies, 1):
        places = showing.order(case, vote)
        indices = None if reply is None else within(reply, len(places))
        votes.append(None if indices is None else {places[at]: Contained(found=True) for at in indices})
    return votes


def _verdict(asking: Asking, at: int, votes: Sequence[Vote | None]) -> Contained | None:
    """Most votes' verdict on the reference step at a place, with the grounds of the first that found it."""
    found = asking.ballots.majority([None if vote is None else at in vote for vote in votes])
    if found is None:
        return None
    grounds = next((vote[at] for vote in votes if vote and at in vote), None)
    return grounds if found and grounds else Contained(found=False)
