"""The door: `casebook`. One file a group of verbs; heavy libraries are imported when a verb needs them."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from evaluations.commands import ask, book, data, names, report, run, search, show
from tools.mistake import Mistake

app = typer.Typer(
    name="casebook",
    help="Research whole novels with an agent, and judge the answer and the evidence chain.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.command("run", epilog=run.EXAMPLE)(run.run)
app.command("report", epilog=report.EXAMPLE)(report.report)
app.command("show", epilog=show.EXAMPLE)(show.show)
app.command("ask", epilog=ask.EXAMPLE)(ask.ask)
app.command("search", epilog=search.EXAMPLE)(search.search)
app.command("book", epilog=book.BOOK_EXAMPLE)(book.book)
app.command("read", epilog=book.READ_EXAMPLE)(book.read)
app.command("names", epilog=names.EXAMPLE)(names.names)
app.add_typer(data.data)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"casebook {version('casebook')}")
        raise typer.Exit


@app.callback()
def casebook(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; a user's mistake is one line and an exit code, never a traceback."""
    try:
        app()
    except Mistake as mistake:
        print(f"casebook: {mistake}", file=sys.stderr)
        sys.exit(mistake.exit_code)
