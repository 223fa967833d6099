"""`casebook run`: research every case of a benchmark, and judge what came of it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.endpoint import (
    REPLY_TOKENS,
    TIMEOUT,
    BaseUrl,
    Model,
    Offline,
    PriceFile,
    PromptFile,
    ReplyTokens,
    RunSpend,
    Seed,
    Spend,
    Temperature,
    Timeout,
)
from evaluations.commands.options import RUNS, Embedder, Json, Runs
from tools.mistake import Mistake

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from agent.trace import Trace
    from evaluations.commands.begun import Begun
    from evaluations.commands.judged import Judged
    from evaluations.runner import Task
    from evaluations.seats import Seats
    from tools.book import Book

EXAMPLE = "Example: casebook run detectiveqa anno.json --books novels/ --name first --limit 5"


def run(
    benchmark: Annotated[
        str, typer.Argument(help="sample, detectiveqa, prelude, longreason, lfed, cofca.", show_default=False)
    ],
    path: Annotated[Path | None, typer.Argument(help="The benchmark's file or folder.", show_default=False)] = None,
    name: Annotated[str, typer.Option(help="The run's name; BENCHMARK-RESEARCHER when not given.")] = "",
    runs: Runs = RUNS,
    books: Annotated[Path | None, typer.Option(help="A novel, or a folder of novels.", show_default=False)] = None,
    case: Annotated[list[str] | None, typer.Option(help="Only this case; may be repeated.", show_default=False)] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N cases.", show_default=False)] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="A setting of the benchmark: NAME=VALUE.", show_default=False)
    ] = None,
    researcher: Annotated[
        str,
        typer.Option(
            help="agent (a model), extractive (no model), a control (question-only, tail-only, gold-evidence, "
            "whole-book, rag[:K[:ORDER]], constant[:LABEL]), or your own as MODULE:NAME; "
            "agent with --model, else extractive.",
            show_default=False,
        ),
    ] = "",
    repeats: Annotated[int, typer.Option(min=1, help="Research every case this many times.")] = 1,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of searching a question may take.")] = 3,
    embedder: Embedder = "auto",
    concurrency: Annotated[int, typer.Option(min=1, help="Questions under way at once.")] = 4,
    as_json: Json = False,
    model: Model = "",
    base_url: BaseUrl = "",
    temperature: Temperature = 0.0,
    seed: Seed = None,
    reply_tokens: ReplyTokens = REPLY_TOKENS,
    timeout: Timeout = TIMEOUT,
    budget: Spend = None,
    run_budget: RunSpend = None,
    prices: PriceFile = None,
    prompt: PromptFile = None,
    offline: Offline = False,
) -> None:
    """Research every case of a benchmark and report. The same command continues an unfinished run.

    Without a model the researcher is extractive: rules, no reasoning, a floor to stand beside.
    """
    options = dict(locals())
    from evaluations import runner
    from evaluations.commands.begun import Options, begun
    from evaluations.commands.judged import Judged

    made = begun(Options(**options))
    tasks = runner.missing(made.folder, made.cases, repeats)
    _research(made, tasks, concurrency)
    print_report(Judged(made.folder.place), as_json)


def _research(made: Begun, tasks: Sequence[Task], concurrency: int) -> None:
    from evaluations import runner
    from evaluations.alone import alone
    from evaluations.commands.screen import counting

    folder, player, views = made.folder, made.player, made.views
    if not tasks:
        print(f"casebook: run {folder.name} is complete; nothing to research.", file=sys.stderr)
        return
    by_id = {task.case.id: task.case for task in tasks}
    with alone(folder.place), counting(len(tasks), "questions") as counter:

        def told(trace: Trace) -> None:
            counter.tick(f"{trace.question.id} {trace.status}")
            _say_problems(trace, views.view(by_id[trace.question.id]))

        work = runner.research(folder, tasks, player.seated, made.search, concurrency=concurrency, told=told)
        try:
            asyncio.run(closing(work, player.seats))
        except KeyboardInterrupt:
            cure = "Nothing is lost: the same command goes on from here."
            raise Mistake("Stopped", cure=cure, exit_code=130) from None


async def closing(work: Awaitable[None], seats: Seats | None) -> None:
    try:
        await work
    finally:
        if seats:
            await seats.close()


def _say_problems(trace: Trace, view: Book) -> None:
    """What does not hold in a chain, which only a researcher that goes round the notebook can leave.

    A control owes no chain.
    """
    from evaluations.foreign import problems

    if trace.researcher.kind != "control" and (found := problems(trace, view)):
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        print(f"casebook: {trace.question.id} does not hold: {found[0]}{more}", file=sys.stderr)


def print_report(judged: Judged, as_json: bool) -> None:
    from evaluations.commands.screen import console, print_json
    from evaluations.printed import tables

    made = judged.report()
    if as_json:
        print_json(made.as_json())
        return
    console().print(tables(made))
    there = {case for case, _ in judged.run.traces()}
    first = next((case.id for case in judged.cases if case.id in there), "CASE")
    console().print(f"\nKept in {judged.run.place}. Read a trace:", style="dim", soft_wrap=True, markup=False)
    where = "" if judged.run.place.parent == RUNS else f" --runs {judged.run.place.parent}"
    console().print(f"  casebook show {judged.run.name} {first}{where}", soft_wrap=True, markup=False)
