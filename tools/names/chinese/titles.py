"""Surnames with titles in a Chinese book (关公, 卢会长), and names that the text calls the same."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from tools.names.chinese.candidates import surname_of
from tools.names.chinese.cast import DOMINANT, Cast, Person
from tools.names.chinese.told import same
from tools.names.chinese.words import BEFORE, COMMON, COMPOUND, OFFICES, PARTICLES, STOP, SURNAMES, TITLES, WOMEN
from tools.names.finder import NameFinder

_STATES = frozenset("魏吴吳")  # before a title rather the state than a surname
_LONGEST_FIRST = sorted({*TITLES, *WOMEN}, key=lambda title: (-len(title), title))
_TITLED = re.compile(f"(?:{'|'.join(sorted(COMPOUND))}|[{''.join(sorted(SURNAMES))}])(?:{'|'.join(_LONGEST_FIRST)})")


def titles(cast: Cast) -> None:
    """Tally all names, and give each surname with a title to the one who can bear it."""
    forms = _forms(cast)
    cast.tally({*forms, *(name for p in cast.people.values() for name in (p.name, *p.why, *p.shared))})
    by_surname: dict[str, list[str]] = defaultdict(list)
    for name in cast.people:
        by_surname[surname_of(name)].append(name)
    for form in sorted(forms, key=lambda f: (-cast.counts[f], f)):
        surname = form[1:] if form[0] in BEFORE and form[1:] in by_surname else surname_of(form)
        title = form.replace(surname, "", 1)
        if cast.counts[form] >= 2 and not cast.owner(form) and _is_title(cast, form, surname, title):
            _settle(cast, form, title, by_surname.get(surname, []))


def _forms(cast: Cast) -> set[str]:
    """The surnames with titles that stand at least twice: 关公, 何先生, 老张."""
    surnames = "".join(sorted({surname_of(name) for name in cast.people if len(surname_of(name)) == 1}))
    elder = re.compile(f"[{BEFORE}][{surnames or '〇'}]")
    patterns = (_TITLED, elder)
    counts = Counter(form for p in cast.shown for pattern in patterns for form in pattern.findall(p.text))
    return {form for form, count in counts.items() if count >= 2 and form not in STOP}


def _is_title(cast: Cast, form: str, surname: str, title: str) -> bool:
    """Whether it is no other word: 关公曰 and 老张道 speak; 左将军 and 周公 do not."""
    doubtful = surname in PARTICLES or surname in _STATES or (surname in COMMON and title in OFFICES)
    sure = len(title) > 1 and not doubtful
    return sure or cast.names.spoke[form] >= 1


def _settle(cast: Cast, form: str, title: str, names: list[str]) -> None:
    """The form to its bearer; a woman's title, or one of a surname nobody has, stands for itself."""
    if title in WOMEN or (not names and len(title) > 1 and cast.counts[form] >= 3):
        cast.people[form] = Person(form)
    elif names:
        ranked = sorted(names, key=lambda name: (-cast.weight(name), name))
        if _bears(cast, form, ranked):
            cast.name(cast.people[ranked[0]], form, "姓与称呼")
        else:
            cast.share(form, ranked, "姓与称呼")


def _bears(cast: Cast, form: str, ranked: list[str]) -> bool:
    """Whether the form is the first one's: alone of the surname, alone when it came up, or always about."""
    weight = cast.weight(ranked[0])
    rival = max(map(cast.weight, ranked[1:]), default=0)
    first = min(cast.places[form])
    here = [name for name in ranked if min(cast.paragraphs(name), default=first + 1) <= first]
    if not rival or (here == ranked[:1] and weight >= 1.5 * rival):
        return True
    shares = [len(cast.places[form] & cast.paragraphs(name)) for name in ranked]
    always = shares[0] >= 2 * max(shares[1:]) and shares[0] * 2 >= len(cast.places[form])
    return weight >= DOMINANT * rival and always


def same_people(cast: Cast) -> None:
    """Unite two people where the text says so: 卢景明就是卢会长."""
    names = {name for person in cast.people.values() for name in (person.name, *person.why)}
    finder = NameFinder(names)
    told = [one for p in cast.shown for one in same(p.text, p.number, finder)]
    for one in told:
        left, right = cast.owner(one.name), cast.owner(one.alias)
        if left and right and left is not right:
            cast.unite(left, right, f"{one.why} [{one.number}]")
