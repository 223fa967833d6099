"""`casebook search`: look into a book by words, phrase, nearness or meaning, as the agent does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.book import BookFile, Encoding
from evaluations.commands.options import Embedder, Json, NamesFile, names_from
from tools.mistake import Mistake

if TYPE_CHECKING:
    from rich.text import Text

    from tools.book import Book
    from tools.hits import Hit
    from tools.request import QueryKind

EXAMPLE = 'Example: casebook search novel.txt "brass key" --near 5 --before 200'


def search(
    book: BookFile,
    words: Annotated[str, typer.Argument(help="What to look for. Words, never syntax.", show_default=False)],
    phrase: Annotated[bool, typer.Option("--phrase", help="The words side by side, in this order.")] = False,
    meaning: Annotated[bool, typer.Option("--meaning", help="Passages of like meaning only.")] = False,
    keyword: Annotated[bool, typer.Option("--words", help="Words only, not meaning.")] = False,
    near: Annotated[int | None, typer.Option(min=0, help="All words, at most N others between.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Only paragraphs in which all of the words stand.")] = False,
    without: Annotated[str, typer.Option(help="Words that may not stand in the paragraph.")] = "",
    before: Annotated[int | None, typer.Option(min=2, help="See only paragraphs before N: a view.")] = None,
    after: Annotated[int | None, typer.Option(min=0, help="Find only paragraphs after N.")] = None,
    chapter: Annotated[int | None, typer.Option(min=1, help="Find only in the N-th chapter.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="The most hits.")] = 10,
    embedder: Embedder = "auto",
    names: NamesFile = None,
    encoding: Encoding = None,
    as_json: Json = False,
) -> None:
    """Find paragraphs by words and meaning together, or in one way. Each hit says why it was found."""
    from dataclasses import asdict

    from evaluations.commands.meaning import meaning as chosen
    from evaluations.commands.screen import print_json
    from tools import terms
    from tools.readers import read_book
    from tools.request import Request
    from tools.search import BookSearch

    kind = _kind(phrase, meaning, keyword or every, near)
    if not terms.words(words):
        raise Mistake("There are no words to look for", got=words)
    view = read_book(book, encoding=encoding).before(before)
    first, last = _bounds(view, after, chapter)
    needs = kind in ("hybrid", "semantic")
    means = chosen(embedder if needs else "none", {view.language})
    look = BookSearch(view, means, names=names_from(names))
    if kind == "semantic" and look.vectors is None:
        raise Mistake(f"Search by meaning is not possible: {look.semantic_name}", cure="Leave out --meaning.")
    slop = 0 if near is None else near
    hits = look.find(Request(words, kind, limit, first, last, every=every, without=without, slop=slop))
    if as_json:
        print_json({"kind": kind, "semantic": look.semantic_name, "hits": [asdict(hit) for hit in hits]})
    else:
        _print(view, hits)


def _kind(phrase: bool, meaning: bool, keyword: bool, near: int | None) -> QueryKind:
    asked: list[tuple[bool, QueryKind]] = [
        (phrase, "phrase"), (meaning, "semantic"), (near is not None, "near"), (keyword, "keyword"),
    ]  # fmt: skip
    kinds = [kind for wanted, kind in asked if wanted]
    if len(kinds) > 1:
        raise Mistake(
            "A search goes one way", got=", ".join(kinds), allowed="one of --phrase, --meaning, --near, --words"
        )
    return kinds[0] if kinds else "hybrid"


def _bounds(view: Book, after: int | None, chapter: int | None) -> tuple[int | None, int | None]:
    first, last = None if after is None else after + 1, None
    if chapter is not None:
        if chapter > len(view.chapters):
            allowed = f"1 to {len(view.chapters)}" if view.chapters else "none: no chapters were recognised"
            raise Mistake("There is no such chapter", got=chapter, allowed=allowed)
        found = view.chapters[chapter - 1]
        first, last = max(first or 0, found.first), found.last
    return first, last


def _print(view: Book, hits: list[Hit]) -> None:
    from rich.table import Table

    from evaluations.commands.screen import console

    out = console()
    if not hits:
        out.print("Nothing found.")
        return
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for hit in hits:
        table.add_row(f"[{hit.paragraph}]".replace("[", r"\["), _sentence(view, hit))
        table.add_row("", _why(view, hit))
    out.print(table)


def _sentence(view: Book, hit: Hit) -> Text:
    """The matched sentence with the words found in bold."""
    from rich.text import Text

    start = view[hit.paragraph].find(hit.sentence)
    text = Text(hit.sentence)
    for first, last in hit.highlights:
        if start <= first and last <= start + len(hit.sentence):
            text.stylize("bold yellow", first - start, last - start)
    return text


def _why(view: Book, hit: Hit) -> Text:
    """The lists that brought the hit with its rank in each, and the words of the search that stand in it."""
    from rich.text import Text

    marked: list[list[int]] = []
    for first, last in hit.highlights:
        if marked and first < marked[-1][1]:
            marked[-1][1] = max(last, marked[-1][1])
        else:
            marked.append([first, last])
    found = ", ".join(dict.fromkeys(view[hit.paragraph][first:last] for first, last in marked))
    lists = ", ".join(f"{name} {rank}" for name, rank in hit.ways)
    return Text(f"{lists}; has {found}" if found else lists, "dim")
