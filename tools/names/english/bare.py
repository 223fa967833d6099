"""Bare names: a first name or a surname alone goes to whom it must mean, or is shared, or is somebody new."""

from __future__ import annotations

from tools.names.english.cast import Cast, Person, likeliest
from tools.names.english.forms import Form, core
from tools.names.english.titles import is_single
from tools.names.english.words import FEMALE, MALE, PLACE_NOUNS, PLACES

_NO_SURNAME = {"wife", "wife-noble", "king", "queen", "prince", "princess"}


def bare_names(cast: Cast) -> None:
    """Give every name without a title to the person it means; first names before surnames."""
    singles = cast.ordered(f for f in cast.uses if not f.title and is_single(cast, f))
    firsts = {person.given for person in cast.people}
    for form in sorted(singles, key=lambda f: f.words[0] not in firsts):
        name = core(" ".join(form.words))
        by_surname = [p for p in cast.named(name) if _goes_bare(p)]
        by_given = cast.called(name)
        males = [p for p in by_surname if p.gender != "f"]
        _give(cast, form, [*by_given, *(males or by_surname)], "first name" if by_given else "surname")


def _goes_bare(person: Person) -> bool:
    """Whether a bare surname may mean this person: no wife known by title alone, no king of a place."""
    return bool(person.given) or not person.main_ranks() & _NO_SURNAME


def _give(cast: Cast, form: Form, fits: list[Person], why: str) -> None:
    """The form to its likeliest owner; where there is none, as shared to all it fits."""
    name = core(" ".join(form.words))
    fits = [person for person in fits if not _unlikely(cast, form, person)]
    one = likeliest(fits, lambda p: _holding(cast, p, name), lambda p: _perhaps(cast, p, name))
    uses = cast.uses[form]
    if one is not None and not (len(fits) > 1 and uses.generations >= max(2, 0.25 * uses.count)):
        one.forms[form] = why
        return
    if cast.count(form) > 3 * sum(_perhaps(cast, person, name) for person in fits):
        fits = []
    if not fits and _is_somebody(cast, form):
        cast.add(Person({form: "name"}, given=form.words[0].split(" ")[0]))
    for person in fits:
        person.shared[form] = why


def _holding(cast: Cast, person: Person, name: str) -> int:
    """How often forms with `name` mean this person."""
    return sum(cast.count(form) for form in person.forms if name in (form.words[0], form.surname))


def _perhaps(cast: Cast, person: Person, name: str) -> float:
    """The same, and half the uses of the bare first name: who is called Maximilian may be called Morrel.

    Not of one who is called `M. Noirtier`: there the first name does a surname's work.
    """
    alone = [form for form in person.forms if form.words == (person.given,)]
    titled, bare = (sum(cast.count(f) for f in alone if bool(f.title) is which) for which in (True, False))
    goes_by_it = name == person.given or titled * 4 > bare
    return _holding(cast, person, name) + (0 if goes_by_it else bare / 2)


def _unlikely(cast: Cast, form: Form, person: Person) -> bool:
    """Whether the person cannot explain the form.

    A strange full name that stands once or twice does not explain a name met everywhere,
    one that comes much later does not explain a few early uses, and nobody explains a place.
    """
    uses = cast.uses[form]
    if 2 * (uses.places + uses.articles) > uses.count:
        return True
    known = person.given in MALE or person.given in FEMALE or not person.given
    if not known and cast.weight(person) <= 2 and uses.count >= 20:
        return True
    later = cast.first(person) - uses.first
    return bool(person.given) and uses.count < 20 and later > 0.1 * cast.span


def _is_somebody(cast: Cast, form: Form) -> bool:
    """Whether a bare name is a person's: one who speaks and acts, or has a first name, and is no place."""
    uses, name = cast.uses[form], form.words[0]
    if name in PLACES or name in PLACE_NOUNS or uses.articles * 3 > uses.count or " " in form.text:
        return " the " in form.text and uses.deeds > 0
    if name.endswith("s") and cast.named(name[:-1]):
        return False
    placed = uses.places + uses.articles
    known = name in MALE or name in FEMALE
    if known and placed * 4 <= uses.count and (uses.deeds or uses.count < 5):
        return True
    return uses.deeds >= max(2, 2 * placed, 0.04 * uses.count)
