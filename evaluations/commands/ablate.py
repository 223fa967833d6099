"""`casebook ablate`: take away what an answer cites, ask the graph again, and see whether the answer changes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluations.commands.endpoint import TIMEOUT, BaseUrl, Offline, PriceFile, RunSpend, Timeout, limits
from evaluations.commands.options import RUNS, Json, RunName, Runs, run_place
from tools.mistake import Mistake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from agent.trace import Trace
    from evaluations.ablation import Ablated, Ablation, Figures
    from evaluations.ablation.figures import Share
    from evaluations.store import RunFolder

EXAMPLE = "Example: casebook ablate sample-extractive --case en-human-1-q1"


def ablate(
    run: RunName,
    case: Annotated[list[str] | None, typer.Option(help="Only this case; may be repeated.", show_default=False)] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Put an unrelated quotation of like length in its place instead.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seeds the choice of unrelated quotations.")] = 0,
    runs: Runs = RUNS,
    concurrency: Annotated[int, typer.Option(min=1, help="Questions under way at once.")] = 4,
    as_json: Json = False,
    base_url: BaseUrl = "",
    timeout: Timeout = TIMEOUT,
    run_budget: RunSpend = None,
    prices: PriceFile = None,
    offline: Offline = False,
) -> None:
    """Drop each quotation that an answer cites, ask the graph again, and count which ones the answer depends on.

    One call of the run's model a cited node and one more without any evidence, recorded and never paid twice; free
    where there is no model. The scores are kept in the run's scores/ablation.jsonl.
    """
    from evaluations.ablation import Ablation, figures, keep, scores
    from evaluations.branches import Asking
    from evaluations.branches.bench import Bench
    from evaluations.commands.screen import console, print_json
    from evaluations.store import RunFolder
    from evaluations.works import works

    folder = RunFolder(run_place(run, runs))
    asking = Asking(base_url=base_url, offline=offline, timeout=timeout, prices=prices, limits=limits(run_budget or ()))
    ablation = Ablation(Bench(folder, asking), "replaced" if replace else "dropped", seed)
    made = _ablated(ablation, _traces(folder, case or []), concurrency)
    keep(folder, scores(made))
    whole = figures(made, works(folder.cases()))
    if as_json:
        print_json({"traces": [one.model_dump(mode="json") for one in made], "figures": _data(whole)})
        return
    console().print(_table(made))
    console().print(_told(whole, made), style="dim", markup=False, highlight=False)


def _traces(folder: RunFolder, wanted: Sequence[str]) -> list[Trace]:
    """The traces to ablate; Mistake where the run has none of a case."""
    folder.record()
    there = list(folder.traces())
    if unknown := [one for one in wanted if one not in {case for case, _ in there}]:
        raise Mistake(f"Run {folder.name} has no trace of this case", got=unknown[0])
    return [folder.trace(case, repeat) for case, repeat in there if not wanted or case in wanted]


def _ablated(ablation: Ablation, traces: Sequence[Trace], concurrency: int) -> list[Ablated]:
    try:
        return asyncio.run(ablation.all(traces, concurrency))
    except KeyboardInterrupt:
        raise Mistake("Stopped", cure="Nothing is lost: the same command goes on from here.", exit_code=130) from None


def _table(made: Sequence[Ablated]) -> Table:
    """A row a trace: what was answered, on how much of what it cites that depends, and what is answered without any."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    bare = any(one.bare for one in made)
    for column in ("case", "answer", "depends on", "decisive step", *(["without evidence"] if bare else [])):
        table.add_column(column, overflow="fold")
    for one in made:
        name = one.case if one.repeat == 1 else f"{one.case} ({one.repeat})"
        cells = [name, one.value or "none", one.refused or _share(one), _decisive(one)]
        table.add_row(*(Text(cell) for cell in [*cells, *([_bare(one)] if bare else [])]))
    return table


def _share(one: Ablated) -> str:
    unusable = len(one.trials) - len(one.judged)
    more = f" ({unusable} unusable)" if unusable else ""
    return f"{sum(bool(trial.changed) for trial in one.judged)} of {len(one.judged)}{more}"


def _decisive(one: Ablated) -> str:
    return f"{one.decisive.step} ({one.decisive.node}) → {one.decisive.value or 'none'}" if one.decisive else "—"


def _bare(one: Ablated) -> str:
    if one.bare is None:
        return "—"
    if one.bare.changed is None:
        return "unusable"
    return f"{one.bare.value or 'none'}{'' if one.bare.changed else ' (the same)'}"


def _told(whole: Figures, made: Sequence[Ablated]) -> str:
    from agent.trace import Usage
    from evaluations.show import spent

    usage = Usage()
    for one in made:
        usage = usage.plus(one.usage)
    verb = "replaced" if any(one.how == "replaced" for one in made) else "dropped"
    lines = [f"Depends on what it cites: {_percent(whole.dependence)} of cited notes change the answer when {verb}.*"]
    if whole.shortcut.n:
        lines.append(f"Unchanged with all evidence gone: {_percent(whole.shortcut)} of answers (a shortcut).")
    lines.append(f"Refused, without a cited chain: {whole.refused}. Unusable: {whole.unusable}{spent(usage)}.")
    over = next((s.interval.over for s in (whole.dependence, whole.shortcut) if s.interval), "questions")
    lines.append(f"* 95 %, over whole {over}: notes of one answer are not independent.")
    return "\n".join(lines)


def _percent(share: Share) -> str:
    if share.value is None:
        return "— (nothing to count)"
    span = f"{100 * told.low:.0f}–{100 * told.high:.0f} %, " if (told := share.interval) else ""
    return f"{100 * share.value:.1f} % ({span}{share.count} of {share.n})"


def _data(whole: Figures) -> dict[str, Any]:
    from dataclasses import asdict

    shares = {"dependence": whole.dependence, "unchanged without evidence": whole.shortcut}
    told = {
        name: {"value": s.value, "interval": asdict(span) if (span := s.interval) else None, "n": s.n}
        for name, s in shares.items()
    }
    return {**told, "refused": whole.refused, "unusable": whole.unusable}
