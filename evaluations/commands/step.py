"""`casebook step`: through the events of a stored trace, or of a question under way, one by one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.endpoint import TIMEOUT, BaseUrl, Offline, PriceFile, Timeout
from evaluations.commands.options import RUNS, Embedder, Runs, run_place
from tools.mistake import Mistake

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from agent.researcher import Researcher
    from evaluations.branches import Asking
    from evaluations.commands.begun import Begun
    from evaluations.seats import Desk
    from evaluations.stepping.breaks import Breaks
    from evaluations.stepping.gold import Marks
    from evaluations.stepping.keys import Keys
    from evaluations.store import RunFolder

    HowAsked = Callable[[], Asking]

EXAMPLE = (
    "Example: casebook step sample-extractive en-human-1-q1 --gold\n\n"
    "Example: casebook step --live sample en-human-1-q1 --break extract,answer --when 'leader<0.4'\n\n"
    "With --live, BENCHMARK takes the place of RUN, and what follows CASE are the path and the options of casebook run."
)
OTHERS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""With --live the options of `casebook run` are taken too."""


def step(
    context: typer.Context,
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run, or with --live a benchmark.", show_default=False)],
    case: Annotated[str, typer.Argument(help="The case's id.", show_default=False)],
    gold: Annotated[bool, typer.Option("--gold", help="Mark gold paragraphs and the right answer.")] = False,
    branch: Annotated[str, typer.Option(help="Step through this branch of the trace.")] = "",
    at: Annotated[int | None, typer.Option(min=1, help="Begin at this event.", show_default=False)] = None,
    repeat: Annotated[int, typer.Option(min=1, help="Which repeat.")] = 1,
    live: Annotated[bool, typer.Option("--live", help="Research the case now, pausing before its nodes.")] = False,
    breaks: Annotated[str, typer.Option("--break", help="With --live: pause before these nodes only.")] = "",
    when: Annotated[
        list[str] | None,
        typer.Option(help="With --live: pause when read:N, found:N, quoted:N, refused[:MOVE], leader<X."),
    ] = None,
    runs: Runs = RUNS,
    embedder: Embedder = "auto",
    base_url: BaseUrl = "",
    timeout: Timeout = TIMEOUT,
    prices: PriceFile = None,
    offline: Offline = False,
) -> None:
    """Step through a trace: forward, back, search; see prompts, replies, hits, graph, beliefs; change one thing.

    Looking needs no book, no key and no call. An edit makes a branch and leaves the trace as it is.
    From a pipe it takes the same commands, a line each; ? lists them.
    """
    from evaluations.stepping.keys import keys
    from evaluations.store import RunFolder

    if run.startswith("-") or case.startswith("-"):
        raise Mistake("RUN and CASE come first", got=run, cure="Put other options behind them.")
    if not live and context.args:
        raise Mistake("A stored trace takes no such word", got=context.args[0], cure="See: casebook step --help")
    if not live and (breaks or when):
        raise Mistake("Only research under way can be paused", cure="Give --live, or search the trace with k and /.")

    def asking() -> Asking:
        from evaluations.branches import Asking

        return Asking(base_url=base_url, offline=offline, timeout=timeout, prices=prices, embedder=embedder)

    with keys() as typed:
        if not live:
            _stored(RunFolder(run_place(run, runs)), case, repeat, branch, asking, gold, typed, at)
            return
        asked = {"runs": runs, "embedder": embedder, "base_url": base_url, "timeout": timeout, "prices": prices}
        where = _breaks(breaks, when)
        made = _begun(run, case, context.args, {**asked, "offline": offline, "repeats": repeat})
        last = _live(made, case, repeat, where, gold, typed)
        _stored(made.folder, case, repeat, "", asking, gold, typed, last)


def _stored(
    run: RunFolder, case: str, repeat: int, branch: str, asking: HowAsked, gold: bool, keys: Keys, at: int | None = None
) -> None:
    from evaluations.commands.screen import console
    from evaluations.stepping.stepper import Stepper
    from evaluations.stepping.trail import Trail

    trail = Trail(run, case, repeat, branch, asking)
    if at is not None:
        trail.cursor.to(at)
    said = f"This has no end yet: {trail.unfinished}." if trail.unfinished else ""
    Stepper(trail, keys, console(), _marks(run, case, gold)).run(said)
    if trail.branch and trail.unfinished:
        where = f"casebook step {run.name} {case} --branch {trail.branch}"
        console().print(f"Branch {trail.branch} has no end yet. Go on with it: {where}", markup=False, soft_wrap=True)


def _live(made: Begun, case: str, repeat: int, breaks: Breaks, gold: bool, keys: Keys) -> int:
    """Research one case to its end, pausing; how many events there are then."""
    from evaluations import runner
    from evaluations.commands.run import closing
    from evaluations.commands.screen import console
    from evaluations.stepping.live import Pauses, Researched

    asked = Researched(made.folder, case, repeat)
    hook = Pauses(asked, breaks, keys, console(), _marks(made.folder, case, gold))
    tasks = [task for task in runner.missing(made.folder, made.cases, repeat) if task.repeat == repeat]

    def seated(desk: Desk) -> Researcher:
        return made.player.seated(replace(desk, pause=hook))

    if tasks:
        work = runner.research(made.folder, tasks, seated, made.search, concurrency=1)
        try:
            asyncio.run(closing(work, made.player.seats))
        except KeyboardInterrupt:
            raise Mistake("Stopped", cure="Nothing is lost: the same command goes on.", exit_code=130) from None
    return len(made.folder.trace(case, repeat).events)


def _begun(benchmark: str, case: str, words: Sequence[str], asked: Mapping[str, object]) -> Begun:
    """The run of this one case, set up from the words that `casebook run` would take."""
    from evaluations.commands import run
    from evaluations.commands.begun import Options, begun

    door = typer.Typer(add_completion=False)
    door.command()(run.run)
    context = typer.main.get_command(door).make_context("casebook step --live", [benchmark, *words, "--case", case])
    return begun(Options(**context.params | dict(asked)))


def _marks(run: RunFolder, case: str, gold: bool) -> Marks:
    """What is marked: nothing unless gold was asked for."""
    from evaluations.stepping.gold import Marks

    mine = next((one for one in run.cases() if one.id == case), None) if gold else None
    return Marks.of(mine) if mine else Marks()


def _breaks(nodes: str, when: list[str] | None) -> Breaks:
    from evaluations.stepping.breaks import breaks

    return breaks(nodes, when or ())
