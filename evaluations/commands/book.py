"""`casebook book` and `casebook read`: what was understood of a book, and its paragraphs."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.options import Json
from tools.mistake import Mistake

if TYPE_CHECKING:
    from rich.table import Table

    from tools.book import Book, Chapter, Paragraph

BOOK_EXAMPLE = "Example: casebook book novel.txt"
READ_EXAMPLE = "Example: casebook read novel.txt 5,9,20-25 --neighbours 1"
SHOWN_CHAPTERS = 12
FORMATS = {"plain": "plain text", "numbered": "numbered text", "epub": ".epub"}
LANGUAGES = {"en": "English", "zh": "Chinese"}

BookFile = Annotated[Path, typer.Argument(metavar="BOOK", help="A .txt or .epub file.", show_default=False)]
Encoding = Annotated[
    str | None, typer.Option(help="The text's encoding, when it is not recognised.", show_default=False)
]
_RANGE = re.compile(r"\s*(\d{1,9})(?:\s*[-–—]\s*(\d{1,9}))?\s*")


def book(book: BookFile, encoding: Encoding = None, as_json: Json = False) -> None:
    """Tell what was understood of a book: encoding, chapters, paragraphs, odd things."""
    from evaluations.commands.screen import console, print_json
    from tools.readers import read_book

    found = read_book(book, encoding=encoding)
    if as_json:
        print_json(_described(found))
    else:
        console().print(_table(found))


def read(
    book: BookFile,
    paragraphs: Annotated[str, typer.Argument(help="Such as 120, 120-130 or 5,9,20-25.", show_default=False)],
    before: Annotated[int | None, typer.Option(min=2, help="See only paragraphs before N.", show_default=False)] = None,
    neighbours: Annotated[int, typer.Option(min=0, help="Read this many more on either side.")] = 0,
    encoding: Encoding = None,
    as_json: Json = False,
) -> None:
    """Read paragraphs of a book by their numbers."""
    from evaluations.commands.screen import print_json
    from tools.readers import read_book

    view = read_book(book, encoding=encoding).before(before)
    runs = chosen(view, paragraphs, neighbours)
    if as_json:
        told = [_told(view, p) for run in runs for p in run]
        print_json({"title": view.title, "digest": view.digest, "before": view.cut, "paragraphs": told})
    else:
        _print(view, runs)


def chosen(view: Book, ranges: str, neighbours: int = 0) -> list[list[Paragraph]]:
    """Runs of neighbouring paragraphs that `ranges` (`5,9,20-25`) name, each once, in the book's order.

    Mistake for what is no range, and for a number that the view does not have.
    """
    numbers = [paragraph.number for paragraph in view.paragraphs]
    places: set[int] = set()
    for first, last in _ranges(ranges):
        start, end = bisect_left(numbers, first), bisect_left(numbers, last + 1)
        if not numbers or first < numbers[0] or last > numbers[-1] or start == end:
            raise _absent(view, first if start == end or first < view.first else last)
        places |= set(range(max(0, start - neighbours), min(len(numbers), end + neighbours)))
    order = sorted(places)
    cuts = [0, *(i for i, (a, b) in enumerate(pairwise(order), 1) if b > a + 1), len(order)]
    return [[view.paragraphs[at] for at in order[a:b]] for a, b in pairwise(cuts)]


def _ranges(text: str) -> list[tuple[int, int]]:
    found = [_RANGE.fullmatch(part) for part in re.split("[,，、;；]", text)]
    pairs = [(int(one[1]), int(one[2] or one[1])) for one in found if one]
    if len(pairs) < len(found) or any(first > last for first, last in pairs):
        raise Mistake("That names no paragraphs", got=text, allowed="a number, a range 120-130, or several: 5,9,20-25")
    return pairs


def _absent(view: Book, number: int) -> Mistake:
    if not len(view):
        return Mistake(f"No paragraph lies before {view.cut}", cure="Give a larger --before.")
    where = "book" if view.cut is None else f"part before {view.cut}"
    between = view.first < number < view.last
    allowed = f"{view.first} to {view.last}" + (", but for numbers that the file leaves out" if between else "")
    return Mistake(f"The {where} has no paragraph {number}", allowed=allowed)


def _print(view: Book, runs: list[list[Paragraph]]) -> None:
    """The paragraphs, wrapped beside their numbers; book text is never read as markup."""
    from rich.text import Text

    from evaluations.columns import wrapped
    from evaluations.commands.screen import console

    out = console()
    chapter = view.chapter_of(runs[0][0].number)
    heading = " · ".join([view.title, *([chapter.title] if chapter else [])])
    out.print(Text("\n".join(wrapped(heading, out.width)), "dim"), soft_wrap=True)
    margin = len(str(runs[-1][-1].number)) + 3
    for run in runs:
        out.print("" if run is runs[0] else " ⋯")
        for paragraph in run:
            lines = f"\n{' ' * margin}".join(wrapped(paragraph.text, out.width - margin))
            out.print(Text.assemble((f"[{paragraph.number}]".ljust(margin), "bold"), lines), soft_wrap=True)


def _table(book: Book) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 3, 0, 0))
    for name, told in _rows(book):
        for line in told or ["none"]:
            table.add_row(Text(name, "dim"), Text(line))
            name = ""
    return table


def _rows(book: Book) -> list[tuple[str, list[str]]]:
    """Each line of what is told of a book: its name, and what it says."""
    longest = max(book.paragraphs, key=lambda paragraph: len(paragraph.text))
    chapters = [_line(chapter) for chapter in book.chapters[:SHOWN_CHAPTERS]]
    if len(book.chapters) > SHOWN_CHAPTERS:
        chapters += [f"… {len(book.chapters) - SHOWN_CHAPTERS} more, the last:", _line(book.chapters[-1])]
    return [
        ("title", [book.title]),
        ("author", [book.author or "not told"]),
        ("format", [FORMATS[book.format]]),
        ("encoding", [book.encoding]),
        ("language", [LANGUAGES[book.language]]),
        ("digest", [book.digest[:12]]),
        ("paragraphs", [f"{len(book):,}, numbered {book.first} to {book.last}"]),
        ("characters", [f"{book.characters:,}, about {book.tokens:,} tokens"]),
        ("longest", [f"[{longest.number}] with {len(longest.text):,} characters"]),
        ("chapters", [f"{len(book.chapters):,}", *chapters] if chapters else []),
        ("odd things", list(book.notes)),
    ]


def _line(chapter: Chapter) -> str:
    return f"[{chapter.first}–{chapter.last}] {chapter.title}"


def _described(book: Book) -> dict[str, object]:
    longest = max(book.paragraphs, key=lambda paragraph: len(paragraph.text))
    return {
        "title": book.title,
        "author": book.author,
        "format": book.format,
        "encoding": book.encoding,
        "language": book.language,
        "digest": book.digest,
        "paragraphs": len(book),
        "first": book.first,
        "last": book.last,
        "characters": book.characters,
        "tokens": book.tokens,
        "longest": {"number": longest.number, "characters": len(longest.text)},
        "chapters": [{"title": c.title, "first": c.first, "last": c.last} for c in book.chapters],
        "notes": list(book.notes),
    }


def _told(view: Book, paragraph: Paragraph) -> dict[str, object]:
    chapter = view.chapter_of(paragraph.number)
    return {"number": paragraph.number, "text": paragraph.text, "chapter": chapter.title if chapter else None}
