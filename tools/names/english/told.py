"""What an English text says outright: known as, alias, née, whose real name was, one and the same."""

from __future__ import annotations

import re

from tools.names.english.cast import Cast, Person, agree
from tools.names.english.forms import Form

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
_DENIED = re.compile(r"\b(?:not|never|if)\b")
_CLOSING = re.compile(r"[,.;:?!)”’]")

TELLING = re.compile(
    r"known|alias|a\.k\.a|née|called|calls|calling|styl|named|name (?:is|was|had)|(?:name|alias) of"
    r"|other than|otherwise|out and|the same|^—\0"
)
"""What stands, roughly, in `between + NUL + after` where two neighbouring names are told to be one."""


def told_names(cast: Cast) -> None:
    """Unite the people that the text says are one."""
    for (one, other), tellings in sorted(cast.between.items()):
        for between, after, number in tellings:
            if is_told(between, after):
                _unite(cast, cast.owner(one), cast.owner(other), number)
            elif between == "—" and one.title and not other.title and _CLOSING.match(after):
                _unite(cast, cast.owner(one), _bearer(cast, one, other), number)


def is_told(between: str, after: str) -> bool:
    """Whether the words between two names, and after them, say that they are one person's."""
    if _DENIED.search(between):
        return False
    return bool(_ALIAS.fullmatch(between) or (between == " and " and _ONE_AND_THE_SAME.match(after)))


def _bearer(cast: Cast, one: Form, other: Form) -> Person | None:
    """In `Madame Daubreuil—Beroldy,` the one Madame Beroldy."""
    same = [person for person in cast.named(other.words[-1]) if one.rank in person.ranks]
    return same[0] if len(same) == 1 else None


def _unite(cast: Cast, one: Person | None, other: Person | None, number: int) -> None:
    if one is None or other is None or one is other or not agree(one.gender, other.gender):
        return
    larger, smaller = (one, other) if cast.weight(one) >= cast.weight(other) else (other, one)
    larger.join(smaller, f"the text says so in [{number}]")
    cast.people.remove(smaller)
