"""Where known names stand in a text: the longest first, whole words, accents and quotes folded."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from tools.terms import HAN

_HAN = re.compile(f"[{HAN}]")


class Found(NamedTuple):
    """A name, and where it stands: `text[start:end]`."""

    name: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    if character in "’‘ʼ＇":
        return "'"
    plain = unicodedata.normalize("NFD", character)[0]
    return plain if character.isalpha() and plain.isalpha() else character


def folded(text: str) -> str:
    """`text` without accents and with straight apostrophes, character by character: offsets stay true."""
    return text if text.isascii() else "".join(map(_folded, text))


class NameFinder:
    """Finds `names` in texts. A name of letters stands only as whole words; a Chinese one anywhere."""

    def __init__(self, names: Iterable[str]) -> None:
        self._written = {folded(name): name for name in sorted(set(names), reverse=True) if name}
        sizes: dict[str, set[int]] = defaultdict(set)
        for name in self._written:
            sizes[name[0]].add(len(name))
        self._sizes = {first: sorted(some, reverse=True) for first, some in sizes.items()}
        firsts = "".join(map(re.escape, sorted(sizes)))
        self._first = re.compile(f"[{firsts}]") if firsts else re.compile(r"(?!)")

    def find(self, text: str) -> Iterator[Found]:
        """The names in `text` in order, never overlapping, the longest at each place."""
        plain, at = folded(text), 0
        while first := self._first.search(plain, at):
            start = first.start()
            at = start + 1
            for size in self._sizes[first[0]]:
                name = plain[start : start + size]
                if name in self._written and _whole(plain, start, start + size):
                    yield Found(self._written[name], start, start + size)
                    at = start + size
                    break

    def every(self, text: str) -> set[str]:
        """The names that stand anywhere in `text`, inside longer ones too."""
        plain = folded(text)
        return {written for name, written in self._written.items() if _stands(name, plain)}


def _stands(name: str, text: str) -> bool:
    at = text.find(name)
    while at >= 0 and not _whole(text, at, at + len(name)):
        at = text.find(name, at + 1)
    return at >= 0


def _whole(text: str, start: int, end: int) -> bool:
    """Whether no letter or digit of its own kind goes on before or after `text[start:end]`."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (_continues(before) and _continues(text[start])) and not (
        _continues(after) and _continues(text[end - 1])
    )


def _continues(character: str) -> bool:
    return character.isalnum() and not _HAN.match(character)
