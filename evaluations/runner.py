"""The runner: every case of a run researched, several at once; what is sealed already is left alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from agent.model.faults import Unreached
from agent.researcher import Researcher, resumable, seal
from agent.trace import Trace
from evaluations.case import Case
from evaluations.lost import Lost
from evaluations.seats import Desk
from evaluations.store import RunFolder
from tools.mistake import Mistake
from tools.search import BookSearch

Told = Callable[[Trace], None]
"""Takes each trace once it is sealed."""


@dataclass(frozen=True)
class Task:
    """One case to research once."""

    case: Case
    repeat: int


def missing(run: RunFolder, cases: Sequence[Case], repeats: int) -> list[Task]:
    """What the run still lacks: all cases for the first repeat, then for the second, and so on."""
    wanted = [Task(case, repeat) for repeat in range(1, repeats + 1) for case in cases]
    return [task for task in wanted if not run.sealed(task.case.id, task.repeat).is_file()]


async def research(
    run: RunFolder,
    tasks: Sequence[Task],
    seated: Callable[[Desk], Researcher],
    search: Callable[[Case], BookSearch],
    *,
    concurrency: int = 4,
    told: Told = lambda trace: None,
) -> None:
    """Research `tasks` and seal their traces. Interrupted, it leaves open events from which the next call goes on.

    `seated` gives the researcher of a question. `search` makes the search of a case's view. That may take a while,
    so it is done beside the loop, one view at a time: views of one novel share the work of the first.
    A Mistake in one task ends the others too, and comes out by itself. A question whose model could not be reached
    stays open while the others go on; UNREACHED of them one after another end the run: a Mistake says so.
    """
    places, opening, lost = asyncio.Semaphore(concurrency), asyncio.Lock(), Lost()

    async def one(task: Task) -> None:
        async with places:
            async with opening:
                look = await asyncio.to_thread(search, task.case)
            try:
                trace = await _researched(run, task, seated, look)
            except Unreached as why:
                lost.add(why)
                return
            lost.found()
            told(trace)

    try:
        async with asyncio.TaskGroup() as group:
            for task in tasks:
                group.create_task(one(task))
    except ExceptionGroup as several:
        first = next((error for error in several.exceptions if isinstance(error, Mistake)), several)
        raise first from first.__cause__
    lost.tell()


async def _researched(run: RunFolder, task: Task, seated: Callable[[Desk], Researcher], search: BookSearch) -> Trace:
    case, repeat = task.case.id, task.repeat
    past = resumable(run.opened(case, repeat))
    run.reopen(case, repeat, past)
    sink = partial(run.append, case, repeat)
    researcher = seated(Desk(task.case.question, repeat, run.place / "calls", past))
    events = await researcher.research(task.case.question, search, past, sink)
    trace = seal(events, repeat)
    run.seal(trace)
    return trace
