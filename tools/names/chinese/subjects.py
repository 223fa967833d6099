"""Whom a Chinese telling is about: the name it follows, or the one named shortly before."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from tools.names.chinese.candidates import surname_of
from tools.names.chinese.words import COMPOUND, NOT_INSIDE
from tools.names.finder import NameFinder
from tools.terms import HAN

STOP = re.compile("[。！？!?；;…“”「」『』]")
"""Where a sentence ends, or speech begins."""

_KIN = re.compile(f"([{HAN}]{{2,3}})之[子侄姪弟孙孫兄女后後]")
_TRAILING = re.compile(r"[，,：:、\s]+$|(?:者|人也|此人|这人|這人|其人|也|自|时人|因|故|皆|众)$")
_SOMEBODY_NEW = re.compile("姓|有[一个個]|之[子女弟兄妻]")
_NEAR_START, _LONGEST_CLAUSE, _DOMINANT = 10, 40, 5


class Subjects:
    """Finds whom a telling is about, among the names known so far; `count` tells how often a string stands."""

    def __init__(self, known: Collection[str], count: Callable[[str], int]) -> None:
        self._known, self._count = frozenset(known), count
        self._finder = NameFinder(self._known)

    def of_courtesy(self, clause: str, before: str) -> str:
        """Of 字仲达 after `clause`: the name it ends in, or the one named `before` with that given name."""
        for size in (4, 3, 2):
            if len(clause) >= size and clause[-size:] in self._known:
                return clause[-size:]
        if len(clause) > 1 and clause[-2] not in "名那此其":
            return self._shaped(clause)
        named = [found.name for found in self._finder.find(before)]
        near = [name for name in named if name.endswith(clause[-1])]
        return near[-1] if near else self._of_family(clause[-1], named, before) if len(clause) > 1 else ""

    def _of_family(self, given: str, named: list[str], before: str) -> str:
        """次名权 after 孙坚: the known name with that given name and the surname of one named shortly before."""
        kin = [end for found in _KIN.findall(before) for end in (found, found[-2:])]
        family = {surname_of(name) for name in (*named, *kin)} - {""}
        fits = (surname + given for surname in family if surname + given in self._known)
        ranked = sorted(fits, key=lambda name: (-self._count(name), name))
        if len(ranked) > 1 and self._count(ranked[0]) < _DOMINANT * self._count(ranked[1]):
            return ""
        return ranked[0] if ranked else ""

    def _shaped(self, clause: str) -> str:
        """The end of a clause that has a name's shape: the commonest in the book."""
        compound = [clause[-size:] for size in (4, 3) if clause[-size:][:2] in COMPOUND]
        single = [clause[-size:] for size in (2, 3) if len(clause) >= size]
        shapes = [s for s in compound or single if surname_of(s) and not NOT_INSIDE & set(s[1:])]
        return max(shapes, key=lambda shape: (self._count(shape), -len(shape)), default="")

    def of_nickname(self, before: str, loose: bool) -> str:
        """Of 人称浪里鱼: the name right before it; when `loose`, the only one of its sentence, near its start."""
        sentence = STOP.split(before)[-1]
        clause = _TRAILING.sub("", sentence).rstrip("，,：:、 ")
        found = list(self._finder.find(clause))
        if found and found[-1].end == len(clause):
            return found[-1].name
        if "我" in clause:
            return ""
        if len(sentence) > len(clause) >= 2 and (name := self._by_given(clause[-1], before)):
            return name
        alone = len({one.name for one in found}) == 1 and found[0].start <= _NEAR_START
        near = loose and len(clause) <= _LONGEST_CLAUSE and not _SOMEBODY_NEW.search(clause)
        return found[0].name if alone and near else ""

    def _by_given(self, given: str, before: str) -> str:
        """曹嵩生操，小字阿瞒 after 曹操: the last one named `before` whose whole given name that is."""
        named = [found.name for found in self._finder.find(before)]
        fits = [name for name in named if name == surname_of(name) + given]
        return fits[-1] if fits else ""
