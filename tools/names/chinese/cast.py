"""The people of a Chinese book while they are being told apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tools.book import Paragraph
from tools.names.chinese.found import Names
from tools.names.finder import NameFinder

DOMINANT = 5
"""How many times as often as the next a person must be met to own a name that fits both."""

_SHARERS = 4  # a title that fits more people than this says nothing


@dataclass
class Person:
    """One person: the name, and the others with the rules that gave them."""

    name: str
    why: dict[str, str] = field(default_factory=dict)
    """{another name: its rule}"""
    shared: dict[str, str] = field(default_factory=dict)
    """{a name of this person or another: its rule}"""


class Cast:
    """The people found so far, by name, and the paragraphs they stand in."""

    def __init__(self, shown: Sequence[Paragraph], names: Names) -> None:
        self.shown, self.names = shown, names
        self.people = {name: Person(name) for name in sorted(names.full)}
        self.counts = Counter[str]()
        self.places: dict[str, set[int]] = defaultdict(set)
        self._text = "\n".join(paragraph.text for paragraph in shown)
        self._seen: dict[str, int] = {}
        self._owners: dict[str, str] = {}

    def raw(self, name: str) -> int:
        """How often the string stands in the text; a longer name that holds it counts too."""
        if name not in self._seen:
            self._seen[name] = self._text.count(name)
        return self._seen[name]

    def tally(self, names: Iterable[str]) -> None:
        """Count `names` and where they stand, the longest at each place."""
        finder = NameFinder(names)
        for paragraph in self.shown:
            for found in finder.find(paragraph.text):
                self.counts[found.name] += 1
                self.places[found.name].add(paragraph.number)

    def owner(self, name: str) -> Person | None:
        """The person of this name, or the first to be given this other name."""
        return self.people.get(name) or self.people.get(self._owners.get(name, ""))

    def name(self, person: Person, alias: str, why: str) -> None:
        """Give a person another name by the rule `why`; a name the person has keeps its rule."""
        person.why.setdefault(alias, why)
        self._owners.setdefault(alias, person.name)

    def unite(self, one: Person, other: Person, why: str) -> None:
        """Make one person of two; `one` keeps the name."""
        del self.people[other.name]
        one.shared |= other.shared
        for alias, rule in ({other.name: why} | other.why).items():
            one.why.setdefault(alias, rule)
            self._owners[alias] = one.name

    def weight(self, name: str) -> int:
        """How often the person of this name is met, by all names that are nobody else's; after the tally."""
        return sum(self.counts[n] for n in (name, *self.people[name].why))

    def paragraphs(self, name: str) -> set[int]:
        """Where the person of this name is met; after the tally."""
        return set().union(*(self.places[n] for n in (name, *self.people[name].why)))

    def give(self, alias: str, names: Iterable[str], why: str, weigh: Callable[[str], int]) -> None:
        """The alias to the one it fits, or to the one met many times as often as the next, else to all, shared."""
        ranked = sorted(names, key=lambda name: (-weigh(name), name))
        if len(ranked) == 1 or weigh(ranked[0]) >= DOMINANT * max(1, weigh(ranked[1])):
            self.name(self.people[ranked[0]], alias, why)
        else:
            self.share(alias, ranked, why)

    def share(self, alias: str, names: Sequence[str], why: str) -> None:
        """The alias to all of `names`, as shared; to none when there are too many."""
        for name in names if len(names) <= _SHARERS else ():
            self.people[name].shared.setdefault(alias, why)
