"""Forms of naming: a run of capitalised words read as titles, first names and surnames."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tools.names.english.capitals import UP, Capitals
from tools.names.english.words import FEMALE, LOWER_TITLES, MALE, NOBLE, NOT_NAMES, PARTICLES, TITLES

_TITLE = "|".join(re.escape(title) for title in sorted(TITLES, key=len, reverse=True) if title.endswith("."))
_LOWER_TITLE = rf"(?:{'|'.join(LOWER_TITLES)})(?=\s(?:of\s|de\s|du\s|d[’'])?[{UP}])"
_PARTICLE = r"(?:(?:of|de|du|des|del|della|di|da|von|van|der|den|le|la|the|y)\s)"
_PART = rf"(?:{_TITLE}|[{UP}]\.(?!\w)|{_LOWER_TITLE}|(?:[dDlL][’'])?[{UP}][^\W_]*(?:[-’'][^\W\d_]+)*)"
_RUN = re.compile(rf"(?<![\w’'-]){_PART}(?:\s{_PARTICLE}{{0,2}}{_PART})*")
_START = re.compile(r"(?:^|[.!?…:—–*\[(“‘\"])[\s”’\"')\]“‘(\[—–_*]*$")
_POSSESSIVE = re.compile(r"[’'][sS]?$")
_INITIAL = re.compile(rf"[{UP}]\.")
_LONGEST = 5


class Form(NamedTuple):
    """One way of naming somebody: a title or '', and words; a surname keeps its particle: `of Monte Cristo`."""

    title: str
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join([self.title, *self.words]).strip()

    @property
    def surname(self) -> str:
        """The last word without its particle."""
        return core(self.words[-1])

    @property
    def rank(self) -> str:
        """The title's rank (see `words.TITLES`), '' without a title."""
        return TITLES[self.title].partition(" ")[0] if self.title else ""

    @property
    def gender(self) -> str:
        """m or f by the title, '' without one."""
        return TITLES[self.title].partition(" ")[2] if self.title else ""


class Mention(NamedTuple):
    """A form and where it stands: `text[start:end]`."""

    form: Form
    start: int
    end: int


def core(word: str) -> str:
    """A surname without its particle: `de Villefort` and `d’Épinay` give Villefort and Épinay."""
    parts = word.split(" ")
    while len(parts) > 1 and parts[0] in PARTICLES:
        parts = parts[1:]
    name = " ".join(parts)
    return name[2:] if name[:2] in ("d’", "d'") else name


def forms_in(text: str, capitals: Capitals) -> Iterator[Mention]:
    """The forms of naming in a paragraph's `text`, in order."""
    for run in _RUN.finditer(text):
        at_start = bool(_START.search(text, max(0, run.start() - 8), run.start()))
        yield from _Run(re.split(r"\s", run.group()), run.start(), at_start, capitals).read()


class _Run:
    """Reads one run of capitalised words from left to right; what is held becomes a form when it closes."""

    def __init__(self, parts: list[str], offset: int, at_start: bool, capitals: Capitals) -> None:
        self.parts, self.offset, self.at_start, self.capitals = parts, offset, at_start, capitals
        self.title, self.particle = "", ""
        self.held: list[str] = []
        self.start = self.end = offset

    def read(self) -> Iterator[Mention]:
        for i, part in enumerate(self.parts):
            name = _POSSESSIVE.sub("", part)
            title = _title(part)
            if title:
                if self.held:
                    yield from self._close()
                self._take_title(title)
            elif part in PARTICLES:
                if part == "of" and not self._is_noble():
                    yield from self._close()
                else:
                    self.particle += f"{part} "
            elif self._may_be_name(name, i):
                self._take_name(name)
                if name != part:
                    yield from self._close()
            else:
                yield from self._close()
            self.offset += len(part) + 1
        yield from self._close()

    def _close(self) -> Iterator[Mention]:
        while self.held and _INITIAL.fullmatch(self.held[-1]):
            self.held.pop()
        if 0 < len(self.held) <= _LONGEST:
            yield Mention(Form(self.title, tuple(self.held)), self.start, self.end)
        self.title, self.particle, self.held = "", "", []

    def _take_title(self, title: str) -> None:
        if not self.title:
            self.start = self.offset
        self.title, self.particle = title, ""

    def _is_noble(self) -> bool:
        return bool(self.title) and not self.held and TITLES[self.title].split()[0] in NOBLE

    def _take_name(self, name: str) -> None:
        if not self.title and not self.held:
            self.start, self.particle = self.offset, ""
        if self.particle.strip() in ("le", "la", "the") and not self.held:
            self.title, self.particle, self.start = "", "", self.offset
        if self.particle == "the " and len(self.held) == 1:
            self.held = [f"{self.held[0]} the {name}"]
        elif self.particle:
            self.held.append(f"{self.particle}{name}")
        elif self.held and " " in self.held[-1] and not _INITIAL.fullmatch(name):
            self.held[-1] += f" {name}"
        else:
            self.held.append(name)
        self.end, self.particle = self.offset + len(name), ""

    def _may_be_name(self, word: str, i: int) -> bool:
        """Whether the word at `i` may be part of a name, given what stands around it."""
        following = self.parts[i + 1] if i + 1 < len(self.parts) else ""
        inside, capitals = bool(self.title or self.held), self.capitals
        if _INITIAL.fullmatch(word):
            return word != "I." and (inside or bool(following))
        if word[1:2] in ("’", "'") and word[0] in "dD" and len(word) > 3:
            return inside or capitals.inside[word] > 0
        if inside and word not in NOT_NAMES and not (len(word) > 1 and word.isupper()):
            return capitals.may_follow(word)
        if (word in MALE or word in FEMALE) and capitals.is_name(_POSSESSIVE.sub("", following)):
            return True
        return capitals.is_name(word) and (self.at_start is False or i > 0 or capitals.may_begin(word))


def _title(part: str) -> str:
    """The title that `part` is, as it is written with a capital; '' for none."""
    return part if part in TITLES else part.capitalize() if part in LOWER_TITLES else ""
