"""Titles with one name: `Mr. Rolf` joins Gregory Rolf where it can mean nobody else."""

from __future__ import annotations

from tools.names.english.cast import DOMINANT, Cast, Person, agree, likeliest
from tools.names.english.forms import Form


def titled_names(cast: Cast) -> None:
    """Give every title with one name to the person it means, or let it stand for itself."""
    groups: dict[tuple[str, str, str], Person] = {}
    for form in cast.ordered(f for f in cast.uses if f.title and is_single(cast, f)):
        if not _by_first_name(cast, form):
            person = groups.setdefault((form.surname, form.rank, form.gender), Person(surname=form.surname))
            cast.learn(person, form, "title and surname")
    for person in sorted(groups.values(), key=lambda p: "plain" in p.ranks):
        _settle(cast, person)


def is_single(cast: Cast, form: Form) -> bool:
    """Whether the form holds one name, a surname of several words too."""
    return len(form.words) == 1 or " ".join(form.words) in cast.wide


def _by_first_name(cast: Cast, form: Form) -> bool:
    """`Mademoiselle Marthe`, where one Marthe is known and nobody has that surname."""
    name = form.words[0]
    fits = [p for p in cast.called(name) if agree(p.gender, form.gender)]
    one = likeliest(fits, cast.weight, cast.weight)
    if one is None or cast.named(name):
        return False
    cast.learn(one, form, "title and first name")
    return True


def _settle(cast: Cast, titled: Person) -> None:
    """Join a titled surname to the one person it can mean, or let it stand for itself."""
    same = [p for p in cast.named(titled.surname) if _may_be(cast, p, titled)]
    same = [p for p in same if _named_with_rank(cast, p, titled)] or same
    most = max(map(cast.weight, same), default=0)
    same = [p for p in same if cast.weight(p) > 2 or cast.weight(p) * DOMINANT > most]
    if len(same) == 1 and (_named_with_rank(cast, same[0], titled) or not _apart(cast, same[0], titled)):
        same[0].join(titled)
    else:
        cast.add(titled)


def _named_with_rank(cast: Cast, person: Person, titled: Person) -> bool:
    """`Captain Harry Grant` stands in the book, and no other Grant is a captain."""
    rank = min(titled.main_ranks(), default="")
    others = [p for p in cast.named(person.surname) if p is not person and p.ranks[rank]]
    return bool(person.given) and person.ranks[rank] > 0 and not others


def _may_be(cast: Cast, person: Person, titled: Person) -> bool:
    """Whether gender and rank let them be one: no rank is met by a different one, `plain` meets all."""
    if not agree(person.gender, titled.gender) or (titled.gender == "f" and not person.gender):
        return False
    with_title = cast.titled[titled.surname]
    if not person.gender and len({form.gender for form in with_title}) > 1:
        return False
    ours, theirs = person.main_ranks(), titled.main_ranks()
    if titled.gender == "f":
        ours, theirs = _wife_or_maid(ours), _wife_or_maid(theirs)
        if not ours and {"wife", "maid"} <= {form.rank for form in with_title}:
            return False
    return not ours or not theirs or bool(ours & theirs)


def _wife_or_maid(ranks: set[str]) -> set[str]:
    return {"wife" if rank == "wife-noble" else rank for rank in ranks} & {"wife", "maid"}


def _apart(cast: Cast, one: Person, other: Person) -> bool:
    """Evidence of two people: they stand together in sentences, or one was long about before the other came."""
    alone = cast.uses.get(Form("", (other.surname,)))
    if alone and alone.generations >= max(2, 0.25 * alone.count):
        return True
    ours, theirs = _all_forms(cast, one), _all_forms(cast, other)
    together = sum(cast.together[frozenset((a, b))] for a in ours for b in theirs if a != b)
    fewer = min(sum(map(cast.count, ours)), sum(map(cast.count, theirs)))
    if together >= max(2, 0.03 * fewer):
        return True
    firsts = [min(cast.uses[form].first for form in forms) for forms in (ours, theirs)]
    return fewer >= 20 and abs(firsts[0] - firsts[1]) > 0.1 * cast.span


def _all_forms(cast: Cast, person: Person) -> list[Form]:
    """The person's forms, and the bare first name where it is nobody else's."""
    alone = Form("", (person.given,))
    mine = person.given and len(cast.called(person.given)) == 1
    return [*person.forms, *([alone] if mine and alone in cast.uses else [])]
