"""Full names: one person for each first name and surname."""

from __future__ import annotations

from tools.names.english.cast import Cast, Person, agree
from tools.names.english.forms import Form
from tools.names.english.words import FEMALE, MALE, PLACE_NOUNS, PLACES

_OTHER_GENDER = dict.fromkeys(MALE - FEMALE, "f") | dict.fromkeys(FEMALE - MALE, "m")


def full_names(cast: Cast) -> None:
    """Make a person of every full name; a middle name or an initial between makes no other person."""
    titled = {surname for surname, forms in cast.titled.items() if any(len(form.words) == 1 for form in forms)}
    by_name: dict[tuple[str, str], Person] = {}
    for form in cast.ordered(f for f in cast.uses if _is_full(cast, f, titled)):
        given = form.words[0].rstrip(".")
        if form.gender == _OTHER_GENDER.get(given, "?"):
            continue  # `Madame Franz d’Épinay` is not Franz
        person = by_name.setdefault((given, form.surname), Person(given=given, surname=form.surname))
        if agree(person.gender, form.gender):
            cast.learn(person, form, "full name")
    for person in by_name.values():
        cast.add(person)
        person.gender = person.gender or ("m" if person.given in MALE else "f" if person.given in FEMALE else "")
    _join_initials(cast)


def _is_full(cast: Cast, form: Form, titled: set[str]) -> bool:
    if len(form.words) < 2 or " ".join(form.words) in cast.wide:
        return False
    if form.words[0] in PLACE_NOUNS or form.words[0] in PLACES:
        return False
    uses = cast.uses[form]
    placed = uses.places + uses.articles
    known = form.words[0] in MALE or form.words[0] in FEMALE
    if form.words[-1] in PLACE_NOUNS:
        return bool(form.title) or (known and uses.deeds > placed)  # Dora Lane, not Victoria Lane
    if form.title or (known and uses.articles * 2 <= uses.count):
        return True
    return (uses.deeds > placed or form.surname in titled) and placed * 4 <= uses.count


def _join_initials(cast: Cast) -> None:
    """`G. Rolf` is Gregory Rolf where no other Rolf has a G."""
    for person in [p for p in cast.people if len(p.given) == 1]:
        fits = [p for p in cast.named(person.surname) if p is not person and p.given.startswith(person.given)]
        if len(fits) == 1:
            cast.unite(fits[0], person)
