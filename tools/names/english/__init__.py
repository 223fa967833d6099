"""English names: how people are named, which namings mean one person, and what the text says outright."""

from __future__ import annotations

from tools.book import Book
from tools.names.characters import Alias, Character
from tools.names.english.bare import bare_names
from tools.names.english.cast import Cast, Person
from tools.names.english.forms import Form, core
from tools.names.english.full import full_names
from tools.names.english.mentions import mentions
from tools.names.english.titles import titled_names
from tools.names.english.told import TELLING, told_names


def english(book: Book) -> tuple[Character, ...]:
    """The characters of an English book, in no order: from the surest namings to the barest."""
    cast = Cast(mentions(book, TELLING))
    full_names(cast)
    titled_names(cast)
    bare_names(cast)
    told_names(cast)
    made = sorted((_character(cast, person) for person in cast.people if person.forms), key=lambda c: c.mentions)
    return tuple({character.name: character for character in made}.values())


def _character(cast: Cast, person: Person) -> Character:
    name = _name(cast, person)
    shared = {form: f"shared {why}" for form, why in person.shared.items() if form not in person.forms}
    aliases = [
        Alias(form.text, cast.count(form), cast.uses[form].first, why)
        for form, why in (person.forms | shared).items()
        if form.text != name.text
    ]
    distinct = {alias.text: alias for alias in sorted(aliases, key=lambda a: (a.mentions, -a.first))}
    ordered = sorted(distinct.values(), key=lambda a: (-a.mentions, a.first, a.text))
    uses = [cast.uses[form] for form in person.forms]
    return Character(name.text, tuple(ordered), sum(u.count for u in uses), min(u.first for u in uses))


def _name(cast: Cast, person: Person) -> Form:
    """The fullest of the forms that share a word with the commonest: first name and surname, else a title."""
    commonest = cast.ordered(person.forms)[0]
    shared = {core(" ".join(commonest.words)), *map(core, commonest.words)}
    near = [f for f in cast.ordered(person.forms) if shared & set(map(core, f.words))]
    full = [f for f in near if not f.title and len(f.words) > 1 and f.words[0] == person.given]
    titled = [f for f in near if f.title and cast.count(f) * 20 >= cast.count(commonest)]
    return [*full, *titled, commonest][0]
