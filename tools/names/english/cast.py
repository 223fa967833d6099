"""The people of an English book while they are being told apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tools.names.english.forms import Form
from tools.names.english.mentions import Mentions

DOMINANT = 5
"""How many times likelier than the next a person must be to own a name that fits both."""


@dataclass(eq=False)
class Person:
    """Forms of naming that mean one person."""

    forms: dict[Form, str] = field(default_factory=dict)
    """{form: the rule that gave it}"""
    gender: str = ""
    ranks: Counter[str] = field(default_factory=Counter)
    """{rank: uses of titles of it}"""
    given: str = ""
    surname: str = ""
    shared: dict[Form, str] = field(default_factory=dict)
    """Forms that may mean this person or another."""

    def join(self, other: Person, why: str = "") -> None:
        """Take over all that is known of `other`; `why` replaces the rules of its forms."""
        self.forms |= {form: why or was for form, was in other.forms.items()}
        self.shared |= other.shared
        self.gender = self.gender or other.gender
        self.ranks += other.ranks
        self.given, self.surname = self.given or other.given, self.surname or other.surname

    def main_ranks(self) -> set[str]:
        """The ranks that count: not `plain`, and not a slip of the pen."""
        most = max(self.ranks.values(), default=0)
        return {rank for rank, count in self.ranks.items() if rank != "plain" and count * 4 >= most}


Weigh = Callable[[Person], float]


class Cast:
    """The people found so far, and the mentions they are made from."""

    def __init__(self, found: Mentions) -> None:
        self.uses, self.together, self.between = found.uses, found.together, found.between
        self._people: dict[int, Person] = {}
        self._by_surname: dict[str, list[Person]] = defaultdict(list)
        self._by_given: dict[str, list[Person]] = defaultdict(list)
        self.titled: dict[str, list[Form]] = defaultdict(list)
        """{surname: the forms with a title and it}"""
        for form in found.uses:
            if form.title:
                self.titled[form.surname].append(form)
        self.span = max((uses.first for uses in found.uses.values()), default=0)
        self.wide = frozenset(form.surname for form in found.uses if " " in form.surname)
        """Surnames of several words: Monte Cristo."""

    def count(self, form: Form) -> int:
        return self.uses[form].count if form in self.uses else 0

    def weight(self, person: Person) -> int:
        """How often the person is named."""
        return sum(self.count(form) for form in person.forms)

    def first(self, person: Person) -> int:
        return min(self.uses[form].first for form in person.forms)

    def ordered(self, forms: Iterable[Form]) -> list[Form]:
        """The forms, the commonest first."""
        return sorted(forms, key=lambda form: (-self.count(form), self.uses[form].first, form))

    def learn(self, person: Person, form: Form, why: str) -> None:
        """Add a form to a person, and what its title tells of rank and gender."""
        person.forms[form] = why
        if form.rank:
            person.ranks[form.rank] += self.count(form)
            person.gender = person.gender or form.gender

    @property
    def people(self) -> list[Person]:
        """In the order they were found."""
        return list(self._people.values())

    def add(self, person: Person) -> Person:
        self._people[id(person)] = person
        self._by_surname[person.surname].append(person)
        self._by_given[person.given].append(person)
        return person

    def unite(self, one: Person, other: Person, why: str = "") -> None:
        """Make one person of two; `one` keeps its place."""
        del self._people[id(other)]
        for person in (one, other):
            self._by_surname[person.surname].remove(person)
            self._by_given[person.given].remove(person)
        one.join(other, why)
        self._by_surname[one.surname].append(one)
        self._by_given[one.given].append(one)

    def named(self, surname: str) -> list[Person]:
        """The people of this surname."""
        return list(self._by_surname.get(surname, ()))

    def called(self, given: str) -> list[Person]:
        """The people of this first name."""
        return list(self._by_given.get(given, ()))


def agree(one: str, other: str) -> bool:
    """Whether two genders may be one: '' may be either."""
    return not one or not other or one == other


def likeliest(fits: list[Person], surely: Weigh, perhaps: Weigh) -> Person | None:
    """The only one of `fits`, or the one `surely` meant many times for each `perhaps` of the others."""
    ranked = sorted(fits, key=lambda person: -surely(person))
    rivals = max(map(perhaps, ranked[1:]), default=0)
    return ranked[0] if ranked and (len(ranked) == 1 or surely(ranked[0]) >= DOMINANT * rivals) else None
