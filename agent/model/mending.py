"""Reading JSON that is almost JSON: commas, quotation marks and brackets are mended, words and numbers never made."""

from __future__ import annotations

import re
from typing import Any, NoReturn

DEEPEST = 64
"""Brackets inside brackets; deeper is no reply."""

LONGEST_NAME = 200

_SPACE = re.compile(r"\s*")
_BETWEEN = re.compile(r"(?:[\s,，]|//[^\n]*)*")
_COLON = re.compile(r"\s*[:：]")
_BARE_KEY = re.compile(r"\w{1,60}(?=\s*[:：])")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,300})(?:\.\d{1,300})?(?:[eE][+-]?\d{1,2})?(?![\w.%/])")
_WORD = re.compile(r"[A-Za-z]{1,6}")
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_CLOSERS = {'"': '"', "“": '”“"', "”": '”"', "„": '“”"', "'": "'", "‘": "’'", "「": "」"}
_NEXT_KEY = re.compile(r"""[}\]]|["“”'‘「][^"”'’」]{0,80}["”'’」]\s*[:：]|\w{1,60}\s*[:：]|$""")
_NEXT_VALUE = re.compile(r"""[}\]\["“”'‘「{\d-]|true|false|null|True|False|None|$""")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class Broken(Exception):
    """What opens here cannot be read. `at` is where it stops making sense, `reached` how far it was looked at;
    `begun` tells that whole members came before, so that what follows is a part of it."""

    def __init__(self, at: int, reached: int, begun: bool) -> None:
        super().__init__(at)
        self.at, self.reached, self.begun = at, reached, begun


class _Cut(Exception):
    """The text ends inside a value."""


def mended(text: str, start: int, reached: int = 0) -> tuple[Any, int]:
    """(value, its end) of the object or list that opens at `start`; Broken when it makes no sense.

    Where the text ends too soon, the outermost object keeps its whole members, and a list among them its whole
    elements; a half value is dropped with its name.
    """
    reader = _Reader(text, start, reached)
    try:
        return reader.value(0), reader.at
    except _Cut:
        raise reader.broken() from None


class _Reader:
    def __init__(self, text: str, start: int, reached: int) -> None:
        self.text, self.at, self.reached = text, start, reached
        self.cut = self.begun = False

    def broken(self) -> Broken:
        return Broken(self.at, max(self.at, self.reached), self.begun)

    def fail(self) -> NoReturn:
        if self.at >= len(self.text):
            raise _Cut
        raise self.broken()

    def value(self, depth: int, key: bool = False, in_list: bool = False) -> Any:
        opener = self.text[self.at : self.at + 1]
        if opener in _CLOSERS:
            return self.string(_NEXT_VALUE if in_list else _NEXT_KEY)
        if depth > DEEPEST:
            raise self.broken()
        if opener == "{":
            return self.members(depth)
        return self.elements(depth) if opener == "[" else self.scalar()

    def members(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.at += 1
        try:
            while not self.closed("}"):
                name = self.name()
                found[name] = self.value(depth + 1)
                self.begun = True
                if self.cut:
                    raise _Cut
        except _Cut:
            if depth or not found:
                raise
            self.at = len(self.text)
        return found

    def elements(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self.at += 1
        try:
            while not self.closed("]"):
                found.append(self.value(depth + 1, in_list=True))
        except _Cut:
            if depth > 1:
                raise
            self.cut, self.at = True, len(self.text)
        return found

    def closed(self, closer: str) -> bool:
        """Whether what is open ends here. The wrong bracket ends it too, and is left for what stands around it."""
        self.at = _ended(_BETWEEN, self.text, self.at)
        if self.at >= len(self.text):
            raise _Cut
        met = self.text[self.at]
        self.at += met == closer
        return met in "}]"

    def name(self) -> str:
        bare = _BARE_KEY.match(self.text, self.at)
        if bare:
            self.at, name = bare.end(), bare[0]
        elif self.text[self.at] in _CLOSERS:
            name = self.string(None)
        else:
            self.fail()
        colon = _COLON.match(self.text, self.at)
        if not colon:
            self.at = _ended(_SPACE, self.text, self.at)
            self.fail()
        self.at = _ended(_SPACE, self.text, colon.end())
        return name

    def string(self, follows: re.Pattern[str] | None) -> str:
        """A string. A mark closes it only where what comes next fits, so a quotation inside may go unescaped.

        `follows` is what may stand after a comma behind it; None for a name, behind which a colon stands.
        """
        start, closers = self.at + 1, _CLOSERS[self.text[self.at]]
        mark = re.compile(rf"\\.|[{closers}]", re.DOTALL)
        end = len(self.text) if follows else min(len(self.text), start + LONGEST_NAME)
        for met in mark.finditer(self.text, start, end):
            if met[0][0] != "\\" and self.fits(met.end(), follows):
                self.at = met.end()
                return _unescaped(self.text[start : met.start()])
        self.reached = end
        if end < len(self.text) or "}" in self.text[start:]:  # the end did come, so it is garbled and not cut
            raise self.broken()
        raise _Cut

    def fits(self, at: int, follows: re.Pattern[str] | None) -> bool:
        after = _ended(_SPACE, self.text, at)
        met = self.text[after : after + 1]
        if follows is None:
            return met in (":", "：")
        if met in ("", "}", "]"):
            return True
        if met in (",", "，"):
            return follows.match(self.text, _ended(_BETWEEN, self.text, after)) is not None
        return "\n" in self.text[at:after] and follows.match(self.text, after) is not None

    def scalar(self) -> Any:
        number = _NUMBER.match(self.text, self.at)
        word = number or _WORD.match(self.text, self.at)
        if word is None:
            self.fail()
        if word.end() >= len(self.text):
            raise _Cut  # more of it may have been meant
        if number is None and word[0] not in _WORDS:
            raise self.broken()
        self.at = word.end()
        return _WORDS[word[0]] if number is None else _number(word[0])


def _ended(pattern: re.Pattern[str], text: str, at: int) -> int:
    met = pattern.match(text, at)
    return met.end() if met else at


def _number(text: str) -> float:
    return float(text) if set(text) & set(".eE") else int(text)


def _unescaped(text: str) -> str:
    """`text` with its escapes read; an escape that JSON does not know is the character itself."""
    return _ESCAPE.sub(lambda met: chr(int(met[1][1:], 16)) if len(met[1]) > 1 else _ESCAPED.get(met[1], met[1]), text)
