"""`casebook names`: who is who in a book, as a table or a file to edit."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.options import Json
from tools.mistake import Mistake

if TYPE_CHECKING:
    from rich.table import Table

    from tools.names import Character, NameTable

EXAMPLE = "Example: casebook names novel.txt --before 400 --write names.tsv"
SHOWN = 40


def names(
    book: Annotated[Path, typer.Argument(help="A text file.", show_default=False)],
    before: Annotated[int | None, typer.Option(min=2, help="See only paragraphs before N.", show_default=False)] = None,
    write: Annotated[
        Path | None, typer.Option(help="Write the table to this file, to be edited.", show_default=False)
    ] = None,
    min_mentions: Annotated[int, typer.Option(min=1, help="Leave out who is mentioned less.")] = 2,
    limit: Annotated[
        int | None, typer.Option(min=1, help=f"Only the first N; the screen shows {SHOWN}.", show_default=False)
    ] = None,
    as_json: Json = False,
) -> None:
    """Find the characters of a book and their other names, by rules, in English or Chinese.

    Names marked * are shared by several characters and never widen a query.
    """
    from evaluations.commands.screen import console, print_json
    from tools.names import name_table
    from tools.readers import read_book

    view = read_book(book).before(before)
    if not len(view):
        raise Mistake(f"No paragraph lies before {before}", allowed="2 and more")
    whole = name_table(view)
    chosen = [character for character in whole.characters if character.mentions >= min_mentions]
    if write:
        _write(write, whole.part(min_mentions, limit))
    if as_json:
        print_json({"book": view.title, "before": before, "characters": [_record(c, whole) for c in chosen[:limit]]})
    elif not write:
        shown = chosen[: limit or SHOWN]
        out = console()
        out.print(_table(shown, whole))
        out.print(_counted(len(shown), len(chosen), len(view)), style="dim", markup=False)


def _counted(shown: int, chosen: int, paragraphs: int) -> str:
    more = f"; {chosen - shown} more with --limit {chosen}" if chosen > shown else ""
    return f"{shown} characters from {paragraphs:,} paragraphs{more}. * shared by several."


def _write(place: Path, table: NameTable) -> None:
    if place.exists():
        raise Mistake(f"The file {str(place)!r} exists", cure="Give another name, or remove it first.")
    if not place.parent.is_dir():
        raise Mistake(f"There is no folder {str(place.parent)!r}", cure="Make it first.")
    place.write_text(table.to_tsv(), encoding="utf-8")
    print(f"casebook: {len(table.characters)} characters written to {place}.", file=sys.stderr)


def _record(character: Character, table: NameTable) -> dict[str, object]:
    aliases = [
        {"text": a.text, "mentions": a.mentions, "first": a.first, "why": a.why, "shared": a.text in table.ambiguous}
        for a in character.aliases
    ]
    return {"name": character.name, "mentions": character.mentions, "first": character.first, "aliases": aliases}


def _table(characters: list[Character], table: NameTable) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    made.add_column("name", max_width=24)
    made.add_column("uses", justify="right", no_wrap=True)
    made.add_column("first", justify="right", no_wrap=True)
    made.add_column("other names")
    for c in characters:
        others = (f"{a.text}{'*' * (a.text in table.ambiguous)} {a.mentions}" for a in c.aliases)
        made.add_row(Text(c.name), str(c.mentions), str(c.first), Text(", ".join(others)))
    return made
