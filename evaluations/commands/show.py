"""`casebook show`: one trace, for a reader."""

from __future__ import annotations

from typing import Annotated

import typer

from evaluations.commands.options import RUNS, Json, RunName, Runs, run_place

EXAMPLE = "Example: casebook show sample-extractive en-human-1-q1"


def show(
    run: RunName,
    case: Annotated[str, typer.Argument(help="The case's id.", show_default=False)],
    repeat: Annotated[int, typer.Option(min=1, help="Which repeat.")] = 1,
    runs: Runs = RUNS,
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print the graph alone, as Mermaid.")] = False,
    as_json: Json = False,
) -> None:
    """Read one trace: rounds, queries, hits, quotations, graph, cited steps, and the gold beside them."""
    from evaluations.commands.judged import Judged
    from evaluations.commands.screen import console, print_json
    from evaluations.show import shown
    from graphs.render import as_mermaid

    judged = Judged(run_place(run, runs))
    trace = judged.run.trace(case, repeat)
    if mermaid:
        print(as_mermaid(trace.graph))
    elif as_json:
        print_json(trace.model_dump(mode="json"))
    else:
        gold = next((one for one in judged.cases if one.id == case), None)
        console().print(shown(trace, gold, judged.scores([trace])))
