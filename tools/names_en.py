"""Who is who in an English book: forms of naming joined into people, where the text leaves one choice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tools.book import Book
from tools.characters import Alias, Character
from tools.names_en_mentions import Form, Mentions, mentions
from tools.names_en_words import FEMALE, MALE, PARTICLES, PLACE_NOUNS, PLACES, TITLES

_ADVERBS = r"(?:[a-z]+ly |also |now |then |once |better |well |best |sometimes ){0,2}"
_SAME = (
    rf"(?:(?:is|was|were|are|being),? {_ADVERBS}(?:known as|called|nicknamed|none other than|no other than)"
    rf"|{_ADVERBS}known (?:to [a-z ]{{1,24}})?(?:as|by the name of)|alias|a\.k\.a\.|née|otherwise|otherwise called"
    r"|nicknamed|whose (?:real |true |proper |full |maiden |own )?name (?:is|was|had been)|under the (?:name|alias) of"
    r"|(?:who )?(?:calls|called|calling|styles|styled|styling) (?:him|her)self"
    r"|(?:but )?(?:had |has )?(?:crossed|scratched|struck) (?:that|it) out and (?:wrote|written|put)(?: instead)?)"
)
_ALIAS = re.compile(rf"[,;]? \(?(?:or |who )?{_SAME}(?: (?:the|a|an)(?: [a-z]+){{0,2}})?[,:]? ?[“‘\"']?")
_BORN = re.compile(r"[,;]? \(?née ")
_ONE_AND_THE_SAME = re.compile(r"[^\w]*(?:is|are|was|were) (?:one and the same|the same (?:person|man|woman))\b")
_CLOSING = re.compile(r"[,.;:?!)”’]")
_TELLING = re.compile(r"known|alias|a\.k\.a|née|called|calls|calling|styl|named|name (?:is|was|had)|(?:name|alias) of"
                      r"|other than|otherwise|out and|the same|^—\0")  # fmt: skip
_NO_SURNAME = {"wife", "wife-noble", "king", "queen", "prince", "princess"}
_OTHER_GENDER = dict.fromkeys(MALE - FEMALE, "f") | dict.fromkeys(FEMALE - MALE, "m")
_DOMINANT = 5
_Weigh = Callable[["_Person"], float]


@dataclass
class _Person:
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

    def join(self, other: _Person, why: str = "") -> None:
        self.forms |= {form: why or was for form, was in other.forms.items()}
        self.shared |= other.shared
        self.gender = self.gender or other.gender
        self.ranks += other.ranks
        self.given, self.surname = self.given or other.given, self.surname or other.surname


def english(book: Book) -> tuple[Character, ...]:
    """The characters of an English book, in no order."""
    found = mentions(book, _TELLING)
    return tuple(_People(found).characters())


def _core(word: str) -> str:
    """A surname without its particle: `de Villefort` and `d’Épinay` give Villefort and Épinay."""
    parts = word.split(" ")
    while len(parts) > 1 and parts[0] in PARTICLES:
        parts = parts[1:]
    core = " ".join(parts)
    return core[2:] if core[:2] in ("d’", "d'") else core


def _first(form: Form) -> str:
    return form.words[0] if len(form.words) > 1 else ""


def _last(form: Form) -> str:
    return _core(form.words[-1])


def _rank(form: Form) -> tuple[str, str]:
    """(rank, gender) of the form's title; ('', '') without one."""
    rank, _, gender = TITLES[form.title].partition(" ") if form.title else ("", "", "")
    return rank, gender


