"""A sitting: many traces judged, several at once. What was asked before is read from the record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from agent.model.faults import Unreached
from evaluations.judge.judge import Judge
from evaluations.lost import Lost
from evaluations.metrics.exhibit import Exhibit
from evaluations.scorers import Judgement
from tools.mistake import Mistake


async def sit(
    judge: Judge, exhibits: Iterable[Exhibit], told: Callable[[Judgement], None], concurrency: int = 4
) -> None:
    """Judge every exhibit and tell each judgement as it is made.

    A Mistake in one ends the others too. A trace whose judge could not be reached is left out while the others go on;
    some of these in a row end the sitting, and at its end a Mistake says how many there were.
    """
    places, lost = asyncio.Semaphore(concurrency), Lost("judging")

    async def one(exhibit: Exhibit) -> None:
        async with places:
            try:
                made = await judge.judgement(exhibit)
            except Unreached as why:
                lost.add(why)
                return
        lost.found()
        told(made)

    try:
        async with asyncio.TaskGroup() as group:
            for exhibit in exhibits:
                group.create_task(one(exhibit))
    except ExceptionGroup as several:
        first = next((error for error in several.exceptions if isinstance(error, Mistake)), several)
        raise first from first.__cause__
    lost.tell()
