"""The table of contents of an .epub: what it says, and where each line of it leads."""

from __future__ import annotations

from typing import NamedTuple

from tools.epub.archive import Archive
from tools.epub.markup import tokens
from tools.epub.package import Package, folded, source, target


class Entry(NamedTuple):
    """A line of the table of contents: where it leads (path and anchor in it) and what it says."""

    title: str
    path: str
    anchor: str


def contents(archive: Archive, package: Package) -> list[Entry]:
    """The table of contents in its order: the navigation page's, else the older NCX file's, else nothing."""
    files = [file for file in package.files.values() if file.path in archive]
    for file in sorted(files, key=lambda file: "nav" not in file.properties):
        if "nav" in file.properties and (found := _from_page(source(archive, file.path), file.path)):
            return found
        if file.kind == "application/x-dtbncx+xml":
            return _from_ncx(source(archive, file.path), file.path)
    return []


def _from_page(markup: str, path: str) -> list[Entry]:
    """The links of the part of a navigation page that is the table of contents, else of its first part."""
    parts: dict[str, list[Entry]] = {}
    part, link, words = "", "", ""
    for token in tokens(markup):
        if isinstance(token, str):
            words += token
        elif token.name == "nav":
            part = "" if token.closing else token.attributes.get("type", "")
        elif token.name == "a" and not token.closing:
            link, words = token.attributes.get("href", ""), ""
        elif token.name == "a" and link:
            parts.setdefault(part, []).append(Entry(folded([words]), *target(link, path)))
    chosen = next((part for part in parts if "toc" in part.split()), next(iter(parts), ""))
    return parts.get(chosen, [])


def _from_ncx(markup: str, path: str) -> list[Entry]:
    entries: list[Entry] = []
    words = ""
    for token in tokens(markup):
        if isinstance(token, str):
            words += token
        elif token.name == "text" and not token.closing:
            words = ""
        elif token.name == "content" and not token.closing:
            entries.append(Entry(folded([words]), *target(token.attributes.get("src", ""), path)))
        elif token.name == "navmap" and token.closing:
            break
    return entries
