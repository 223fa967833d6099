"""`casebook report`: the tables of stored runs, on the screen, as a page, as a sheet."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.options import RUNS, Json, Runs, ScorerName, run_place
from tools.mistake import Mistake

if TYPE_CHECKING:
    from evaluations.commands.judged import Judged
    from evaluations.page.section import Page
    from evaluations.published import Published
    from evaluations.sections.part import Reported

EXAMPLE = "Example: casebook report sample-extractive --html report.html"


def report(
    run: Annotated[list[str], typer.Argument(metavar="RUN", help="Runs, by name or folder; of several the tables "
                   "stand side by side.", show_default=False)],
    html: Annotated[Path | None, typer.Option(help="Write one page with tables and pictures, to be opened anywhere.",
                                              show_default=False)] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the tables as Markdown.", show_default=False)] = None,
    csv: Annotated[Path | None, typer.Option(help="Write every number, one a line.", show_default=False)] = None,
    published: Annotated[bool, typer.Option("--published", help="Add the papers' figures, marked as theirs.")] = False,
    scorer: ScorerName = "lexical",
    runs: Runs = RUNS,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Score traces again and print their tables. Nothing is researched, and no model is asked."""
    from evaluations.commands.judged import Judged
    from evaluations.gist import uncollected

    _check(html, markdown, csv)
    with uncollected():
        judged = [Judged(place, scorer) for place in _places(run, runs)]
        theirs = _published(judged) if published else []
        if html or markdown or csv:
            from evaluations.sections.contents import page

            _write(page([_reported(one) for one in judged], theirs), html, markdown, csv)
        if as_json:
            _print_json(judged)
        else:
            _print(judged, theirs, published)


def _print_json(judged: list[Judged]) -> None:
    from evaluations.commands.screen import print_json

    told = [one.report().as_json() for one in judged]
    print_json(told[0] if len(told) == 1 else {"runs": told})


def _places(names: list[str], runs: Path) -> list[Path]:
    places = [run_place(name, runs) for name in names]
    real = [place.resolve() for place in places]
    if twice := next((name for at, name in enumerate(names) if real[at] in real[:at]), None):
        raise Mistake("A run stands in a report once", got=twice)
    return places


def _reported(judged: Judged) -> Reported:
    from evaluations.sections.part import Reported

    return Reported(judged.side(), judged.gist.needles, judged.scorer, judged.judging())


def _published(judged: list[Judged]) -> list[Published]:
    from evaluations.published import published

    return published([one.side() for one in judged])


def _print(judged: list[Judged], theirs: list[Published], published: bool) -> None:
    from evaluations.abreast import abreast
    from evaluations.beside import published_tables
    from evaluations.commands.screen import console
    from evaluations.printed import tables

    screen = console()
    for part in [tables(judged[0].report())] if len(judged) == 1 else abreast([_reported(one) for one in judged]):
        screen.print(part)
    for part in published_tables(theirs, [one.record.benchmark for one in judged]) if published else ():
        screen.print(part)


def _write(page: Page, html: Path | None, markdown: Path | None, csv: Path | None) -> None:
    """Each file whole, written aside and renamed; without matplotlib the page has its tables alone, and says so."""
    from evaluations.page.commas import commas
    from evaluations.page.hypertext import hypertext
    from evaluations.page.markdown import markdown as as_markdown
    from evaluations.plots.canvas import needed, there

    if html:
        if not there():
            print(f"casebook: {needed()} The page has its tables alone.", file=sys.stderr)
        _put(html, hypertext(page, pictures=there()))
    if markdown:
        _put(markdown, as_markdown(page))
    if csv:
        _put(csv, "\ufeff" + commas(page))  # a spreadsheet takes a file without this mark for another encoding


def _check(*files: Path | None) -> None:
    """Mistake for a file that could not be written, before anything is scored."""
    for file in (one for one in files if one):
        if file.is_dir():
            raise Mistake("That is a folder, not a file to write", got=str(file))
        if not file.parent.is_dir():
            raise Mistake("There is no such folder to write into", got=str(file.parent))


def _put(file: Path, text: str) -> None:
    aside = file.with_name(f"{file.name}.part")
    aside.write_text(text, encoding="utf-8", newline="")
    aside.replace(file)
    print(f"casebook: written to {file}", file=sys.stderr)
