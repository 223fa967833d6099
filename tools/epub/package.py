"""The package of an .epub: its metadata, its files and their reading order."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote

from tools.encoding import cleaned, decoded
from tools.epub.archive import Archive
from tools.epub.markup import Tag, tokens
from tools.mistake import Mistake

CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FONT_METHODS = frozenset(("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"))
_FONTS = (".ttf", ".otf", ".ttc", ".woff", ".woff2")
_PAGES = frozenset(("application/xhtml+xml", "text/html", "application/x-dtbook+xml"))
_DECLARED = re.compile(rb"""<\?xml[^>]{0,80}encoding=["']([\w.:-]{1,40})""")


class File(NamedTuple):
    """One file that the package names: its path in the archive, media type and properties."""

    path: str
    kind: str
    properties: tuple[str, ...]


@dataclass
class Package:
    """The package document. `spine` has ids of files in reading order, `aside` those outside the main text."""

    path: str
    title: str = ""
    author: str = ""
    language: str = ""
    files: dict[str, File] = field(default_factory=dict)
    spine: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)

    def pages(self) -> list[str]:
        """Paths of the pages of the main text in reading order, without the page of contents."""
        order = self.spine or self.aside
        files = [file for one in order if (file := self.files.get(one)) and file.kind in _PAGES]
        return list(dict.fromkeys(file.path for file in files if "nav" not in file.properties))


def check_protection(archive: Archive) -> None:
    """Mistake when more than fonts is encrypted."""
    method = ""
    for tag in _tags(source(archive, _ENCRYPTION)) if _ENCRYPTION in archive else ():
        if tag.name == "encryptionmethod":
            method = tag.attributes.get("algorithm", "")
        elif tag.name == "cipherreference":
            locked = tag.attributes.get("uri", "")
            if method not in _FONT_METHODS and not locked.lower().endswith(_FONTS):
                raise Mistake("The .epub is copy-protected", got=locked, cure="Give a file without protection.")


def package(archive: Archive) -> Package:
    """The first package that the container names."""
    roots = (tag for tag in _tags(source(archive, CONTAINER)) if tag.name == "rootfile")
    path = next((full for root in roots if (full := root.attributes.get("full-path"))), "")
    if path not in archive:
        raise Mistake("The .epub has no package document", got=path, cure="Get the file again.")
    made = Package(path)
    told: dict[str, list[str]] = {"title": [], "creator": [], "language": []}
    element = ""
    for token in tokens(source(archive, path)):
        if isinstance(token, Tag):
            element = "" if token.closing or token.name not in told else token.name
            if element:
                told[element].append("")
            _name(made, token)
        elif element:
            told[element][-1] += token
    made.title, made.language = folded(told["title"][:1]), folded(told["language"][:1])
    made.author = folded(told["creator"], ", ")
    return made


def source(archive: Archive, path: str) -> str:
    """The characters of a file in the archive, by UTF-8 or by the encoding it declares."""
    raw = archive.read(path)
    declared = _DECLARED.match(raw)
    try:
        return decoded(raw).text if declared is None or _is_utf8(raw) else decoded(raw, declared.group(1).decode()).text
    except Mistake:
        raise Mistake(f"The .epub's file {path!r} cannot be read as text", cure="Get the file again.") from None


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _name(made: Package, tag: Tag) -> None:
    """A file or a place in the reading order that `tag` names, if it does."""
    if tag.name not in ("item", "itemref") or tag.closing:
        return
    told = tag.attributes
    if tag.name == "item":
        path, _ = target(told.get("href", ""), made.path)
        made.files[told.get("id", "")] = File(
            path, told.get("media-type", ""), tuple(told.get("properties", "").split())
        )
    else:
        (made.aside if told.get("linear") == "no" else made.spine).append(told.get("idref", ""))


def target(reference: str, base: str) -> tuple[str, str]:
    """(path in the archive, anchor) of a reference made in the file `base`; ("", "") for one elsewhere."""
    link, _, anchor = reference.strip().partition("#")
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", link):
        return "", ""
    link = unquote(link)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(base), link)) if link else base
    if path.startswith(("/", "..")) or "\\" in path or "\0" in path:
        raise Mistake("The .epub is refused: it names a file outside of it", got=reference)
    return path, unquote(anchor)


def _tags(markup: str) -> Iterator[Tag]:
    return (token for token in tokens(markup) if isinstance(token, Tag) and not token.closing)


def folded(words: list[str], between: str = " ") -> str:
    """Each of `words` on one line with its white space folded, joined by `between`."""
    return between.join(" ".join(cleaned(word).split()) for word in words)