class _People:
    """The people of a book, made step by step from the surest forms to the barest."""

    def __init__(self, found: Mentions) -> None:
        self.found = found
        self.people: list[_Person] = []
        self.span = max((uses.first for uses in found.uses.values()), default=0)
        self.wide = {_last(f) for f in found.uses if " " in _last(f)}
        self._full()
        self._titled()
        self._bare()
        self._told()

    def _count(self, form: Form) -> int:
        return self.found.uses[form].count if form in self.found.uses else 0

    def _weight(self, person: _Person) -> int:
        return sum(self._count(form) for form in person.forms)

    # First the full names, one person each.

    def _full(self) -> None:
        by_name: dict[tuple[str, str], _Person] = {}
        for form in self._sorted(f for f in self.found.uses if self._is_full(f)):
            key = (_first(form).rstrip("."), _last(form))
            person = by_name.setdefault(key, _Person(given=key[0], surname=key[1]))
            if _rank(form)[1] != _OTHER_GENDER.get(key[0], "?"):
                person.forms[form] = "full name"
                self._learn(person, form)
        by_name = {key: person for key, person in by_name.items() if person.forms}
        self.people = list(by_name.values())
        for person in self.people:
            person.gender = person.gender or ("m" if person.given in MALE else "f" if person.given in FEMALE else "")
        self._join_initials()

    def _sorted(self, forms: Iterable[Form]) -> list[Form]:
        return sorted(forms, key=lambda f: (-self._count(f), self.found.uses[f].first, f))

    def _is_full(self, form: Form) -> bool:
        if len(form.words) < 2 or " ".join(form.words) in self.wide or form.words[-1] in PLACE_NOUNS:
            return False
        if form.words[0] in PLACE_NOUNS or form.words[0] in PLACES:
            return False
        uses = self.found.uses[form]
        known = form.words[0] in MALE or form.words[0] in FEMALE
        if form.title or (known and uses.articles * 2 <= uses.count):
            return True
        placed = uses.places + uses.articles
        return (uses.deeds > placed or self._titles_of(_last(form)) > 0) and placed * 4 <= uses.count

    def _titles_of(self, surname: str) -> int:
        return sum(1 for f in self.found.uses if f.title and len(f.words) == 1 and _last(f) == surname)

    def _learn(self, person: _Person, form: Form) -> None:
        rank, gender = _rank(form)
        if rank:
            person.ranks[rank] += self._count(form)
            person.gender = person.gender or gender

    def _join_initials(self) -> None:
        """`G. Rolf` is Gregory Rolf where no other Rolf has a G."""
        for person in [p for p in self.people if len(p.given) == 1]:
            same = [p for p in self.people if p is not person and p.surname == person.surname]
            fits = [p for p in same if p.given.startswith(person.given)]
            if len(fits) == 1:
                fits[0].join(person)
                self.people.remove(person)

    # Then titles with one name: by surname, or by first name.

    def _titled(self) -> None:
        groups: dict[tuple[str, str, str], _Person] = {}
        for form in self._sorted(f for f in self.found.uses if f.title and self._is_single(f)):
            if self._titled_given(form):
                continue
            rank, gender = _rank(form)
            person = groups.setdefault((_last(form), rank, gender), _Person(surname=_last(form)))
            person.forms[form] = "title and surname"
            self._learn(person, form)
        plain = [p for key, p in groups.items() if key[1] == "plain"]
        for person in [p for key, p in groups.items() if key[1] != "plain"] + plain:
            self._settle(person)

    def _is_single(self, form: Form) -> bool:
        return (len(form.words) == 1 or " ".join(form.words) in self.wide) and form.words[-1] not in PLACE_NOUNS

    def _titled_given(self, form: Form) -> bool:
        """`Mademoiselle Marthe`, where one Marthe is known and nobody has that surname."""
        name = form.words[0]
        fits = [p for p in self.people if p.given == name and _agree(p.gender, _rank(form)[1])]
        one = self._likeliest(fits, self._weight, self._weight)
        if one is None or any(p.surname == name for p in self.people):
            return False
        one.forms[form] = "title and first name"
        self._learn(one, form)
        return True

    def _likeliest(self, fits: list[_Person], surely: _Weigh, perhaps: _Weigh) -> _Person | None:
        """The only one of `fits`, or the one `surely` meant many times for each `perhaps` of the others."""
        ranked = sorted(fits, key=lambda p: -surely(p))
        rivals = max(map(perhaps, ranked[1:]), default=0)
        return ranked[0] if ranked and (len(ranked) == 1 or surely(ranked[0]) >= _DOMINANT * rivals) else None

    def _settle(self, titled: _Person) -> None:
        """Join a titled surname to the one person it can mean, or let it stand for itself."""
        same = [p for p in self.people if p.surname == titled.surname and self._may_be(p, titled)]
        most = max(map(self._weight, same), default=0)
        same = [p for p in same if self._weight(p) > 2 or self._weight(p) * _DOMINANT > most]
        one = same[0] if len(same) == 1 else None
        if one is not None and (self._named_with_rank(one, titled) or not self._apart(one, titled)):
            one.join(titled)
        else:
            self.people.append(titled)

    def _named_with_rank(self, person: _Person, titled: _Person) -> bool:
        """`Captain Harry Grant` stands in the book, and no other Grant is a captain."""
        rank = next(iter(_main(titled.ranks)), "")
        others = [p for p in self.people if p is not person and p.surname == person.surname and p.ranks[rank]]
        return bool(person.given) and person.ranks[rank] > 0 and not others

    def _may_be(self, person: _Person, titled: _Person) -> bool:
        """Whether gender and rank let them be one: no rank is met by a different one, `plain` meets all."""
        if not _agree(person.gender, titled.gender) or (titled.gender == "f" and not person.gender):
            return False
        if not person.gender and self._both_genders(titled.surname):
            return False
        ours, theirs = _main(person.ranks), _main(titled.ranks)
        if titled.gender == "f":
            ours, theirs = ({"wife" if rank == "wife-noble" else rank for rank in some} for some in (ours, theirs))
            ours, theirs = ours & {"wife", "maid"}, theirs & {"wife", "maid"}
            if not ours and self._both_genders_of_wives(titled.surname):
                return False
        return not ours or not theirs or bool(ours & theirs)

    def _both_genders(self, surname: str) -> bool:
        return len({_rank(f)[1] for f in self.found.uses if f.title and _last(f) == surname}) > 1

    def _both_genders_of_wives(self, surname: str) -> bool:
        ranks = {_rank(f)[0] for f in self.found.uses if f.title and _last(f) == surname}
        return {"wife", "maid"} <= ranks

    def _apart(self, one: _Person, other: _Person) -> bool:
        """Evidence of two people: they stand together in sentences, or one was long about before the other came."""
        ours, theirs = self._all_forms(one), self._all_forms(other)
        together = sum(self.found.together[frozenset((a, b))] for a in ours for b in theirs if a != b)
        fewer = min(sum(map(self._count, ours)), sum(map(self._count, theirs)))
        if together >= max(2, 0.03 * fewer):
            return True
        firsts = [min(self.found.uses[f].first for f in forms) for forms in (ours, theirs)]
        return fewer >= 20 and abs(firsts[0] - firsts[1]) > 0.1 * self.span

    def _all_forms(self, person: _Person) -> list[Form]:
        """The person's forms, and the bare first name where it is nobody else's."""
        alone = Form("", (person.given,))
        mine = person.given and sum(p.given == person.given for p in self.people) == 1
        return [*person.forms, *([alone] if mine and alone in self.found.uses else [])]

    # Then bare names.

    def _bare(self) -> None:
        singles = self._sorted(f for f in self.found.uses if not f.title and self._is_single(f))
        firsts = {person.given for person in self.people}
        for form in [f for f in singles if f.words[0] in firsts] + [f for f in singles if f.words[0] not in firsts]:
            name = _core(" ".join(form.words))
            by_surname = [p for p in self.people if p.surname == name and self._goes_bare(p)]
            by_given = [p for p in self.people if p.given == name]
            males = [p for p in by_surname if p.gender != "f"]
            self._give(form, [*by_given, *(males or by_surname)], "first name" if by_given else "surname")

    def _goes_bare(self, person: _Person) -> bool:
        """Whether a bare surname may mean this person: no wife known by title alone, no king of a place."""
        return bool(person.given) or not _main(person.ranks) & _NO_SURNAME

    def _holding(self, person: _Person, name: str) -> int:
        """How often forms with `name` mean this person."""
        return sum(self._count(f) for f in person.forms if name in (f.words[0], _last(f)))

    def _perhaps(self, person: _Person, name: str) -> float:
        """The same, and half the uses of the bare first name: who is called Maximilian may be called Morrel.

        Not of one who is called `M. Noirtier`: there the first name does a surname's work.
        """
        alone = [f for f in person.forms if f.words == (person.given,)]
        titled, bare = (sum(self._count(f) for f in alone if bool(f.title) is which) for which in (True, False))
        goes_by_it = name == person.given or titled * 4 > bare
        return self._holding(person, name) + (0 if goes_by_it else bare / 2)

    def _give(self, form: Form, fits: list[_Person], why: str) -> None:
        """The form to its likeliest owner; where there is none, as shared to all it fits."""
        name = _core(" ".join(form.words))
        fits = [person for person in fits if not self._unlikely(form, person)]
        one = self._likeliest(fits, lambda p: self._holding(p, name), lambda p: self._perhaps(p, name))
        if one is None and self._count(form) > 3 * sum(self._perhaps(person, name) for person in fits):
            fits = []
        if one is not None:
            one.forms[form] = why
        elif not fits and self._is_somebody(form):
            self.people.append(_Person({form: "name"}, given=form.words[0].split(" ")[0]))
        for person in fits if one is None else ():
            person.shared[form] = why

    def _unlikely(self, form: Form, person: _Person) -> bool:
        """A strange full name that stands once or twice does not explain a name met everywhere,

        nor does one that comes much later explain a few early uses.
        """
        known = person.given in MALE or person.given in FEMALE or not person.given
        if not known and self._weight(person) <= 2 and self._count(form) >= 20:
            return True
        later = min(self.found.uses[f].first for f in person.forms) - self.found.uses[form].first
        return self._count(form) < 20 and later > 0.1 * self.span

    def _is_somebody(self, form: Form) -> bool:
        uses, name = self.found.uses[form], form.words[0]
        if name in PLACES or name in PLACE_NOUNS or uses.articles * 3 > uses.count or " " in form.text.strip():
            return " the " in form.text and uses.deeds > 0
        known = name in MALE or name in FEMALE
        placed = uses.places + uses.articles
        if any(p.surname + "s" == name for p in self.people):
            return False
        if known and placed * 4 <= uses.count and (uses.deeds or uses.count < 5):
            return True
        return uses.deeds >= max(2, 2 * placed, 0.04 * uses.count)

    # Last what the text says outright.

    def _told(self) -> None:
        for (one, other), tellings in sorted(self.found.between.items()):
            for gap, after, number in tellings:
                if _told_same(gap, after):
                    self._unite(self._owner(one), self._owner(other), f"the text says so in [{number}]")
                elif gap == "—" and one.title and not other.title and _CLOSING.match(after):
                    rank = _rank(one)[0]
                    same = [p for p in self.people if p.surname == other.words[-1] and rank in p.ranks]
                    self._unite(self._owner(one), same[0] if len(same) == 1 else None, f"the text says so in [{number}]")

    def _owner(self, form: Form) -> _Person | None:
        return next((p for p in self.people if form in p.forms), None)

    def _unite(self, one: _Person | None, other: _Person | None, why: str) -> None:
        if one is None or other is None or one is other or not _agree(one.gender, other.gender):
            return
        larger, smaller = (one, other) if self._weight(one) >= self._weight(other) else (other, one)
        larger.join(smaller, why)
        self.people.remove(smaller)

    def characters(self) -> Iterator[Character]:
        for person in self.people:
            if person.forms:
                yield self._character(person)

    def _character(self, person: _Person) -> Character:
        name = self._name(person)
        shared = {form: f"{why}, shared" for form, why in person.shared.items()}
        aliases = [self._alias(form, why) for form, why in (person.forms | shared).items() if form != name]
        aliases.sort(key=lambda a: (-a.mentions, a.first, a.text))
        uses = [self.found.uses[form] for form in person.forms]
        return Character(name.text, tuple(aliases), sum(u.count for u in uses), min(u.first for u in uses))

    def _alias(self, form: Form, why: str) -> Alias:
        return Alias(form.text, self._count(form), self.found.uses[form].first, why)

    def _name(self, person: _Person) -> Form:
        """The fullest of the forms that share a word with the commonest: first name and surname, else a title."""
        commonest = self._sorted(person.forms)[0]
        shared = {_core(" ".join(commonest.words)), *map(_core, commonest.words)}
        near = [f for f in self._sorted(person.forms) if shared & set(map(_core, f.words))]
        full = [f for f in near if not f.title and len(f.words) > 1 and f.words[0] == person.given]
        titled = [f for f in near if f.title and self._count(f) * 20 >= self._count(commonest)]
        return [*full, *([] if person.given else titled), commonest][0]


def _main(ranks: Counter[str]) -> set[str]:
    """The ranks that count: not `plain`, and not a slip of the pen."""
    most = max(ranks.values(), default=0)
    return {rank for rank, count in ranks.items() if rank != "plain" and count * 4 >= most}


def _agree(one: str, other: str) -> bool:
    return not one or not other or one == other


def _told_same(gap: str, after: str) -> bool:
    if re.search(r"\bnot\b|\bnever\b|\bif\b", gap):
        return False
    return bool(_ALIAS.fullmatch(gap) or _BORN.fullmatch(gap) or (gap == " and " and _ONE_AND_THE_SAME.match(after)))
