"""Options that several verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tools.mistake import Mistake

if TYPE_CHECKING:
    from tools.names import NameTable

Runs = Annotated[Path, typer.Option("--runs", help="The folder of runs.", show_default=True)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a script.")]
RunName = Annotated[str, typer.Argument(metavar="RUN", help="A run's name, or its folder.", show_default=False)]

Embedder = Annotated[
    str,
    typer.Option(
        "--embedder",
        help="Search by meaning: auto, none, minilm, a model folder, ORG/NAME (in the hub's cache), hub:ORG/NAME, "
        "endpoint:MODEL (at --base-url or OPENAI_BASE_URL).",
    ),
]

ScorerName = Annotated[
    str,
    typer.Option("--scorer", help="Whose verdicts on the reasoning: lexical, or a scorer of `casebook score`."),
]

NamesFile = Annotated[
    Path | None,
    typer.Option("--names", help="A table of names, as `casebook names --write` makes it.", show_default=False),
]

RUNS = Path("runs")


def names_from(file: Path | None) -> NameTable | None:
    """The table of names in `file`; None without one, so that it is made from the book."""
    from tools.names import NameTable

    if file is None:
        return None
    try:
        return NameTable.from_tsv(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        raise Mistake(f"The names {str(file)!r} cannot be read", allowed="a text file in UTF-8") from None


def run_place(run: str, runs: Path) -> Path:
    """The folder of the run called `run` under `runs`, or `run` itself when it is a folder."""
    named = runs / run
    return named if named.is_dir() or not Path(run).is_dir() else Path(run)
