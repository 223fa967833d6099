"""Foreign names in Chinese: characters that stand for sounds, with dots between the parts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tools.names.chinese.words import TRANSLITERATED
from tools.terms import HAN

_DOTS = "·•・‧．"
_DOTTED = re.compile(f"[{HAN}]{{1,8}}(?:[{_DOTS}][{HAN}]{{1,8}})+")
_END = re.compile(f"[{''.join(sorted(TRANSLITERATED))}]{{1,6}}$")
_START = re.compile(f"[{''.join(sorted(TRANSLITERATED))}]{{1,6}}")
_LONGEST = 6


def dotted_names(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """{dotted name: its parts}; what stands before and after is cut off where it stands for no sound."""
    found: dict[str, tuple[str, ...]] = {}
    for written in sorted({match for text in texts for match in _DOTTED.findall(text)}):
        parts = re.split(f"[{_DOTS}]", written)
        first, last = _END.search(parts[0]), _START.match(parts[-1])
        if first and last and all(len(part) <= _LONGEST for part in parts[1:-1]):
            whole = (first.group(), *parts[1:-1], last.group())
            found["·".join(whole) if "·" in written else _dot(written).join(whole)] = whole
    return found


def _dot(written: str) -> str:
    return next(character for character in written if character in _DOTS)
