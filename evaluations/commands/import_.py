"""`casebook import`: someone else's answers, or a research log kept elsewhere, as a run like any other."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.options import RUNS, Json, Runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluations.case import Case
    from evaluations.imports.keeping import Research, Shelved
    from evaluations.imports.matching import Matched

EXAMPLE = 'Example: casebook import answers.jsonl --benchmark sample --system "GraphRAG + X" --name graphrag'
FIRST = 3


def import_(
    file: Annotated[Path, typer.Argument(help="JSON lines: answers, or a log's events.", show_default=False)],
    benchmark: Annotated[
        str, typer.Option(help="sample, detectiveqa, prelude, longreason, lfed, cofca.", show_default=False)
    ],
    path: Annotated[Path | None, typer.Argument(help="The benchmark's file or folder.", show_default=False)] = None,
    name: Annotated[str, typer.Option(help="The run's name; BENCHMARK-SYSTEM when not given.")] = "",
    system: Annotated[str, typer.Option(help="Whose answers they are, for the tables; the file's name if not.")] = "",
    person: Annotated[str, typer.Option(help="Who researched; the run is called NAME@PERSON.")] = "",
    books: Annotated[Path | None, typer.Option(help="A novel, or a folder of novels.", show_default=False)] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="A setting of the benchmark: NAME=VALUE.", show_default=False)
    ] = None,
    runs: Runs = RUNS,
    as_json: Json = False,
) -> None:
    """Bring answers, chains or a research log from elsewhere into a run, and judge it like any other.

    Only `case` and `answer` are needed; what the file does not tell is undefined in the scores, never 0.
    The formats stand in docs/import.md. All of the file is checked before anything is written.
    """
    from agent.question import Budget
    from evaluations.benchmarks import benchmark as named
    from evaluations.benchmarks.benchmark import Source
    from evaluations.commands.begun import run_name, say_oddities, versions
    from evaluations.commands.judged import Judged
    from evaluations.commands.run import print_report
    from evaluations.imports.findings import Findings
    from evaluations.imports.keeping import Shelved, keep, researched
    from evaluations.imports.matching import matched
    from evaluations.imports.naming import called
    from evaluations.imports.reading import Readings
    from evaluations.imports.source import read_file
    from evaluations.store import RunFolder, RunRecord
    from evaluations.views import Views

    kind = named(benchmark)
    settings = kind.chosen(setting or [])
    findings = Findings()
    told = read_file(file, person, system, findings)
    who = called(benchmark, file, name, system, told.person)
    folder = RunFolder(runs / run_name(who.run))
    loaded = kind.load(Source(path, books, settings))
    pairs = matched(told.accounts, loaded.cases, findings)
    findings.check(file)
    shelved = Shelved(Views())
    made = researched(pairs, who.player, shelved, Readings(kind, settings))
    record = RunRecord(
        benchmark=benchmark,
        path=str(path.resolve()) if path else None,
        book_place=str(books.resolve()) if books else None,
        settings=settings,
        researcher=who.player,
        chosen="import",
        budget=Budget(),
        repeats=max(one.repeat for one in made),
        books=shelved.files([pair.case for pair in pairs]),
        versions=versions(),
        oddities=tuple(loaded.oddities),
    )
    new = keep(folder, record, loaded.cases, made)
    say_oddities(loaded)
    for line in [*findings.told(), *_summary(pairs, loaded.cases, made, shelved, new)]:
        print(f"casebook: {line}", file=sys.stderr)
    print_report(Judged(folder.place), as_json)


def _summary(
    pairs: Sequence[Matched], cases: Sequence[Case], made: Sequence[Research], shelved: Shelved, new: int
) -> list[str]:
    """What the user should know of the import: how much is new, missing, unfinished, unread, untold."""
    from evaluations.imports.matching import missing

    accounts = [pair.account for pair in pairs]
    absent = missing(accounts, cases)
    unread = [f"line {one.line}" for one in made if one.unread]
    wrong = [f"{one.case}: {one.problems[0]}" for one in made if one.problems]
    unfinished = [one.case for one in made if not one.finished]
    untold: dict[str, int] = {}
    for pair in pairs:
        for part in pair.account.untold():
            if part == "sub-answers" and not pair.case.gold.sub_answers:
                continue
            untold[part] = untold.get(part, 0) + 1
    lines = [f"new in the run: {new} of {len(made)}"]
    if absent:
        lines.append(f"cases without a line, missing, not wrong: {len(absent)} of {len(cases)} ({_first(absent)})")
    if unread:
        lines.append(f"answers that cannot be read, wrong, and counted apart: {len(unread)} ({_first(unread)})")
    if unfinished:
        lines.append(f"logs without an answer yet, kept open, not scored: {len(unfinished)} ({_first(unfinished)})")
    if wrong:
        lines.append(f"chains that do not hold, kept as they are, to be judged: {len(wrong)} ({_first(wrong)})")
    lines += [f"a book was not found, so what needs it is undefined: {why}" for why in shelved.absent.values()]
    if untold:
        parts = ", ".join(f"{part} ({count} of {len(made)})" for part, count in untold.items())
        lines.append(f"not told by the file, so undefined where it is needed: {parts}")
    return lines


def _first(names: Sequence[str]) -> str:
    return ", ".join(names[:FIRST]) + (" …" if len(names) > FIRST else "")
