"""The fields of one imported object: typed, bounded, and without what could steer a screen."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from evaluations.imports.findings import Findings

TEXT = 20_000
"""Characters of a text where nothing else is said."""
MANY = 1_000
"""Entries of a list."""
LAST, WIDE = 10_000_000, 20_000
"""The highest paragraph number, and how many paragraphs one field may name."""

# control characters, halves of surrogate pairs, and marks that turn the direction of writing round
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_RANGE = re.compile(r"\[?([0-9]{1,9})\]?(?:\s*[-–—~至]\s*\[?([0-9]{1,9})\]?)?")


def plain(text: str) -> str:
    """`text` with each character that could steer a screen replaced by U+FFFD; tabs and line ends stay."""
    return _STEERING.sub("\ufffd", text.replace("\r\n", "\n"))


def brief(value: Any) -> str:
    """A value as a message shows it: on one line, at most 60 characters."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    shown = repr(plain(value[:100]) if isinstance(value, str) else value)
    return shown if len(shown) <= 60 else f"{shown[:58]} …"


class Fields:
    """One object of a line. A field that is absent or null is None; one that cannot be read is None and a fault."""

    def __init__(self, line: int, values: dict[str, Any], findings: Findings, place: str = "") -> None:
        self.line, self.place = line, place
        self._values, self._findings = values, findings

    def fault(self, text: str) -> None:
        self._findings.fault(self.line, f"{self.place}{text}")

    def only(self, known: Iterable[str]) -> None:
        """Remark on the fields that are not among `known`: they are ignored."""
        names = list(known)
        for name in [name for name in self._values if name not in names]:
            near = get_close_matches(name[:60].lower(), names, 1, 0.75)
            hint = f", did you mean {near[0]!r}?" if near else ""
            self._findings.remark(self.line, f"the field {brief(name)} is ignored{hint}")

    def has(self, name: str) -> bool:
        return self._values.get(name) is not None

    def given(self, name: str) -> bool:
        """Whether the field stands there, be it null."""
        return name in self._values

    def raw(self, name: str) -> Any:
        return self._values.get(name)

    def text(self, name: str, most: int = TEXT) -> str | None:
        """A text of at most `most` characters that is not blank; a number counts as its digits."""
        told = self.word(name, most)
        if told is not None and not told.strip():
            self.fault(f"{name} is empty")
            return None
        return told

    def word(self, name: str, most: int = TEXT) -> str | None:
        """Like `text`, and it may be blank."""
        value = self._values.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if value is None:
            return None
        if not isinstance(value, str):
            self.fault(f"{name} must be a text; got {brief(value)}")
            return None
        if len(value) > most:
            self.fault(f"{name} has {len(value):,} characters; at most {most:,}")
            return None
        return plain(value)

    def texts(self, name: str) -> tuple[str, ...] | None:
        """A list of texts; a null among them is an empty one."""
        found = []
        for value in self.entries(name) or ():
            inside = Fields(self.line, {name: "" if value is None else value}, self._findings, self.place)
            found.append(inside.word(name) or "")
        return tuple(found) if self.has(name) else None

    def entries(self, name: str, most: int = MANY) -> list[Any] | None:
        """A list of anything."""
        value = self._values.get(name)
        if value is None:
            return None
        if not isinstance(value, list):
            self.fault(f"{name} must be a list; got {brief(value)}")
            return None
        if len(value) > most:
            self.fault(f"{name} has {len(value):,} entries; at most {most:,}")
            return None
        return value

    def object(self, name: str) -> Fields | None:
        value = self._values.get(name)
        if value is None or isinstance(value, dict):
            return None if value is None else self.inside(value, name)
        self.fault(f"{name} must be an object; got {brief(value)}")
        return None

    def inside(self, values: dict[str, Any], place: str) -> Fields:
        """The fields of an object that stands inside this one, at `place`."""
        return Fields(self.line, values, self._findings, f"{self.place}{place}: ")

    def whole(self, name: str, least: int = 0, most: int = 10**15) -> int | None:
        """A whole number within the bounds."""
        value = self._values.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.fault(f"{name} must be a whole number from {least}; got {brief(value)}")
            return None
        return value

    def number(self, name: str, most: float = math.inf) -> float | None:
        """A finite number from 0 to `most`."""
        value = self._values.get(name)
        if value is None:
            return None
        sound = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= min(most, 1e15)
        if not sound:
            self.fault(
                f"{name} must be a number from 0{'' if most == math.inf else f' to {most:g}'}; got {brief(value)}"
            )
            return None
        return float(value)

    def choice(self, name: str, allowed: Iterable[str], otherwise: str) -> str:
        """One of the words `allowed`; `otherwise` when it is absent (or, with a fault, unknown)."""
        value, names = self._values.get(name), list(allowed)
        if value is None or value in names:
            return otherwise if value is None else str(value)
        self.fault(f"{name} must be one of {', '.join(names)}; got {brief(value)}")
        return otherwise

    def paragraphs(self, *names: str) -> tuple[int, ...] | None:
        """Paragraph numbers of the first of these fields that is there: 12, [12, 15], "120-130" or ["12", "20-22"]."""
        name = next((name for name in names if self.has(name)), "")
        if not name:
            return None
        value = self._values[name]
        found: list[int] = []
        for one in value if isinstance(value, list) else [value]:
            numbers = numbered(one)
            if numbers is None or len(found) + len(numbers) > WIDE:
                wanted = f'paragraph numbers from 1, such as [12, 15] or "120-130", at most {WIDE:,}'
                self.fault(f"{name} must be {wanted}; got {brief(one)}")
                return None
            found += numbers
        return tuple(dict.fromkeys(found))


def numbered(value: Any) -> list[int] | None:
    """The paragraph numbers that a whole number or a text such as "12, 20-22" names; None when it names none."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    if isinstance(value, int):
        return [value] if 1 <= value <= LAST else None
    found: list[int] = []
    for part in re.split(r"[,;，；、]", value[:TEXT]):
        run = _RANGE.fullmatch(part.strip())
        first, last = (int(run[1]), int(run[2] or run[1])) if run else (0, 0)
        if not (1 <= first <= last <= LAST) or last - first >= WIDE or len(found) > WIDE:
            return None
        found += range(first, last + 1)
    return found
