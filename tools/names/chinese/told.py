"""What a Chinese text says outright of names: 姓X名Y字Z, 号, 人称, 绰号, 又名, 就是."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

from tools.names.chinese.candidates import surname_of
from tools.names.chinese.subjects import STOP, Subjects
from tools.names.chinese.words import NOT_INSIDE
from tools.names.chinese.words import STOP as STOP_WORDS
from tools.names.finder import NameFinder
from tools.terms import HAN

_H = f"[{HAN}]"
_C = r"[，,、：:；;\s]{0,2}"
_END = r"(?=[，。；：、！？,.;:!?”’」』…—\s]|$)"
_INTRODUCED = re.compile(
    f"(?:[复覆複]?姓)({_H}{{1,2}}?){_C}(?:单|單)?名(?:叫|作|唤|喚)?({_H}{{1,2}}?)(?:{_C}(?:表)?字({_H}{{2}}))?{_END}"
)
_COURTESY = re.compile(f"({_H}{{1,12}}){_C}(?:表)?字({_H}{{2}}){_END}")
_HALF_INTRODUCED = re.compile(f"姓{_H}{{1,2}}{_C}名?$")
_CHANGED = re.compile(f"{_C}(?:后|後)(?:又)?改(?:字|名)?({_H}{{2}}){_END}")
_MARKER = (
    "道号|道號|绰号|綽號|外号|外號|诨名|諢名|诨号|混名|浑名|别号|別號|自号|自號|号称|號稱|人皆称|人皆稱|江湖人称|江湖人稱"
    "|时人称|人称|人稱|人送外号|人送绰号|乳名|小名|小字|又名|原名|本名|真名|别名|化名|笔名|筆名|(?<=[，,])[号號](?![令称稱])"
)
_NICKNAMED = re.compile(
    f"(?:{_MARKER})(?:之)?(?:叫做|叫作|唤作|喚作|唤做|为|為|作|叫|曰|做|是)?"
    f"(?:[“‘「『《]({_H}{{2,6}})[”’」』》]|({_H}{{2,5}}){_END})"
)
_OF_PEOPLE = re.compile("[绰綽外诨諢混浑][号號名]|人|[乳小]名")
"""Markers that are told of people only, so that the subject may stand further off."""
_SAME = re.compile(
    "(?:就是|便是|即是|正是|原名|本名|真名|又名|也就是|又叫|即|乃)(?:从前的|当年的|原来的|那个)?[“‘「『]?"
)
_DOUBT = re.compile("[不未非莫若如难難岂豈？?吗嗎]|是否|假如|也许|也許|恐怕")
_UNTIL_STOP = re.compile("[^。！？!?；;…“”「」『』]*[。！？!?；;…“”「」『』]?")
_CLOSING = "，。；！,.;!”’」』]"
_NEAR = 160  # characters before a telling in which its person was named


class Told(NamedTuple):
    """That `name` is also called `alias` ('' tells of the name alone), by the rule `why`, in paragraph `number`."""

    name: str
    alias: str
    why: str
    number: int


class Telling:
    """Reads tellings of names, paragraph by paragraph, with the names known so far."""

    def __init__(self, known: Collection[str], count: Callable[[str], int]) -> None:
        self._subjects = Subjects(known, count)

    def introduced(self, text: str, number: int) -> Iterator[Told]:
        """姓刘名备，字玄德: the name itself and its courtesy name."""
        for found in _INTRODUCED.finditer(text):
            surname, given, courtesy = found.groups()
            if surname_of(surname + given) == surname and not NOT_INSIDE & set(given):
                yield Told(surname + given, "", "姓名", number)
                if courtesy:
                    yield from _courtesy(surname + given, courtesy, text[found.end() : found.end() + _NEAR], number)

    def courtesies(self, text: str, number: int) -> Iterator[Told]:
        """夏侯惇，字元让; 懿字仲达, of the 懿 named before."""
        for found in _COURTESY.finditer(text):
            start = found.start()
            if _HALF_INTRODUCED.search(text[max(0, start - 8) : start + 1]) or not _is_name(found[2]):
                continue
            if name := self._subjects.of_courtesy(found[1], text[max(0, start - _NEAR) : start]):
                yield from _courtesy(name, found[2], text[found.end() : found.end() + _NEAR], number)

    def nicknamed(self, text: str, number: int) -> Iterator[Told]:
        """程家骏…，此人绰号程三更."""
        for found in _NICKNAMED.finditer(text):
            before = text[max(0, found.start() - _NEAR) : found.start()]
            if name := self._subjects.of_nickname(before, bool(_OF_PEOPLE.match(found[0]))):
                yield from _nicknames(name, found[1] or found[2], number)


def same(text: str, number: int, names: NameFinder) -> Iterator[Told]:
    """卢景明就是卢会长: two names with nothing else between, and no doubt in the sentence."""
    for one, other in pairwise(names.find(text)):
        if one.name != other.name and _SAME.fullmatch(text, one.end, other.start):
            before, after = text[max(0, one.start - _NEAR) : one.start], text[other.end : other.end + _NEAR]
            rest = _UNTIL_STOP.match(after)
            sentence = STOP.split(before)[-1] + (rest[0] if rest else "")
            if (not after or after[0] in _CLOSING) and not _DOUBT.search(sentence):
                yield Told(one.name, other.name, "文中明言", number)


def _courtesy(name: str, courtesy: str, after: str, number: int) -> Iterator[Told]:
    yield Told(name, courtesy, "字", number)
    if changed := _CHANGED.match(after):
        yield Told(name, changed[1], "字", number)
    alias = _NICKNAMED.match(after.lstrip("，,：: "))
    if alias and after[0] in "，,：:":
        yield from _nicknames(name, alias[1] or alias[2], number)


def _nicknames(name: str, alias: str, number: int) -> Iterator[Told]:
    if _is_name(alias) and alias != name:
        yield Told(name, alias, "号", number)
        if alias.endswith("先生") and len(alias) >= 4:
            yield Told(name, alias[:-2], "号", number)


def _is_name(text: str) -> bool:
    return text not in STOP_WORDS and sum(c in NOT_INSIDE for c in text) <= (len(text) - 1) // 3
