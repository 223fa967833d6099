"""An .epub as numbered paragraphs in reading order, with the chapters that it marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tools.book import Chapter, Paragraph
from tools.epub.archive import Archive
from tools.epub.contents import Entry, contents
from tools.epub.markup import page
from tools.epub.package import CONTAINER, check_protection, package, source
from tools.mistake import Mistake

_AROUND = (
    "cover|title page|titlepage|half title|halftitlepage|half title page|contents|table of contents|copyright"
    "|copyright page|imprint|colophon|uncopyright|封面|扉页|书名页|目录|版权|版权页|版权信息|書名頁|目錄|版權|版權頁"
).split("|")


@dataclass
class Epub:
    """What an .epub says."""

    title: str = ""
    author: str = ""
    language: str = ""
    paragraphs: list[Paragraph] = field(default_factory=list)
    chapters: tuple[Chapter, ...] = ()
    """As marked by its table of contents, else by its headings; none when it marks fewer than two."""
    notes: list[str] = field(default_factory=list)


def is_zip(start: bytes) -> bool:
    """Whether a file that begins with `start` is a zip archive, as every .epub is."""
    return start.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def read_epub(path: Path) -> Epub:
    """The book in an .epub without copy protection. Mistake when there is none."""
    with Archive(path) as archive:
        if CONTAINER not in archive:
            raise Mistake("It is a zip archive, but no .epub", allowed=".txt and .epub")
        check_protection(archive)
        parts = package(archive)
        made = Epub(parts.title, parts.author, parts.language)
        headings, places = _read_pages(archive, parts.pages(), made)
        listed = _places(contents(archive, parts), places, len(made.paragraphs))
        made.chapters = _chapters(listed, len(made.paragraphs)) or _chapters(headings, len(made.paragraphs))
    if parts.spine and parts.aside:
        made.notes.append(f"left out as outside the reading order: {len(parts.aside)} of the pages")
    return made


def _read_pages(archive: Archive, pages: list[str], made: Epub) -> tuple[dict[int, str], dict[tuple[str, str], int]]:
    """Adds the pages' paragraphs; returns headings by number and, for a path and anchor, the number there."""
    headings: dict[int, str] = {}
    places: dict[tuple[str, str], int] = {}
    for path in pages:
        if path not in archive:
            made.notes.append(f"a page of the reading order is missing: {path!r}")
            continue
        read, first = page(source(archive, path)), len(made.paragraphs) + 1
        if read.blocks:
            places[path, ""] = first
        places |= {(path, anchor): first + at for anchor, at in read.anchors.items()}
        headings |= {first + at: read.blocks[at] for at in read.headings}
        made.paragraphs += (Paragraph(first + at, block) for at, block in enumerate(read.blocks))
    return headings, places


def _places(entries: Iterable[Entry], places: dict[tuple[str, str], int], last: int) -> dict[int, str]:
    """Titles by the number of the paragraph they lead to; of two at one place the inner."""
    found: dict[int, str] = {}
    for entry in entries:
        number = places.get((entry.path, entry.anchor), places.get((entry.path, ""), 0))
        if entry.title and 0 < number <= last:
            found[number] = entry.title
    return found


def _chapters(titles: dict[int, str], last: int) -> tuple[Chapter, ...]:
    """Chapters from titles by first paragraph; cover, contents and colophon end one and are none."""
    starts = sorted(titles)
    ends = [*(start - 1 for start in starts[1:]), last] if starts else []
    found = [Chapter(titles[first], first, end) for first, end in zip(starts, ends, strict=True)]
    kept = [chapter for chapter in found if chapter.title.casefold() not in _AROUND]
    return tuple(kept) if len(kept) >= 2 else ()
