"""What an English text says outright: known as, alias, née, whose real name was, one and the same."""

from __future__ import annotations

import re

from tools.names.english.cast import Cast, Person, agree
from tools.names.english.forms import Form
from tools.names.english.mentions import Telling
from tools.names.english.words import PLACE_NOUNS, PLACES

_ADVERBS = r"(?:[a-z]+ly |also |now |then |once |better |well |best |sometimes ){0,2}"
_SAME = (
    rf"(?:(?:is|was|were|are|being),? {_ADVERBS}(?:known as|called|nicknamed|none other than|no other than)"
    rf"|{_ADVERBS}known (?:to [a-z ]{{1,24}})?(?:as|by the name of)|alias|a\.k\.a\.|née|otherwise|otherwise called"
    r"|nicknamed|whose (?:real |true |proper |full |maiden |own )?name (?:is|was|had been)|under the (?:name|alias) of"
    r"|(?:who )?(?:calls|called|calling|styles|styled|styling) (?:him|her)self"
    r"|(?:but )?(?:had |has )?(?:crossed|scratched|struck) (?:that|it) out and (?:wrote|written|put)(?: instead)?)"
)
_ALIAS = re.compile(rf"[,;]? \(?(?:or |who )?{_SAME}(?: (?:the|a|an)(?: [a-z]+){{0,2}})?[,:]? ?[“‘\"']?")
_ONE_AND_THE_SAME = re.compile(r"[^\w]*(?:is|are|was|were) (?:one and the same|the same (?:person|man|woman))\b")
_ASIDE = re.compile(r"[,;]| \(| alias| née| under")
_DOUBT = re.compile(
    r"\b(?:not|never|nor|if|whether|unless|suppos\w*|perhaps|maybe|might|may|could|would)\b", re.IGNORECASE
)
_QUESTION = re.compile(r"[^.!?]*\?")
_GRANTED = re.compile(r"\b(?:how|why|when|where)\b", re.IGNORECASE)  # `how did he know that …?` asks something else
_CLOSING = re.compile(r"[,.;:?!)”’]")

TELLING = re.compile(
    r"known|alias|a\.k\.a|née|called|calls|calling|styl|named|name (?:is|was|had)|(?:name|alias) of"
    r"|other than|otherwise|out and|the same|^—\0"
)
"""What stands, roughly, in `between + NUL + after` where two neighbouring names are told to be one."""


def told_names(cast: Cast) -> None:
    """Unite the people that the text says are one."""
    owners = {form: person for person in cast.people for form in (*person.shared, *person.forms)}
    for (one, other), tellings in sorted(cast.between.items()):
        for telling in tellings:
            left, right = _owner(owners, one), _owner(owners, other)
            if _is_told(telling):
                if left and other not in owners and other.words[-1] not in PLACES | PLACE_NOUNS:
                    right = cast.add(Person({other: ""}))
            elif telling.between == "—" and one.title and not other.title and _CLOSING.match(telling.after):
                right = _bearer(cast, one, other)
            else:
                continue
            if left and right and left is not right and agree(left.gender, right.gender):
                united = _united(cast, left, right, telling.number)
                owners |= dict.fromkeys(united.forms, united)


def _owner(owners: dict[Form, Person], form: Form) -> Person | None:
    """Whose form it is; nobody's when it is shared."""
    person = owners.get(form)
    return person if person and form in person.forms else None


def _is_told(telling: Telling) -> bool:
    """Whether the words around two names say that they are one person's.

    `Did Anna, alias Lily, leave?` says so; `Is Anna known as Lily?` and `if Anna was called Lily` do not.
    """
    if _ASIDE.match(telling.between) and _ALIAS.fullmatch(telling.between):
        return True
    sentence = re.split(r"[.!?“]", telling.before)[-1]
    asked = _QUESTION.match(telling.after) and not _GRANTED.search(sentence)
    if asked or _DOUBT.search(sentence + telling.between):
        return False
    same = telling.between == " and " and _ONE_AND_THE_SAME.match(telling.after)
    return bool(same or _ALIAS.fullmatch(telling.between))


def _bearer(cast: Cast, one: Form, other: Form) -> Person | None:
    """In `Madame Daubreuil—Beroldy,` the one Madame Beroldy."""
    same = [person for person in cast.named(other.words[-1]) if one.rank in person.ranks]
    return same[0] if len(same) == 1 else None


def _united(cast: Cast, one: Person, other: Person, number: int) -> Person:
    larger, smaller = (one, other) if cast.weight(one) >= cast.weight(other) else (other, one)
    cast.unite(larger, smaller, f"the text says so in [{number}]")
    return larger
