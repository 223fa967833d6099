"""`casebook run`: research every case of a benchmark, and judge what came of it."""

from __future__ import annotations

import asyncio
import sys
from importlib.metadata import version
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
    from evaluations.benchmarks.loaded import Loaded
    from evaluations.case import Case
    from evaluations.commands.judged import Judged
    from evaluations.researchers import Chosen
    from evaluations.runner import Task
    from evaluations.seats import Seats
    from evaluations.store import BookFile, ModelRecord, RunFolder
    from evaluations.views import Views
    from tools.book import Book
    from tools.semantic import Meaning

EXAMPLE = "Example: casebook run detectiveqa anno.json --books novels/ --name first --limit 5"
LIBRARIES = ("casebook", "langgraph", "tantivy", "networkx", "openai")


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
    from agent.model.calls import spent
    from evaluations import researchers, runner
    from evaluations.benchmarks import benchmark as named
    from evaluations.benchmarks.benchmark import Source
    from evaluations.commands import endpoint
    from evaluations.commands.judged import Judged
    from evaluations.commands.meaning import meaning
    from evaluations.store import RunFolder, RunRecord
    from evaluations.views import Views
    from tools.embedding import label

    kind = named(benchmark)
    settings = kind.chosen(setting or [])
    loaded = kind.load(Source(path, books, settings))
    cases = chosen(loaded.cases, case or [], limit)
    elsewhere = embedder.startswith("endpoint:") and not model
    seats = endpoint.seats(
        model, "" if elsewhere else base_url, temperature=temperature, seed=seed, reply_tokens=reply_tokens,
        timeout=timeout, prices=prices, run_budget=run_budget or (), offline=offline,
    )  # fmt: skip
    said = researcher or (researchers.AGENT if seats else researchers.EXTRACTIVE)
    player = researchers.chosen(
        said, cases, settings, endpoint.budget(rounds, budget or ()), seats,
        endpoint.wording(prompt, kind.reading(settings)),
    )  # fmt: skip
    folder = RunFolder(runs / run_name(name or f"{benchmark}-{player.slug}"))
    views = Views()
    languages = {one.question.language for one in cases}
    means = meaning(embedder if player.looks else "none", languages, base_url, offline)
    record = RunRecord(
        benchmark=benchmark,
        path=str(path.resolve()) if path else None,
        book_place=str(books.resolve()) if books else None,
        settings=settings,
        researcher=player.player,
        chosen=said,
        budget=player.budget,
        model=_model_record(player, prompt),
        seed=seed or 0,
        embedder=label(means.embedder) if means.embedder else "none",
        repeats=repeats,
        books=_book_files(cases, views),
        versions=versions(),
        oddities=tuple(loaded.oddities),
    )
    folder.begin(record, cases)
    if seats:
        seats.meter.spent = spent(folder.place / "calls")
    say_oddities(loaded)
    _research(folder, runner.missing(folder, cases, repeats), player, concurrency, views, means)
    print_report(Judged(folder.place), as_json)


def chosen(cases: list[Case], ids: list[str], limit: int | None) -> list[Case]:
    """The cases with these ids (all without any), at most `limit`; Mistake naming an id that is not there."""
    known = [case.id for case in cases]
    if unknown := [one for one in ids if one not in known]:
        shown = ", ".join(known[:12]) + (" …" if len(known) > 12 else "")
        raise Mistake("There is no such case", got=unknown[0], allowed=shown)
    return [case for case in cases if not ids or case.id in ids][:limit]


def run_name(name: str) -> str:
    if name in (".", "..") or any(c in name for c in '/\\:*?"<>|\0') or not name.strip():
        raise Mistake("A run's name is the name of a folder", got=name, allowed="letters, digits, - and _")
    return name


def versions() -> dict[str, str]:
    """What the run is made with."""
    return {library: version(library) for library in LIBRARIES} | {"python": sys.version.split()[0]}


def _book_files(cases: list[Case], views: Views) -> tuple[BookFile, ...]:
    from evaluations.store import BookFile

    seen = {case.book: views.book(case) for case in cases if case.book}
    return tuple(
        BookFile(path=p, digest=b.digest, encoding=b.encoding, paragraphs=len(b), language=b.language)
        for p, b in seen.items()
    )


def _research(
    folder: RunFolder, tasks: Sequence[Task], player: Chosen, concurrency: int, views: Views, means: Meaning
) -> None:
    from evaluations import runner
    from evaluations.commands.screen import counting

    if not tasks:
        print(f"casebook: run {folder.name} is complete; nothing to research.", file=sys.stderr)
        return
    by_id = {task.case.id: task.case for task in tasks}
    with counting(len(tasks), "questions") as counter:

        def told(trace: Trace) -> None:
            counter.tick(f"{trace.question.id} {trace.status}")
            _say_problems(trace, views.view(by_id[trace.question.id]))

        work = runner.research(
            folder, tasks, player.seated, lambda case: player.opened(case, views.view(case), means),
            concurrency=concurrency, told=told,
        )  # fmt: skip
        try:
            asyncio.run(_closing(work, player.seats))
        except KeyboardInterrupt:
            cure = "Nothing is lost: the same command goes on from here."
            raise Mistake("Stopped", cure=cure, exit_code=130) from None


async def _closing(work: Awaitable[None], seats: Seats | None) -> None:
    try:
        await work
    finally:
        if seats:
            await seats.close()


def _model_record(player: Chosen, prompt: Path | None) -> ModelRecord | None:
    """How the model is asked, for run.json: never the key."""
    from agent.llm.prompts import version as prompts_version
    from evaluations.store import ModelRecord

    if player.seats is None:
        return None
    asked = player.seats.endpoint
    own = prompt.read_text(encoding="utf-8-sig") if prompt else ""
    return ModelRecord(
        name=asked.model,
        base_url=asked.base_url,
        temperature=asked.temperature,
        reply_tokens=asked.reply_tokens,
        prompts=prompts_version(),
        own_prompt=own,
    )


def _say_problems(trace: Trace, view: Book) -> None:
    """What does not hold in a chain, which only a researcher that goes round the notebook can leave.

    A control owes no chain.
    """
    from evaluations.foreign import problems

    if trace.researcher.kind != "control" and (found := problems(trace, view)):
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        print(f"casebook: {trace.question.id} does not hold: {found[0]}{more}", file=sys.stderr)


def say_oddities(loaded: Loaded) -> None:
    """Every skipped row by name, and how many were repaired, before any work is done."""
    for odd in loaded.skipped:
        print(f"casebook: skipped {odd.source}: {odd.what}", file=sys.stderr)
    repaired = [odd for odd in loaded.oddities if odd.done == "repaired"]
    if repaired:
        told = f"{len(repaired)} odd places in the benchmark's files were repaired (see: casebook data check), first"
        print(f"casebook: {told} {repaired[0].source}: {repaired[0].what}", file=sys.stderr)


def print_report(judged: Judged, as_json: bool) -> None:
    from evaluations.commands.screen import console, print_json
    from evaluations.report import tables

    made = judged.report()
    if as_json:
        print_json(made.as_json())
        return
    console().print(tables(made))
    first = judged.cases[0].id if judged.cases else "CASE"
    console().print(f"\nKept in {judged.run.place}. Read a trace:", style="dim", soft_wrap=True, markup=False)
    where = "" if judged.run.place.parent == RUNS else f" --runs {judged.run.place.parent}"
    console().print(f"  casebook show {judged.run.name} {first}{where}", soft_wrap=True, markup=False)
