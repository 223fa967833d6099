"""Which strings of a Chinese book are names: by surname, by who speaks, by foreign dots."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from tools.names.chinese.candidates import RUN, Candidate, candidates_in, speakers_in, surname_of
from tools.names.chinese.foreign import dotted_names
from tools.names.chinese.words import (
    ADVERBS,
    COMMON,
    COMPOUND,
    NOT_INSIDE,
    NOT_LAST,
    ROLE_ENDS,
    STOP,
    TITLES,
    TRANSLITERATED,
    WOMEN,
)

_ROLES = frozenset("人将將者士官卒兵臣妇婦女主后後帝王公侯爷爺娘军軍生客贼賊吏民僧童仆僕师師")
_NUMBERS = frozenset("大小一二三四五六七八九十")
_TITLES_OF_TWO = tuple(title for title in (*TITLES, *WOMEN) if len(title) == 2)


@dataclass(frozen=True)
class Names:
    """The names of a book's people, the names that speak, and dotted foreign names by their parts."""

    full: frozenset[str]
    """Surname and given name."""
    bare: frozenset[str]
    """Names that speak and have no surname: 玄德, 貂蝉, 波洛."""
    dotted: dict[str, tuple[str, ...]] = field(default_factory=dict)
    spoke: Counter[str] = field(default_factory=Counter)


def names_in(texts: Sequence[str]) -> Names:
    """The names in the paragraphs `texts`, by frequency and by what stands around them."""
    runs = [run for text in texts for run in RUN.findall(text)]
    spoke = speakers_in(runs)
    full = _Judge(candidates_in(runs, spoke), spoke).names()
    dotted = dotted_names(texts)
    parts = {part for some in dotted.values() for part in some}
    bare = {name for name, times in spoke.items() if times >= 3 and _is_bare(name, full, parts)}
    return Names(frozenset(full), frozenset(bare), dotted, spoke)


class _Judge:
    """Tells names from other strings that begin with a surname."""

    def __init__(self, candidates: dict[str, Candidate], spoke: Counter[str]) -> None:
        self.candidates, self.spoke = candidates, spoke
        self.longer: dict[str, list[str]] = defaultdict(list)
        for name in candidates:
            self.longer[name[:-1]].append(name)
        titled = (name for name in candidates if name[len(surname_of(name)) :] in TITLES)
        self.living = {surname_of(name) for name in titled if candidates[name].edges >= 0.4}
        """Surnames that stand before titles."""

    def names(self) -> set[str]:
        full = {name for name in self.candidates if self._is_name(name)}
        return {name for name in full if not self._is_led(name, full)}

    def _is_name(self, name: str) -> bool:
        one, given = self.candidates[name], name[len(surname_of(name)) :]
        if _is_role(given, one.spoke > 0):
            return False
        shorter = self.candidates.get(name[:-1]) if len(given) == 2 else None
        fixed = shorter is not None and one.count >= 0.9 * shorter.count
        if given[-1] in NOT_INSIDE and not (fixed and one.count >= 8 and one.edges >= 0.3):
            return False
        if shorter is not None and one.count < (0.5 if one.spoke else 0.7) * shorter.count:
            return False
        if len(given) == 1 and any(self._goes_on(one, other) for other in self.longer.get(name, ())):
            return False
        return _speaks(name, one) or (len(given) == 2 and self._stands(name, one, fixed))

    def _goes_on(self, one: Candidate, longer: str) -> bool:
        """Whether a name is mostly the beginning of a longer one or a title, and that ends where words end."""
        other = self.candidates[longer]
        if longer.endswith(_TITLES_OF_TWO) and other.count * 2 >= one.count:
            return True
        return other.count >= 0.7 * one.count and other.edges >= 0.3

    def _stands(self, name: str, one: Candidate, fixed: bool) -> bool:
        """Whether a name of two given characters shows itself without speaking: never broken up, and it acts."""
        surname = surname_of(name)
        if one.count < 3 or name[len(surname)] in NOT_INSIDE - _NUMBERS or surname in COMMON:
            return False
        human = one.acts >= max(1, 0.03 * one.count) or surname in self.living
        return human and (one.edges >= 0.6 or (fixed and one.edges >= 0.2))

    def _is_led(self, name: str, full: set[str]) -> bool:
        """Whether a name is another one with a word or an office before it: 闻玄德, 司徒王允."""
        office = name[:2] in COMPOUND
        inner = name[2:] if office else name[1:]
        if len(inner) < 2:
            return False
        if not self.candidates[name].spoke and self.spoke[inner] >= 3:
            return True
        count = self.candidates[inner].count if inner in self.candidates else 0
        return inner in full and count >= (1 if office else 3) * self.candidates[name].count


def _is_role(given: str, spoke: bool) -> bool:
    """Whether what follows the surname is a title, a role, a place or a way of speaking."""
    if given in TITLES or given in WOMEN or given in ADVERBS or given[-1] in NOT_LAST:
        return True
    return given[-1] in ROLE_ENDS and not (spoke and len(given) == 2 and given[-1] not in "主后後侯母帝人")


def _speaks(name: str, one: Candidate) -> bool:
    """Whether speech and the edges of phrases show a name; a surname that opens common words needs more."""
    if name[0] in COMMON and name[:2] not in COMPOUND:
        return one.spoke >= 2 and one.edges >= 0.4 and one.spoke * 25 >= one.count
    if name[:2] in COMPOUND and one.count >= 4 and one.edges >= 0.25:
        return surname_of(name[2:]) == "" or len(name) == 3
    return one.spoke >= 2 or (one.spoke == 1 and one.edges >= 0.4)


def _is_bare(name: str, full: set[str], parts: set[str]) -> bool:
    """Whether a string that speaks is a name without a surname: no role, and no name with more behind it."""
    if name in full or name in STOP or name[-1] in _ROLES or name[-1] in NOT_LAST or NOT_INSIDE & set(name):
        return False
    if name.endswith((*TITLES, *WOMEN)) or any(name[:size] in full for size in range(2, len(name))):
        return False
    return name in parts or len(name) == 2 or set(name) <= TRANSLITERATED
