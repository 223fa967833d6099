"""`casebook why`: why a paragraph was, or was not, found, read, quoted and cited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.options import RUNS, Embedder, Json, RunName, Runs, run_place
from tools.mistake import Mistake

if TYPE_CHECKING:
    from agent.trace import Trace
    from evaluations.case import Case
    from tools.search import BookSearch

EXAMPLE = "Example: casebook why sample-extractive en-human-1-q1 45"


def why(
    run: RunName,
    case: Annotated[str, typer.Argument(help="The case's id.", show_default=False)],
    paragraph: Annotated[int | None, typer.Argument(min=1, help="A paragraph's number.", show_default=False)] = None,
    gold: Annotated[bool, typer.Option("--gold", help="All gold paragraphs before the cut, in one table.")] = False,
    branch: Annotated[str, typer.Option(help="In this branch of the trace.")] = "",
    repeat: Annotated[int, typer.Option(min=1, help="Which repeat.")] = 1,
    embedder: Embedder = "auto",
    runs: Runs = RUNS,
    as_json: Json = False,
) -> None:
    """Why a paragraph was not found: its place in every list of every query, and where it was lost on the way.

    The queries are asked again of the same view. Without the novel, what the trace itself kept is told.
    """
    from evaluations.branches import open_trace
    from evaluations.commands.screen import console, print_json
    from evaluations.store import RunFolder
    from evaluations.why.reasons import reasons
    from evaluations.why.told import told

    folder = RunFolder(run_place(run, runs))
    trace = open_trace(folder.place, case, repeat, branch).trace
    asked = next((one for one in folder.cases() if one.id == case), None)
    wanted, steps = _wanted(asked, paragraph, gold)
    search, notes = _search(trace, asked, embedder)
    made = reasons(trace, wanted, search, notes)
    if as_json:
        told_json = [{**one.as_json(), "gold": steps.get(one.fate.paragraph)} for one in made.reasons]
        print_json({"case": case, "repeat": repeat, "branch": branch, "notes": made.notes, "paragraphs": told_json})
    else:
        console().print(told(made, steps))


def _wanted(case: Case | None, paragraph: int | None, gold: bool) -> tuple[list[int], dict[int, str]]:
    """The paragraphs to explain, and with --gold the steps that stand in them."""
    if paragraph is None and not gold:
        raise Mistake("Which paragraph?", cure="Give its number, or --gold for all gold paragraphs.")
    steps: dict[int, str] = {}
    for step in case.gold.steps if case and gold else ():
        if step.position is not None:
            steps[step.position] = " ".join([*([steps[step.position]] if step.position in steps else []), step.text])
    if paragraph is not None:
        return [paragraph], steps
    placed = case.gold.positions(None) if case else ()
    if not placed:
        raise Mistake("This case has no gold paragraphs", cure="Give a paragraph's number.")
    return list(placed), steps


def _search(trace: Trace, case: Case | None, embedder: str) -> tuple[BookSearch | None, list[str]]:
    """The search that the trace was made with, or None and why there is none."""
    from evaluations.commands.meaning import meaning
    from evaluations.views import Views
    from tools.search import BookSearch
    from tools.semantic import Meaning

    if trace.researcher.kind in ("control", "person", "imported"):
        who = {"control": "a control", "person": "a person"}.get(trace.researcher.kind, "an imported system")
        return None, [f"The searches of {who} cannot be asked again: only what the trace kept is told."]
    view = Views().find(case, trace.view.digest) if case and trace.view else None
    if view is None or trace.view is None:
        return None, ["The novel is not found, or is another edition: only what the trace itself kept is told."]
    if trace.view.semantic.startswith("none"):
        return BookSearch(view), []
    means = meaning(embedder, {view.language})
    if (name := means.name(view.language)) == trace.view.semantic:
        return BookSearch(view, means), []
    return BookSearch(view, Meaning()), [
        f"Places by meaning are missing: the trace had {trace.view.semantic}, here is {name}."
    ]
