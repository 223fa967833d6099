"""A page as one HTML file: it asks for nothing, runs nothing, and reads the same on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby

from evaluations.page.cells import lines, main, right, small
from evaluations.page.section import Page, Part, Picture, Prose, Section
from evaluations.table import Cell, Estimate, Grid
from tools.terms import HAN

_HAN = re.compile(f"[{HAN}]")
_RUN = re.compile(rf"[{HAN}][{HAN}　-〿！-･·“”‘’…—]*")
_TAG, _NAME = re.compile(r"<[^>]*>"), re.compile(r'(\bid="|url\(#|href="#)')
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Even if a name were taken for markup, the browser would fetch and run nothing."""


def hypertext(page: Page, pictures: bool = True) -> str:
    """The whole file. Without `pictures` the tables stand alone. ImportError when they cannot be drawn."""
    style = (files("evaluations.page") / "page.css").read_text(encoding="utf-8")
    head = [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(' '.join(lines(page.title)))}</title>",
        f"<style>\n{style}</style>",
    ]
    body = [
        f"<header><h1>{spoken(page.title)}</h1><p>{spoken(page.subtitle)}</p></header>",
        _contents(page),
        "<main>",
        *(line for at, section in enumerate(page.sections) for line in _section(section, at, pictures)),
        "</main>",
    ]
    return "\n".join(
        ["<!DOCTYPE html>", '<html lang="en">', "<head>", *head, "</head>", "<body>", *body, "</body>", "</html>", ""]
    )


def spoken(text: str) -> str:
    """Data as text: escaped, and runs of Chinese marked as such, so that their own letters are taken."""
    return "<br>".join(_spoken(line) for line in lines(text))


def _spoken(line: str) -> str:
    parts, end = [], 0
    for run in _RUN.finditer(line):
        parts += [escape(line[end : run.start()]), f'<span lang="zh">{escape(run.group())}</span>']
        end = run.end()
    return "".join([*parts, escape(line[end:])])


def _contents(page: Page) -> str:
    chapters = [(at, section.title) for at, section in enumerate(page.sections) if section.level == 2]
    links = "".join(f'<li><a href="#s{at}">{spoken(title)}</a></li>' for at, title in chapters)
    return f'<nav aria-label="Contents"><ul>{links}</ul></nav>'


def _section(section: Section, at: int, pictures: bool) -> Iterator[str]:
    yield f'<section id="s{at}"><h{section.level}>{spoken(section.title)}</h{section.level}>'
    for number, part in enumerate(section.parts):
        yield from _part(part, f"p{at}-{number}", pictures)
    yield "</section>"


def _part(part: Part, name: str, pictures: bool) -> Iterator[str]:
    if isinstance(part, Prose):
        yield f"<p>{spoken(part.text)}</p>"
    elif isinstance(part, Grid):
        yield from _table(part)
    elif pictures:
        yield from _figure(part, name)


def _figure(picture: Picture, name: str) -> Iterator[str]:
    """The drawing between its own names, so that several stand in one page."""
    drawn = _TAG.sub(lambda tag: _NAME.sub(rf"\g<1>{name}-", tag.group()), picture.draw())
    told = f'<svg role="img" aria-label="{escape(" ".join(lines(picture.alt)))}" '
    yield f"<figure>{drawn.replace('<svg ', told, 1)}<figcaption>{spoken(picture.title)}</figcaption></figure>"


def _table(grid: Grid) -> Iterator[str]:
    sides = right(grid)
    kind = ' class="one"' if len(grid.header) == 2 else ""
    yield f'<div class="wide"><table{kind}>'
    if grid.title:
        yield f"<caption>{spoken(grid.title)}</caption>"
    yield (
        "<thead><tr>"
        + "".join(_head(name, one) for name, one in zip(grid.header, sides, strict=True))
        + "</tr></thead>"
    )
    yield "<tbody>"
    for label, rows in groupby(grid.rows, lambda row: main(row[0])):
        yield from _rows(label, [*rows], sides)
    yield "</tbody></table>"
    if grid.note:
        yield f'<p class="note">{spoken(grid.note)}</p>'
    yield "</div>"


def _rows(label: str, rows: Sequence[tuple[Cell, ...]], sides: Sequence[bool]) -> Iterator[str]:
    """Rows of one name, which stands beside them once."""
    span = f' scope="rowgroup" rowspan="{len(rows)}"' if len(rows) > 1 else ' scope="row"'
    for at, row in enumerate(rows):
        head = "" if at else f"<th{span}>{_label(label)}</th>"
        cells = "".join(_cell(cell, one) for cell, one in zip(row[1:], sides[1:], strict=True))
        yield f"<tr>{head}{cells}</tr>"


def _head(name: str, to_right: bool) -> str:
    return f'<th scope="col"{_side(to_right)}>{_label(name)}</th>'


def _cell(cell: Cell, to_right: bool) -> str:
    below = small(cell)
    one_line = ' class="i"' if isinstance(cell, Estimate) and cell.value is not None and not cell.note else ""
    told = f"<small{one_line}>{_spoken(below)}</small>" if below else ""
    return f"<td{_side(to_right)}>{_label(main(cell))}{told}</td>"


def _label(text: str) -> str:
    """A name, and small below it who it is."""
    first, *rest = lines(text) or [""]
    return _spoken(first) + "".join(f"<small>{_spoken(line)}</small>" for line in rest)


def _side(to_right: bool) -> str:
    return ' class="n"' if to_right else ""
