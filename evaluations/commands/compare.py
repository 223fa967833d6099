"""`casebook compare`: two or more stored runs side by side."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.options import RUNS, Json, Runs, ScorerName, run_place
from tools.mistake import Mistake

if TYPE_CHECKING:
    from evaluations.commands.judged import Judged
    from evaluations.compare.side import Side

EXAMPLE = "Example: casebook compare sample-extractive sample-rag"


def compare(
    run: Annotated[list[str], typer.Argument(metavar="RUN", help="Runs, by name or folder; "
                   "the others are each compared with the first.", show_default=False)],
    runs: Runs = RUNS,
    flips: Annotated[int, typer.Option(min=0, help="How many turned answers to list.")] = 5,
    published: Annotated[bool, typer.Option("--published", help="Add the papers' figures, marked as theirs.")] = False,
    scorer: ScorerName = "lexical",
    as_json: Json = False,
) -> None:  # fmt: skip
    """Say what differs between runs: settings, every metric with a test, how alike they are, answers that turned.

    Only questions that both researched count, and no benchmark is pooled. One scorer judges all of them.
    With a control among the runs, shortcuts and gains over it are told too.
    """
    from pydantic_core import to_jsonable_python

    from evaluations.beside import published_tables, shortcut_tables
    from evaluations.commands.screen import console, print_json
    from evaluations.compare.comparison import compare as compared
    from evaluations.compare.tables import notes, tables
    from evaluations.published import published as papers
    from evaluations.shortcuts import shortcuts

    sides = _sides(run, runs, scorer)
    made = [compared(sides[0], side) for side in sides[1:]]
    short = shortcuts(sides)
    theirs = papers(sides) if published else []
    if as_json:
        told = {"pairs": made, "shortcuts": short} | ({"published": theirs} if published else {})
        print_json(to_jsonable_python(told))
        return
    screen = console()
    for one in made:
        screen.print(tables(one, flips))
    screen.print(notes())
    for part in shortcut_tables(short):
        screen.print(part)
    for part in published_tables(theirs, [side.record.benchmark for side in sides]) if published else ():
        screen.print(part)


def _sides(names: list[str], runs: Path, scorer: str) -> list[Side]:
    """The runs to compare, read by one scorer; Mistake unless there are two, all different, begun and judged by it."""
    from evaluations.commands.judged import Judged
    from evaluations.commands.scored import demand, others

    if len(names) < 2:
        raise Mistake("A comparison needs two runs", got=", ".join(names), cure=EXAMPLE)
    places = [run_place(name, runs) for name in names]
    if twice := next((n for at, n in enumerate(names) if places[at].resolve() in _real(places[:at])), None):
        raise Mistake("A run is not compared with itself", got=twice)
    judged = {name: Judged(place, scorer) for name, place in zip(names, places, strict=True)}
    demand(judged, scorer, runs)
    sides = [_side(one) for one in judged.values()]
    for side in (side for side in sides if side.open > 0):
        told = f"{len(side.traces)} of {len(side.traces) + side.open} researches are finished"
        print(
            f"casebook: run {side.name} has not all its questions ({told}); what both have is compared.",
            file=sys.stderr,
        )
    if scorer == "lexical" and (more := others(judged)):
        print(f"casebook: {more}", file=sys.stderr)
    return sides


def _side(judged: Judged) -> Side:
    """A run as it is compared; Mistake when nothing of it is finished."""
    from evaluations.compare.side import Side

    traces = judged.traces()
    if not traces:
        raise Mistake(f"The run {judged.run.name} has no finished question yet", cure="Go on with its command first.")
    scores = judged.scores(traces)
    return Side(judged.run.name, judged.record, judged.cases, traces, scores, judged.said)


def _real(places: list[Path]) -> list[Path]:
    return [place.resolve() for place in places]
