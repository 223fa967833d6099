"""What a page is made of: sections of prose, tables and pictures, all of them data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from evaluations.table import Grid


@dataclass(frozen=True)
class Prose:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Picture:
    """A drawing that is made when it is wanted; a table beside it holds its numbers."""

    title: str
    alt: str
    """What it shows, for someone who cannot see it."""
    draw: Callable[[], str]
    """The drawing as SVG; ImportError without the library for it."""


Part = Prose | Grid | Picture


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it. Level 2 is a chapter of the page, 3 stands inside one."""

    title: str
    parts: tuple[Part, ...]
    level: int = 2


@dataclass(frozen=True)
class Page:
    """A whole report."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]

    def grids(self) -> Iterator[tuple[str, Grid]]:
        """Each table with the titles of the chapter and section it stands in."""
        chapter = ""
        for section in self.sections:
            chapter = section.title if section.level == 2 else chapter
            place = chapter if section.level == 2 else f"{chapter}: {section.title}"
            yield from ((place, part) for part in section.parts if isinstance(part, Grid))
