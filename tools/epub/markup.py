"""Markup as a stream of tags and text, and a page of it as blocks of text with their headings and anchors.

There is no tree and no DTD, so nothing nests too deep, no entity but HTML's own characters is
expanded, nothing is fetched, and each character is looked at a fixed number of times. Pages that are
not well-formed are read as far as they make sense.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from tools.encoding import cleaned
from tools.plain import joined, plain_paragraphs

_TOKEN = re.compile(
    r"<!--|<!\[CDATA\["
    r"""|<(?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+>"""  # a tag whose attributes may hold a >
    r"|<[^<>]*+>|[^<]++|<"
)
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]{0,60})")
_ATTRIBUTE = re.compile(r"""(?<=[\s"'])([\w:.-]++)\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'>]++)""")
_HUGE_REFERENCE = re.compile(r"&#[xX]?0*+[0-9a-fA-F]{8,};?")

_BLOCKS = frozenset(
    """address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody tfoot thead tr ul""".split()
)
_BODY = re.compile(r"<body\b", re.IGNORECASE)
_LEFT_OUT = frozenset("head script style svg template rt rp".split())  # rt, rp: the reading beside a character
_HEADINGS = frozenset(("h1", "h2", "h3"))
_LINE = "\x1f"  # stands for <br/>


class Tag(NamedTuple):
    """`<name …>`, `</name>` (closing) or `<name …/>` (empty); the name in small letters, without a prefix."""

    name: str
    closing: bool
    empty: bool
    source: str

    @property
    def attributes(self) -> dict[str, str]:
        """Attributes by their names, without a prefix."""
        found = _ATTRIBUTE.findall(self.source[:4000])
        return {name.lower().rpartition(":")[2]: resolved(value.strip("\"'")) for name, value in found}


class Page(NamedTuple):
    """What a page says: its blocks, which of them are headings, and at which block each anchor stands."""

    blocks: list[str]
    headings: list[int]
    anchors: dict[str, int]


def tokens(markup: str) -> Iterator[Tag | str]:
    """The tags and the text between them, in order; comments, declarations and instructions are left out."""
    at = 0
    while found := _TOKEN.match(markup, at):
        part, at = found.group(), found.end()
        if part == "<!--":
            at = _after(markup, "-->", at)
        elif part == "<![CDATA[":
            end = _after(markup, "]]>", at)
            yield markup[at:end].removesuffix("]]>")
            at = end
        elif tag := _TAG.match(part):
            name = tag.group(2).lower().rpartition(":")[2]
            yield Tag(name, bool(tag.group(1)), part.endswith("/>"), part)
        elif not part.startswith(("<!", "<?")):
            yield resolved(part)


def resolved(source: str) -> str:
    """Source text with its character references resolved."""
    return html.unescape(_HUGE_REFERENCE.sub("\ufffd", source)) if "&" in source else source


def page(markup: str) -> Page:
    """The blocks of text of one page, in the order they are read."""
    reading = _Reading()
    body = _BODY.search(markup)
    for token in tokens(markup[body.start() :] if body else markup):
        if isinstance(token, str):
            reading.text(token)
        else:
            reading.tag(token)
    reading.end()
    return Page(reading.blocks, reading.headings, reading.anchors)


class _Reading:
    """One page being read: the blocks so far and the one under way."""

    def __init__(self) -> None:
        self.blocks: list[str] = []
        self.headings: list[int] = []
        self.anchors: dict[str, int] = {}
        self._parts: list[str] = []
        self._heading = False
        self._group = self._titled = False  # in a group of headings only the first is one
        self._left_out = ""
        self._depth = 0

    def text(self, text: str) -> None:
        if not self._left_out:
            self._parts.append(text)

    def tag(self, tag: Tag) -> None:
        if self._left_out:
            self._depth += (not tag.empty) * (tag.name == self._left_out) * (-1 if tag.closing else 1)
            self._left_out = self._left_out if self._depth else ""
            return
        attributes = tag.attributes if not tag.closing and "=" in tag.source else {}
        if tag.name in _BLOCKS:
            self.end()
            self._open(tag)
        if anchor := attributes.get("id") or attributes.get("name"):
            self.anchors.setdefault(anchor, len(self.blocks))
        if not (tag.closing or tag.empty) and (
            tag.name in _LEFT_OUT or "pg-boilerplate" in attributes.get("class", "")
        ):
            self._left_out, self._depth = tag.name, 1
        elif tag.name == "br":
            self._parts.append(_LINE)
        elif tag.name in ("td", "th"):
            self._parts.append(" ")

    def end(self) -> None:
        """The block under way is whole."""
        lines = [joined(cleaned(line).split("\n")) for line in "".join(self._parts).split(_LINE)]
        found = [joined(lines)] if self._heading else plain_paragraphs("\n".join(lines))
        if self._heading and found[0]:
            self.headings.append(len(self.blocks))
            self._titled = self._group
        self.blocks += (block for block in found if block)
        self._parts, self._heading = [], False

    def _open(self, tag: Tag) -> None:
        if tag.name == "hgroup":
            self._group, self._titled = not tag.closing, False
        opens = tag.name in _HEADINGS and not tag.closing and not tag.empty
        self._heading = opens and not self._titled


def _after(markup: str, end: str, at: int) -> int:
    found = markup.find(end, at)
    return found + len(end) if found >= 0 else len(markup)
