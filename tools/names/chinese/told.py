"""What a Chinese text says outright of names: 姓X名Y字Z, 号, 人称, 绰号, 又名, 就是."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

from tools.names.chinese.candidates import surname_of
from tools.names.chinese.words import COMPOUND, NOT_INSIDE, STOP
from tools.names.finder import NameFinder
from tools.terms import HAN

_H = f"[{HAN}]"
_C = r"[，,、：:；;\s]{0,2}"
_END = r"(?=[，。；：、！？,.;:!?”’」』…—\s]|$)"
_INTRODUCED = re.compile(
    f"(?:[复覆複]?姓)({_H}{{1,2}}?){_C}(?:单|單)?名(?:叫|作|唤|喚)?({_H}{{1,2}}?)(?:{_C}(?:表)?字({_H}{{2}}))?{_END}"
)
_COURTESY = re.compile(f"({_H}{{1,12}}){_C}(?:表)?字({_H}{{2}}){_END}")
_CHANGED = re.compile(f"{_C}(?:后|後)(?:又)?改(?:字|名)?({_H}{{2}}){_END}")
_MARKER = (
    "道号|道號|绰号|綽號|外号|外號|诨名|諢名|诨号|混名|浑名|别号|別號|自号|自號|号称|號稱|人皆称|人皆稱|江湖人称|江湖人稱|时人称|人称|人稱|人送外号|人送绰号|"
    "乳名|小名|小字|又名|原名|本名|真名|别名|化名|笔名|筆名|(?<=[，,])[号號](?![令称稱])"
)
_NICKNAMED = re.compile(
    f"(?:{_MARKER})(?:之)?(?:叫做|叫作|唤作|喚作|唤做|为|為|作|叫|曰|做|是)?(?:[“‘「『《]({_H}{{2,6}})[”’」』》]|({_H}{{2,5}}){_END})"
)
_LOOSE = re.compile("[绰綽外诨諢混浑][号號名]|人|[乳小]名")
"""Markers that are told of people only, so that the subject may stand further off."""
_SAME = re.compile(
    "(?:就是|便是|即是|正是|原名|本名|真名|又名|也就是|又叫|即|乃)(?:从前的|当年的|原来的|那个)?[“‘「『]?"
)
_DOUBT = re.compile("[不未非莫若如难難岂豈？?吗嗎]|是否|假如|也许|也許|恐怕")
_STOP = re.compile("[。！？!?；;…“”「」『』]")


class Told(NamedTuple):
    """That `name` is also called `alias`, by the rule `why`, in paragraph `number`; `marks` both as a new name."""

    name: str
    alias: str
    why: str
    number: int


class Telling:
    """Reads tellings of names, paragraph by paragraph, with the names known so far."""

    def __init__(self, known: Collection[str], count: Callable[[str], int]) -> None:
        self.known = set(known)
        self._count = count
        self._finder = NameFinder(self.known)

    def introduced(self, text: str, number: int) -> Iterator[Told]:
        """姓刘名备，字玄德: the name itself (alias '') and its courtesy name."""
        for found in _INTRODUCED.finditer(text):
            surname, given, courtesy = found.groups()
            if surname_of(surname + given) != surname or any(c in NOT_INSIDE for c in given):
                continue
            yield Told(surname + given, "", "姓名", number)
            if courtesy:
                yield from self._courtesy(surname + given, courtesy, text[found.end() :], number)

    def courtesies(self, text: str, number: int) -> Iterator[Told]:
        """夏侯惇，字元让; 懿字仲达, of the 懿 named before."""
        for found in _COURTESY.finditer(text):
            if re.search(f"姓{_H}{{1,2}}{_C}名$|姓{_H}{{1,2}}{_C}$", text[: found.start(1) + 1]) or not self._is_name(
                found[2]
            ):
                continue
            if name := self._before(found[1], text, found.start()):
                yield from self._courtesy(name, found[2], text[found.end() :], number)

    def _courtesy(self, name: str, courtesy: str, after: str, number: int) -> Iterator[Told]:
        yield Told(name, courtesy, "字", number)
        if changed := _CHANGED.match(after):
            yield Told(name, changed[1], "字", number)
        alias = _NICKNAMED.match(after.lstrip("，,：: "))
        if alias and after[:1] in "，,：:":
            yield from self._nicknames(name, alias[1] or alias[2], number)

    def nicknamed(self, text: str, number: int) -> Iterator[Told]:
        """程家骏…，此人绰号程三更."""
        for found in _NICKNAMED.finditer(text):
            if name := self._subject(text[: found.start()], bool(_LOOSE.match(found.group()))):
                yield from self._nicknames(name, found[1] or found[2], number)

    def _nicknames(self, name: str, alias: str, number: int) -> Iterator[Told]:
        if self._is_name(alias) and alias != name:
            yield Told(name, alias, "号", number)
            if alias.endswith("先生") and len(alias) >= 4:
                yield Told(name, alias[:-2], "号", number)

    def _is_name(self, text: str) -> bool:
        return text not in STOP and sum(c in NOT_INSIDE for c in text) <= (len(text) - 1) // 3

    def same(self, text: str, number: int, names: NameFinder) -> Iterator[Told]:
        """卢景明就是卢会长: two names with nothing else between, and no doubt in the sentence."""
        found = list(names.find(text))
        for one, other in pairwise(found):
            if one.name != other.name and _SAME.fullmatch(text[one.end : other.start]):
                start = max((m.end() for m in _STOP.finditer(text, 0, one.start)), default=0)
                stop = _STOP.search(text, other.end)
                sentence = text[start : one.start] + (text[other.end : stop.end()] if stop else text[other.end :])
                closed = re.match(r"[，。；！,.;!”’」』]|$", text[other.end :])
                if closed and not _DOUBT.search(sentence):
                    yield Told(one.name, other.name, "文中明言", number)

    def _before(self, clause: str, text: str, start: int) -> str:
        """The name a clause ends in, or the one of this paragraph whose given name it ends in."""
        for size in (4, 3, 2):
            name = clause[-size:]
            if len(name) == size and name in self.known:
                return name
        given = clause[-1]
        if len(clause) == 1 or clause[-2] in "名那此其":
            near = [
                found.name
                for found in self._finder.find(text[max(0, start - 160) : start])
                if found.name.endswith(given)
            ]
            return near[-1] if near else self._likeliest(given, text) if clause[-2:-1] == "名" else ""
        return self._shaped(clause)

    def _likeliest(self, given: str, text: str) -> str:
        here = (name for name in self.known if name[len(surname_of(name)) :] == given and name in text)
        fits = sorted(here, key=lambda name: (-self._count(name), name))
        if len(fits) > 1 and self._count(fits[0]) < 5 * self._count(fits[1]):
            return ""
        return fits[0] if fits else ""

    def _shaped(self, clause: str) -> str:
        """The end of a clause that has a name's shape: the commonest in the book."""
        shapes = [clause[-4:], clause[-3:]] if clause[-4:-2] in COMPOUND or clause[-3:-1] in COMPOUND else []
        compound = [s for s in shapes if s[:2] in COMPOUND]
        single = [clause[-n:] for n in (2, 3) if len(clause) >= n and surname_of(clause[-n:]) and len(clause[-n:]) == n]
        named = [s for s in compound or single if not any(c in NOT_INSIDE for c in s[1:])]
        return max(named, key=lambda s: (self._count(s), -len(s)), default="")

    def _subject(self, before: str, loose: bool) -> str:
        """Whom a nickname is told of: the name right before it, or the only one of its sentence, near its start."""
        start = max((m.end() for m in _STOP.finditer(before)), default=0)
        sentence = before[start:]
        clause = re.sub(r"[，,：:、\s]+$|(?:者|人也|此人|这人|這人|其人|也|自|时人|因|故|皆|众)$", "", sentence)
        clause = clause.rstrip("，,：:、 ")
        found = list(self._finder.find(clause))
        if found and found[-1].end == len(clause):
            return found[-1].name
        if len(sentence) > len(clause) and len(clause) >= 2 and "我" not in clause:
            whole = before[-160:]
            near = [f.name for f in self._finder.find(whole) if f.name[-1] == clause[-1] and len(f.name) <= 3]
            if near and len(surname_of(near[-1])) == len(near[-1]) - 1:
                return near[-1]
        if re.search("姓|有[一个個]|之[子女弟兄妻]", clause):
            return ""
        alone = {f.name for f in found}
        near_start = loose and found and found[0].start <= 10 and len(clause) <= 40
        return found[0].name if len(alone) == 1 and near_start and "我" not in clause else ""
