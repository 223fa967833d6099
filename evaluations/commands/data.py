"""`casebook data`: get a benchmark's official files, and check what is in them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.options import Json
from tools.mistake import Mistake

if TYPE_CHECKING:
    from evaluations.inventory import Inventory, OddKind

GET_EXAMPLE = "Example: casebook data get detectiveqa --to DetectiveQA"
CHECK_EXAMPLE = "Example: casebook data check detectiveqa DetectiveQA --all"
FIRST = 3
"""Examples shown of each kind of oddity."""
MOST_BOOKS = MOST_VALUES = 12
MOST_IDS = 3

data = typer.Typer(name="data", help="Get a benchmark's official files, and check them.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="BENCHMARK", help="The benchmark's name.", show_default=False)]


@data.command("get", epilog=GET_EXAMPLE)
def get(
    benchmark: Name,
    to: Annotated[Path, typer.Option("--to", help="The folder for the files.", show_default=False)],
    revision: Annotated[str, typer.Option(help="A branch, tag or commit; the usual one when not given.")] = "",
    as_json: Json = False,
) -> None:
    """Download the official files from the hub. The same command goes on with an unfinished download."""
    from evaluations.benchmarks.hub import official
    from evaluations.commands.screen import console, print_json, transferring
    from evaluations.download import SOURCE, download

    source = official(benchmark, to)
    try:
        record = download(benchmark, source, to, revision or source.revision, transferring)
    except KeyboardInterrupt:
        cure = "Whole files are kept: the same command goes on from there."
        raise Mistake("Stopped", cure=cure, exit_code=130) from None
    if as_json:
        print_json(record.model_dump(mode="json"))
        return
    size = sum(count or 0 for count in record.files.values())
    changed = f", last changed {record.modified[:10]}" if record.modified else ""
    lines = [
        f"{len(record.files)} files ({size:,} bytes) of {record.repository} are in {to}.",
        f"Revision {record.revision}, commit {record.commit}{changed}: written down in {SOURCE}.",
        *(line for line in (source.note, source.remains) if line),
        f"Next: casebook data check {benchmark} {to}" + (" --books FOLDER" if source.remains else ""),
    ]
    console().print("\n".join(lines), markup=False, soft_wrap=True)


@data.command("check", epilog=CHECK_EXAMPLE)
def check(
    benchmark: Name,
    path: Annotated[Path | None, typer.Argument(help="The benchmark's file or folder.", show_default=False)] = None,
    books: Annotated[Path | None, typer.Option(help="A novel, or a folder of novels.", show_default=False)] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="A setting of the benchmark: NAME=VALUE.", show_default=False)
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Name every odd row, not the first few of a kind.")] = False,
    as_json: Json = False,
) -> None:
    """Read a benchmark's files and tell what is in them and what is odd. Fails only when nothing can be used."""
    from evaluations.benchmarks import benchmark as named
    from evaluations.benchmarks.benchmark import Source
    from evaluations.commands.screen import console, print_json
    from evaluations.inventory import inventory

    kind = named(benchmark)
    found = inventory(kind.load(Source(path, books, kind.chosen(setting or []))))
    if as_json:
        print_json({"benchmark": benchmark, **found.as_json()})
    else:
        out = console()
        for line in [*_counts(benchmark, found), *_odd_lines(found, every)]:
            out.print(line, markup=False, soft_wrap=True)
    if not found.usable:
        raise Mistake("No case of them can be asked", exit_code=1)


def _counts(benchmark: str, found: Inventory) -> list[str]:
    """What there is: cases, books, tags."""
    where = f"{len(found.books)} book" + ("" if len(found.books) == 1 else "s")
    where += f", {found.contexts} with their own text" if found.contexts else ""
    where += f", {found.bare} with no text" if found.bare else ""
    counted = f"{found.cases} case" + ("" if found.cases == 1 else "s")
    lines = [f"{benchmark}: {counted} ({_told(found.languages)}; {_told(found.kinds)}); {where}"]
    lines += [f"  by {tag}: {_told(values)}" for tag, values in found.tags.items()]
    if found.ids:
        rest = " … (--json: all)" if len(found.ids) > MOST_IDS else ""
        lines.append(f"  ids: {', '.join(found.ids[:MOST_IDS])}{rest}")
    for book in found.books[:MOST_BOOKS]:
        size = f"{book.paragraphs:,} paragraphs, {book.characters:,} characters, {book.language}"
        lines.append(f"  {Path(book.path).name}: {size}, {book.cases} cases")
        lines += [f"    {note}" for note in book.notes]
    if more := len(found.books) - MOST_BOOKS:
        lines += [f"  and {more} more books"] if more > 0 else []
    if found.unplaced:
        lines.append(f"  cases whose gold steps have no place in the text that may be seen: {found.unplaced}")
    return lines


def _odd_lines(found: Inventory, every: bool) -> list[str]:
    """What is odd, by kind, with the first rows of each kind or all of them."""
    if not found.odd:
        return ["Nothing odd."]
    total: dict[str, int] = {"repaired": 0, "skipped": 0}
    for kind in found.odd:
        total[kind.done] = total.get(kind.done, 0) + len(kind.found)
    lines = [f"Odd: {', '.join(f'{count} {done}' for done, count in total.items())}"]
    for kind in found.odd:
        lines += _kind_lines(kind, every)
    return lines


def _kind_lines(kind: OddKind, every: bool) -> list[str]:
    shown = kind.found if every else kind.found[:FIRST]
    lines = [f"  {kind.done} {len(kind.found)} × {kind.what}"]
    for odd in shown:
        lines.append(f"    {odd.source}" + (f": {odd.what}" if odd.what != kind.what else ""))
    if more := len(kind.found) - len(shown):
        lines.append(f"    and {more} more (--all)")
    return lines


def _told(counts: dict[str, int]) -> str:
    shown = [f"{count} {value}" for value, count in list(counts.items())[:MOST_VALUES]]
    more = len(counts) - len(shown)
    return ", ".join([*shown, *([f"and {more} more values"] if more else [])])
