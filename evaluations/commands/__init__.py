"""The door: `casebook`. One file a group of verbs; heavy libraries are imported when a verb needs them."""

from __future__ import annotations

import sys
from functools import cache
from typing import Annotated

import typer
from typer.core import TyperGroup
from typer.main import get_group

from evaluations.commands import (
    ablate,
    ask,
    book,
    branches,
    compare,
    data,
    import_,
    judge,
    names,
    passages,
    report,
    run,
    score,
    search,
    show,
    step,
    why,
)
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
app.command("score", epilog=score.EXAMPLE)(score.score)
app.command("compare", epilog=compare.EXAMPLE)(compare.compare)
app.command("import", epilog=import_.EXAMPLE)(import_.import_)
app.command("show", epilog=show.EXAMPLE)(show.show)
app.command("step", epilog=step.EXAMPLE, context_settings=step.OTHERS)(step.step)
app.command("why", epilog=why.EXAMPLE)(why.why)
app.command("branches", epilog=branches.BRANCHES_EXAMPLE)(branches.branches)
app.command("diff", epilog=branches.DIFF_EXAMPLE)(branches.diff)
app.command("ablate", epilog=ablate.EXAMPLE)(ablate.ablate)
app.command("passages", epilog=passages.EXAMPLE)(passages.passages)
app.command("ask", epilog=ask.EXAMPLE)(ask.ask)
app.command("search", epilog=search.EXAMPLE)(search.search)
app.command("book", epilog=book.BOOK_EXAMPLE)(book.book)
app.command("read", epilog=book.READ_EXAMPLE)(book.read)
app.command("names", epilog=names.EXAMPLE)(names.names)
app.add_typer(judge.judge)
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


@cache
def _verbs() -> TyperGroup:
    """The verbs with their options, read from the signatures once."""
    return get_group(app)


def _with_settings(words: list[str]) -> None:
    """`casebook run BENCHMARK --help` lists the settings of that benchmark too."""
    examples = {"run": run.EXAMPLE, "passages": passages.EXAMPLE}
    if not words or words[0] not in examples or "--help" not in words:
        return
    from evaluations.benchmarks import BENCHMARKS

    for name in (word for word in words if word in BENCHMARKS):
        told = [f"{s.name}={s.default}: {s.about} ({s.allowed})" for s in BENCHMARKS[name].settings]
        command = _verbs().commands[words[0]]
        command.epilog = "\n\n".join([examples[words[0]], f"Settings of {name}, for --set:", *(told or ["none"])])


def main() -> None:
    """Run the command line; a user's mistake is one line and an exit code, never a traceback."""
    _with_settings(sys.argv[1:])
    try:
        _verbs()()
    except Mistake as mistake:
        print(f"casebook: {mistake}", file=sys.stderr)
        sys.exit(mistake.exit_code)
    except OSError as error:
        # a place that cannot be read or written is the user's to change; without a name it is a bug, and raises
        if error.filename is None:
            raise
        print(f"casebook: {str(error.filename)!r} cannot be used: {error.strerror}.", file=sys.stderr)
        sys.exit(1)
