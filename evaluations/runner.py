"""The runner: every case of a run researched, several at once; what is sealed already is left alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from agent.researcher import Researcher, resumable, seal
from agent.trace import Trace
from evaluations.case import Case
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
    researcher: Researcher,
    search: Callable[[Case], BookSearch],
    *,
    concurrency: int = 4,
    told: Told = lambda trace: None,
) -> None:
    """Research `tasks` and seal their traces. Interrupted, it leaves open events from which the next call goes on.

    `search` makes the search of a case's view. That may take a while, so it is done beside the loop,
    one view at a time: views of one novel share the work of the first.
    A Mistake in one task ends the others too, and comes out by itself.
    """
    places, opening = asyncio.Semaphore(concurrency), asyncio.Lock()

    async def one(task: Task) -> None:
        async with places:
            async with opening:
                look = await asyncio.to_thread(search, task.case)
            told(await _researched(run, task, researcher, look))

    try:
        async with asyncio.TaskGroup() as group:
            for task in tasks:
                group.create_task(one(task))
    except ExceptionGroup as several:
        first = next((error for error in several.exceptions if isinstance(error, Mistake)), several)
        raise first from first.__cause__


async def _researched(run: RunFolder, task: Task, researcher: Researcher, search: BookSearch) -> Trace:
    case, repeat = task.case.id, task.repeat
    past = resumable(run.opened(case, repeat))
    run.reopen(case, repeat, past)
    sink = partial(run.append, case, repeat)
    events = await researcher.research(task.case.question, search, past, sink)
    trace = seal(events, repeat)
    run.seal(trace)
    return trace
