"""`casebook show`: one trace, for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.options import RUNS, Json, RunName, Runs, ScorerName, run_place

if TYPE_CHECKING:
    from agent.trace import Trace
    from evaluations.commands.judged import Judged
    from evaluations.verdicts import Verdicts

EXAMPLE = "Example: casebook show sample-extractive en-human-1-q1"


def show(
    run: RunName,
    case: Annotated[str, typer.Argument(help="The case's id.", show_default=False)],
    repeat: Annotated[int, typer.Option(min=1, help="Which repeat.")] = 1,
    scorer: ScorerName = "lexical",
    runs: Runs = RUNS,
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print the graph alone, as Mermaid.")] = False,
    as_json: Json = False,
) -> None:
    """Read one trace: rounds, queries, hits, quotations, graph, cited steps, and the gold beside them.

    With --scorer also what that judge found: each gold step, where, by which words; each step supported or not.
    """
    from evaluations.commands.judged import Judged
    from evaluations.commands.scored import demand
    from evaluations.commands.screen import console, print_json
    from evaluations.show import shown
    from graphs.render import as_mermaid

    judged = Judged(run_place(run, runs), scorer)
    demand({run: judged}, scorer, runs)
    trace = judged.run.trace(case, repeat)
    if mermaid:
        print(as_mermaid(trace.graph))
        return
    verdicts = _verdicts(judged, trace)
    if as_json:
        told = trace.model_dump(mode="json")
        print_json({**told, "judged": verdicts.as_json()} if verdicts else told)
    else:
        gold = next((one for one in judged.cases if one.id == case), None)
        lexical = next((one.findings for one in judged.exhibits([trace])), None) if verdicts is None else None
        console().print(shown(trace, gold, lexical, verdicts))


def _verdicts(judged: Judged, trace: Trace) -> Verdicts | None:
    """What the scorer said of the trace; None of the lexical judge."""
    from evaluations.verdicts import Verdicts

    return Verdicts.of(judged.kept, trace, judged.scores([trace])) if judged.kept else None
