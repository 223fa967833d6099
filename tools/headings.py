"""Headings: which lines open a chapter, in English and Chinese, and what number they give."""

from __future__ import annotations

import re
from typing import NamedTuple

from tools.numerals import CHINESE, ENGLISH, ROMAN, value

BARE, NAMED, TITLE = "bare", "named", "title"
PARTS = frozenset(["book", "part", "volume", "act", *"卷部集篇幕册"])
"""Words for what holds chapters of its own."""

_CASELESS = re.IGNORECASE | re.ASCII  # ASCII, lest the Turkish İ count as a Roman I
_NUMBER = rf"(?:{ROMAN}|\d{{1,4}}|{ENGLISH})(?![^\W_])"
_ENGLISH = re.compile(
    rf"(?P<word>(?-i:[CBPVLASE])(?:hapter|hap\.|ook|art|olume|etter|dventure|ct|anto|tave|cene|ection|pisode))"
    rf"\s+(?P<number>{_NUMBER})(?P<rest>.*)",
    _CASELESS,
)
_ORDINAL = re.compile(rf"(?P<number>{ENGLISH}) (?P<word>book|part|volume|chapter)(?P<rest>.*)", _CASELESS)
_BARE = re.compile(rf"(?P<number>{ROMAN}|\d{{1,3}})(?P<rest>\.?|[.:—–]\s*\S.*|(?-i:\s+[A-Z][^a-z]+))", _CASELESS)
_NAMED = re.compile(
    r"(?:prologue|epilogue|introduction|preface|foreword|afterword|postscript|conclusion|interlude)"
    r"\.?(?P<rest>|\s*[:—–-]\s*\S.*)",
    _CASELESS,
)
_CHINESE = re.compile(
    rf"(?:正文\s*)?[【《]?(?:第\s*\S{{1,9}}\s*[卷部集篇册冊].*\s)?第\s*(?P<number>{CHINESE})\s*"
    r"(?P<word>[回章节節折话話卷部集篇幕册冊])(?P<rest>.*?)[】》]?"
)
_VOLUME = re.compile(rf"卷之?\s*(?P<number>{CHINESE})(?P<rest>.*)|(?P<third>[上中下])[卷部篇册冊](?P<tail>.*)")
_BARE_CHINESE = re.compile(rf"[（(]?(?P<number>{CHINESE})[）)]?(?P<rest>|[、.．]\s*\S*|\s+\S{{1,20}})")
_NAMED_CHINESE = re.compile(
    r"(?:楔子|序|序章|序幕|序言|自序|前言|引子|引言|尾声|尾聲|终章|終章|后记|後記|番外|附录|附錄|跋|结语|結語)"
    r"(?P<rest>|[\s:：].+)"
)
_SENTENCE = re.compile(r"[，。！？；：“”「」…]")
_QUOTED = re.compile(r"[“\"‘'][^,，。]+ [^,，。]+[”\"’']")
_ELIDED = re.compile(r"[a-z]{1,2}[’'](?=[A-Z])")  # d’If
_LEADER = re.compile(r"(?:[.·…]\s*){3,}\d*$")
_SMALL = frozenset(
    "a an and as at but by for from in into is its of on or the to upon with de la le du des von vs".split()
)
_LONGEST = 100  # characters of a heading
_MOST = 500  # chapters that bare numbers count: `M. Hautet` is no thousandth, `1815` a year


class Heading(NamedTuple):
    """A line that opens a chapter: the word it does so with, its number, and whether it has a title too."""

    word: str
    number: int
    titled: bool


def heading(line: str) -> Heading | None:
    """What a line says as a heading; None when it is none. Bare numbers count, so see that they rise."""
    if not 0 < len(line) <= _LONGEST:
        return None
    return _chinese(line) if line[0] > "\u2fff" else _english(line)


def is_caption(line: str) -> bool:
    """Whether a line is set like a title, of any length from one word, or is a line of a table of contents."""
    if not 0 < len(line) <= _LONGEST or (line[0] in "“\"‘'「" and not _QUOTED.fullmatch(line)):
        return False
    if line[0] > "\u2fff":
        return len(line) <= 25 and not _SENTENCE.search(line)
    return bool(_LEADER.search(line)) or (line[-1] not in ",;:…—-" and _is_set_as_title(line))


def is_title(line: str) -> bool:
    """A line set like an English title: two to ten words, all capitalised but the small ones, no stop."""
    ends = bool(line) and line[-1] not in '.,;:?!”"…—)' and line[0] not in '“"‘('
    return ends and 2 <= len(line.split()) <= 10 and _is_set_as_title(line)


def _english(line: str) -> Heading | None:
    if (found := _ENGLISH.fullmatch(line) or _ORDINAL.fullmatch(line)) and _is_rest(found["rest"]):
        return Heading(found["word"].lower(), value(found["number"]), bool(found["rest"].strip(" .:—–-")))
    if found := _NAMED.fullmatch(line):
        return Heading(NAMED, 0, bool(found["rest"]))
    if (found := _BARE.fullmatch(line)) and _is_rest(found["rest"]) and (number := value(found["number"])) < _MOST:
        return Heading(BARE, number, len(found["rest"]) > 1)
    return None


def _chinese(line: str) -> Heading | None:
    if found := _NAMED_CHINESE.fullmatch(line):
        return Heading(NAMED, 0, bool(found["rest"]))
    if (found := _CHINESE.fullmatch(line)) and _is_chinese_rest(found["rest"]):
        return Heading(found["word"], value(found["number"]), bool(found["rest"].strip()))
    if (found := _VOLUME.fullmatch(line)) and _is_chinese_rest(found["rest"] or found["tail"] or ""):
        number = "上中下".index(found["third"]) + 1 if found["third"] else value(found["number"])
        return Heading("卷", number, bool(found["rest"] or found["tail"]))
    if (found := _BARE_CHINESE.fullmatch(line)) and _is_chinese_rest(found["rest"]):
        return Heading(BARE, value(found["number"]), bool(found["rest"].strip("、.． ")))
    return None


def _is_rest(rest: str) -> bool:
    """Whether what follows a heading's number is nothing, or a title after a stop, or set like one."""
    title = rest.lstrip(" .:—–-\t")
    if not title:
        return True
    first = next((character for character in title if character.isalnum()), "")
    return not first.islower() if rest.lstrip()[0] in ".:—–-" else rest[0].isspace() and _is_set_as_title(title)


def _is_chinese_rest(rest: str) -> bool:
    """The same in Chinese: a title may stand close when it is short and no sentence."""
    if not rest or rest[0] in " \t\u3000:：、.．·—-":
        return len(rest) <= 42 and not rest.endswith(("。", "，", "；", "："))
    return len(rest) <= 25 and not _SENTENCE.search(rest)


def _is_set_as_title(line: str) -> bool:
    words = (_ELIDED.sub("", word.strip("“”‘’\"'()[]—–-_*")) for word in line.split())
    return all(word.lower().strip(".,;:!?") in _SMALL or not word[:1].islower() for word in words)
