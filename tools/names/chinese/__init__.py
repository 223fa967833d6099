"""Chinese names: which strings are names, what the text says of them, and which mean one person."""

from __future__ import annotations

from tools.book import Book
from tools.chapters import chapters
from tools.names.characters import Alias, Character
from tools.names.chinese.aliases import foreign_names, given_names, speakers, told_names
from tools.names.chinese.cast import Cast, Person
from tools.names.chinese.found import names_in
from tools.names.chinese.titles import same_people, titles


def chinese(book: Book) -> tuple[Character, ...]:
    """The characters of a Chinese book, in no order: names, tellings, given names, titles."""
    headings = {chapter.first for chapter in chapters(book.paragraphs)}
    shown = [paragraph for paragraph in book.paragraphs if paragraph.number not in headings]
    cast = Cast(shown, names_in([paragraph.text for paragraph in shown]))
    told_names(cast)
    foreign_names(cast)
    speakers(cast)
    given_names(cast)
    titles(cast)
    same_people(cast)
    made = (_character(cast, person) for person in cast.people.values())
    return tuple(character for character in made if character.mentions)


def _character(cast: Cast, person: Person) -> Character:
    shared = {name: f"共用的{why}" for name, why in person.shared.items() if name not in person.why}
    aliases = [
        Alias(name, cast.counts[name], min(cast.places[name]), why)
        for name, why in (person.why | shared).items()
        if cast.counts[name] and name != person.name
    ]
    aliases.sort(key=lambda alias: (-alias.mentions, alias.first, alias.text))
    first = min(cast.paragraphs(person.name), default=0)
    return Character(person.name, tuple(aliases), cast.weight(person.name), first)
