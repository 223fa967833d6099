"""Soundness: whether the reasoning behind a right verdict on a prequel is right (PRELUDE's reasoning accuracy)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from agent.question import CONTRADICT
from evaluations.judge import showing
from evaluations.judge.asking import Asking
from evaluations.judge.fence import cleaned
from evaluations.judge.pieces import Piece, capped
from evaluations.judge.prompts import prompts
from evaluations.judge.replies import Soundness
from evaluations.judge.spans import content, piece_of
from evaluations.judge.support import MOST_CITED, MOST_OF_A_PARAGRAPH
from evaluations.metrics import answers
from evaluations.metrics.exhibit import Exhibit

Sound = Literal["right", "wrong", "failed"]


async def sound(asking: Asking, exhibit: Exhibit, shown: Sequence[Piece]) -> Sound:
    """The verdict on the reasoning. Behind a wrong answer, and where nothing is written, it is wrong unasked."""
    answer = exhibit.trace.answer
    if not shown or not answers.right(exhibit.case, answer.value if answer else None)[0]:
        return "wrong"
    words, view, gold = prompts(asking.language), exhibit.view, exhibit.case.gold.answer
    cited = [n for n in exhibit.cited if view and n in view][:MOST_CITED]
    there = {n: capped(cleaned(view[n]), MOST_OF_A_PARAGRAPH) for n in cited} if view else {}
    task = words.task(
        "sound",
        question=showing.question(exhibit.case),
        gold=words.word("contradict" if gold == CONTRADICT else "consistent"),
        book=showing.book(there, gold) or words.word("nothing_cited"),
        reader=showing.reader(shown, gold, *there.values()),
    )
    votes = [_grounded(asking, vote, shown) for vote in await asking.structured("sound", lambda vote: task, Soundness)]
    verdict = asking.ballots.majority(votes)
    return "failed" if verdict is None else "right" if verdict else "wrong"


def _grounded(asking: Asking, vote: Soundness | None, shown: Sequence[Piece]) -> bool | None:
    """Right only by words of the reader's that are not about the judging."""
    if vote is None:
        return None
    stands = bool(piece_of(vote.span, shown)) and content(vote.span) >= 1
    asking.ballots.void += vote.right and not stands
    return vote.right and stands
