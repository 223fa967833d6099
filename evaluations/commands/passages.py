"""`casebook passages`: how much of the gold evidence one look finds, before any research."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.endpoint import BaseUrl
from evaluations.commands.options import Embedder, Json
from tools.mistake import Mistake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluations.case import Case
    from evaluations.lookup.looks import LeftOut, Look
    from tools.semantic import Meaning

EXAMPLE = "Example: casebook passages detectiveqa DetectiveQA --published"


def passages(
    benchmark: Annotated[
        str, typer.Argument(help="sample, detectiveqa, prelude, longreason, lfed, cofca.", show_default=False)
    ],
    path: Annotated[Path | None, typer.Argument(help="The benchmark's file or folder.", show_default=False)] = None,
    books: Annotated[Path | None, typer.Option(help="A novel, or a folder of novels.", show_default=False)] = None,
    case: Annotated[list[str] | None, typer.Option(help="Only this case; may be repeated.", show_default=False)] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N cases.", show_default=False)] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="A setting of the benchmark: NAME=VALUE.", show_default=False)
    ] = None,
    embedder: Embedder = "auto",
    base_url: BaseUrl = "",
    published: Annotated[bool, typer.Option("--published", help="Add the papers' figures, marked as theirs.")] = False,
    as_json: Json = False,
) -> None:
    """Count how much gold evidence one look finds: by words, by meaning, by both, and beside a blind draw.

    The question alone is the query. Nothing is researched, no model is asked and no run is written; an embedder's
    vectors are kept, as in any search.
    """
    from evaluations.benchmarks import benchmark as named
    from evaluations.benchmarks.benchmark import Source
    from evaluations.commands.begun import chosen, say_oddities
    from evaluations.commands.meaning import meaning
    from evaluations.commands.screen import console, print_json
    from evaluations.lookup import papers
    from evaluations.lookup.lookup import Lookup
    from evaluations.lookup.tables import tables

    kind = named(benchmark)
    settings = kind.chosen(setting or [])
    loaded = kind.load(Source(path, books, settings))
    cases = chosen(loaded.cases, case or [], limit)
    say_oddities(loaded)
    placed = [one for one in cases if one.gold.positions(one.cut)]
    means = meaning(embedder, {one.question.language for one in placed}, base_url)
    looked = _looked(cases, len(placed), means)
    theirs = papers.published(benchmark) if published else None
    found = Lookup(benchmark, settings, looked, len(loaded.skipped), means, theirs)
    if as_json:
        print_json(found.as_json())
    else:
        screen = console()
        for part in tables(found):
            screen.print(part)
    if not found.looks:
        raise Mistake("No question of them has a gold paragraph to look for", exit_code=1)


def _looked(cases: Sequence[Case], placed: int, means: Meaning) -> list[Look | LeftOut]:
    """One for each case; those with gold are counted on standard error."""
    from evaluations.commands.screen import counting
    from evaluations.lookup.looks import LeftOut, looks
    from evaluations.metrics.exhibit import NO_GOLD
    from evaluations.views import Views

    found: list[Look | LeftOut] = []
    try:
        with counting(placed, "questions") as counter:
            for one in looks(cases, Views().view, means):
                found.append(one)
                why = one.why if isinstance(one, LeftOut) else ""
                if why != NO_GOLD:
                    counter.tick(f"{one.case} {why}".rstrip())
    except KeyboardInterrupt:
        raise Mistake("Stopped", cure="The vectors that were computed are kept.", exit_code=130) from None
    return found
