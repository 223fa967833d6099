"""Characters: who is in a book, and the other names each goes by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Alias:
    """Another name of a character as it stands in the book.

    `mentions` counts its uses (a longer name that holds it is not one), `first` is the paragraph of the first.
    `why` is the rule that found it, in words for a person.
    """

    text: str
    mentions: int = 0
    first: int = 0
    why: str = ""


@dataclass(frozen=True)
class Character:
    """One person. `mentions` counts the uses of the name and of every alias that is nobody else's."""

    name: str
    aliases: tuple[Alias, ...] = ()
    mentions: int = 0
    first: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The name, then the aliases."""
        return (self.name, *(alias.text for alias in self.aliases))
