"""`casebook report`: the tables of a stored run."""

from __future__ import annotations

from evaluations.commands.options import RUNS, Json, RunName, Runs, ScorerName, run_place

EXAMPLE = "Example: casebook report sample-extractive"


def report(run: RunName, scorer: ScorerName = "lexical", runs: Runs = RUNS, as_json: Json = False) -> None:
    """Score a run's traces again and print its tables. Nothing is researched, and no model is asked."""
    from evaluations.commands.judged import Judged
    from evaluations.commands.screen import console, print_json
    from evaluations.report import tables

    made = Judged(run_place(run, runs), scorer).report()
    if as_json:
        print_json(made.as_json())
    else:
        console().print(tables(made))
