"""Other names of people in a Chinese book: told ones, foreign parts, names that speak, given names."""

from __future__ import annotations

from collections import defaultdict

from tools.names.chinese.candidates import surname_of
from tools.names.chinese.cast import DOMINANT, Cast, Person
from tools.names.chinese.told import Telling, Told
from tools.names.chinese.words import NOT_INSIDE, STOP


def told_names(cast: Cast) -> None:
    """Add the people and names that the text tells of: 姓刘名备，字玄德；道号卧龙先生."""
    telling = Telling(cast.people, cast.raw)
    introduced = [t for p in cast.shown if "姓" in p.text for t in telling.introduced(p.text, p.number)]
    telling = Telling({*cast.people, *(t.name for t in introduced)}, cast.raw)
    told = [*introduced, *(t for p in cast.shown if "字" in p.text for t in telling.courtesies(p.text, p.number))]
    _drop_courtesies(cast, told)
    told = _first_courtesies(_unchallenged(cast, told))
    known = {*cast.people, *(name for t in told for name in (t.name, t.alias) if name)}
    telling = Telling(known, cast.raw)
    nicknames = [t for p in cast.shown for t in telling.nicknamed(p.text, p.number)]
    for one in [*told, *_unchallenged(cast, nicknames)]:
        _add(cast, one)


def _drop_courtesies(cast: Cast, told: list[Told]) -> None:
    """What looked like a surname and a given name is a courtesy name, with the surname or without: 云长, 关云长."""
    own = {t.name for t in told if not t.alias}
    for one in told:
        if one.alias:
            for name in {one.alias, surname_of(one.name) + one.alias} - own:
                cast.people.pop(name, None)


def _unchallenged(cast: Cast, told: list[Told]) -> list[Told]:
    """Tellings whose alias is told of one person only; of two, of the one met far more often."""
    owners: dict[str, set[str]] = defaultdict(set)
    for one in told:
        owners[one.alias].add(one.name)

    def rivals(one: Told) -> int:
        return max((cast.raw(name) for name in owners[one.alias] - {one.name}), default=0)

    return [one for one in told if not one.alias or cast.raw(one.name) >= DOMINANT * rivals(one)]


def _first_courtesies(told: list[Told]) -> list[Told]:
    """The tellings without a second courtesy name told elsewhere: that is a namesake's."""
    where: dict[str, int] = {}
    ordered = sorted(told, key=lambda one: one.number)
    return [one for one in ordered if one.why != "字" or where.setdefault(one.name, one.number) == one.number]


def _add(cast: Cast, told: Told) -> None:
    person = cast.owner(told.name) or cast.people.setdefault(told.name, Person(told.name))
    if not told.alias or told.alias == person.name:
        return
    why = f"{told.why} [{told.number}]"
    cast.name(person, told.alias, why)
    if told.why == "字" and surname_of(person.name):
        cast.name(person, surname_of(person.name) + told.alias, f"姓与{why}")


def foreign_names(cast: Cast) -> None:
    """Add 埃勒里·奎因 with its first and last part, where they are nobody else's."""
    owners: dict[str, list[str]] = defaultdict(list)
    for name, parts in sorted(cast.names.dotted.items()):
        if cast.raw(name) and not _goes_too_far(cast, name):
            cast.people[name] = Person(name)
            for part in {parts[0], parts[-1]}:
                owners[part].append(name)
    for part, names in sorted(owners.items()):
        if len(part) > 1:
            cast.people.pop(part, None)
            cast.give(part, names, "名或姓", cast.raw)


def _goes_too_far(cast: Cast, name: str) -> bool:
    """Whether a dotted name is another, met more often, with a word before or behind it."""
    return any(other != name and other in name and cast.raw(other) > cast.raw(name) for other in cast.names.dotted)


def speakers(cast: Cast) -> None:
    """Add the names that speak and have no surname, where they are no part of another: 貂蝉, 波洛."""
    taken = {name for p in cast.people.values() for name in (p.name, *p.why, *p.shared)}
    for name in sorted(cast.names.bare - taken):
        if not any(full.endswith(name) for full in cast.people):
            cast.people[name] = Person(name)


def given_names(cast: Cast) -> None:
    """Add 宝玉 to 贾宝玉, where nobody else has that given name."""
    owners: dict[str, list[str]] = defaultdict(list)
    for name in cast.people:
        given = name[len(surname_of(name)) :]
        if surname_of(name) and len(given) == 2 and given not in STOP and not NOT_INSIDE & set(given):
            owners[given].append(name)
    for given, names in sorted(owners.items()):
        alone = cast.raw(given) - sum(map(cast.raw, names))
        if alone >= 2 and not cast.owner(given) and _is_near(cast, given, names):
            cast.give(given, names, "名", cast.raw)


def _is_near(cast: Cast, given: str, names: list[str]) -> bool:
    """Whether the given name speaks, or three in ten of its paragraphs have the full name: else it is a word."""
    if cast.names.spoke[given] >= 2:
        return True
    texts = [paragraph.text for paragraph in cast.shown if given in paragraph.text]
    return 10 * sum(any(name in text for name in names) for text in texts) >= 3 * len(texts)
