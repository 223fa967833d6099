"""Options that several verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Runs = Annotated[Path, typer.Option("--runs", help="The folder of runs.", show_default=True)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a script.")]
RunName = Annotated[str, typer.Argument(metavar="RUN", help="A run's name, or its folder.", show_default=False)]

Embedder = Annotated[
    str,
    typer.Option(
        "--embedder",
        help="Search by meaning: auto, none, minilm, a model folder, ORG/NAME (in the hub's cache), hub:ORG/NAME.",
    ),
]

RUNS = Path("runs")


def run_place(run: str, runs: Path) -> Path:
    """The folder of the run called `run` under `runs`, or `run` itself when it is a folder."""
    named = runs / run
    return named if named.is_dir() or not Path(run).is_dir() else Path(run)
