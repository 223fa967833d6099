"""Characters as a plain text that a person may edit, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

from tools.mistake import Mistake
from tools.names.characters import Alias, Character

_HEAD = """\
# Who is who: one line a character. First the name, then a tab, then other names with commas between.
# What stands in brackets (uses, first paragraph, why) may be left out. Lines that begin with # are not read.
"""
_NAMED = re.compile(
    r"(?P<text>[^()]*[^()\s])\s*(?:\((?P<mentions>\d{1,12}) from (?P<first>\d{1,12})(?:: (?P<why>[^()]*))?\))?"
)
_BETWEEN = re.compile(r"[,，、](?![^(]*\))")
_ALLOWED = "name TAB alias, alias, …"


def as_tsv(characters: Iterable[Character], shared: Set[str]) -> str:
    """The text of `characters`; `shared` names are told in a comment."""
    lines = [f"{_noted(c.name, c.mentions, c.first)}\t{', '.join(map(_alias, c.aliases))}".rstrip() for c in characters]
    tell = f"# Shared by several, so never used to widen a query: {', '.join(sorted(shared))}\n" if shared else ""
    return _HEAD + tell + "".join(f"{line}\n" for line in lines)


def _alias(alias: Alias) -> str:
    return _noted(alias.text, alias.mentions, alias.first, alias.why)


def _noted(text: str, mentions: int, first: int, why: str = "") -> str:
    return f"{text} ({mentions} from {first}{f': {why}' if why else ''})"


def read_tsv(text: str) -> tuple[Character, ...]:
    """The characters in `text`, in its order; Mistake with the line's number where it cannot be read."""
    found: dict[str, int] = {}
    characters = []
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            character = _character(line.rstrip("\r"), number)
            if character.name in found:
                raise Mistake(
                    f"Line {number} of the names: {character.name!r} has a line already, {found[character.name]}",
                    cure="Join the two lines into one.",
                )
            found[character.name] = number
            characters.append(character)
    return tuple(characters)


def _character(line: str, number: int) -> Character:
    columns = line.split("\t")
    if len(columns) > 2 and any(column.strip() for column in columns[2:]):
        raise Mistake(f"Line {number} of the names has more than one tab", got=line[:60], allowed=_ALLOWED)
    name, mentions, first, _ = _read(columns[0], number)
    parts = [part for part in _BETWEEN.split(columns[1]) if part.strip()] if len(columns) > 1 else []
    aliases = tuple(_aliases(name, parts, number))
    return Character(name, aliases, mentions, first)


def _aliases(name: str, parts: list[str], number: int) -> Iterator[Alias]:
    seen = {name}
    for part in parts:
        alias = Alias(*_read(part, number))
        if alias.text in seen:
            raise Mistake(f"Line {number} of the names has {alias.text!r} twice", cure="Take one away.")
        seen.add(alias.text)
        yield alias


def _read(part: str, number: int) -> tuple[str, int, int, str]:
    named = _NAMED.fullmatch(part.strip())
    if not named or _BETWEEN.search(named["text"]):
        what = "has no name before the tab" if not part.strip() else "cannot be read"
        raise Mistake(f"Line {number} of the names {what}", got=part[:60], allowed=_ALLOWED)
    return named["text"], int(named["mentions"] or 0), int(named["first"] or 0), named["why"] or ""
