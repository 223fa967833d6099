"""Keys: where commands come from. Single keys at a terminal, lines of text from anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple, Protocol, TextIO

ARROWS = {
    "\x1b[C": "n", "\x1b[B": "n", "\x1b[D": "b", "\x1b[A": "b", "\x1bOC": "n", "\x1bOB": "n", "\x1bOD": "b",
    "\x1bOA": "b", "\x1b[H": "0", "\x1b[F": "$", "\x1b[6~": "N", "\x1b[5~": "B", "\r": "n", "\n": "n", " ": "n",
    "\x7f": "b", "\x08": "b",
}  # fmt: skip
"""Keys without a letter, and the command each stands for."""


class Said(NamedTuple):
    """One command: its word (a key, or a whole word), and what stood behind it."""

    word: str
    rest: str = ""


class Keys(Protocol):
    """Whoever steps."""

    pressed: bool
    """Whether keys are pressed one by one, so that a command is asked for what belongs to it."""

    def next(self) -> Said | None:
        """The next command; None when there will be none."""
        ...

    def line(self, prompt: str) -> str:
        """What belongs to a command, typed to its end; '' when nothing was."""
        ...


class Lines:
    """Commands from a script: a line each, the word and what belongs to it. An empty line is `next`."""

    pressed = False

    def __init__(self, source: TextIO) -> None:
        self._source = source

    def next(self) -> Said | None:
        line = self._source.readline()
        if not line:
            return None
        text = line.strip().removeprefix("\ufeff")
        if text.isdecimal():
            return Said("t", text)
        if text[:1] in ("/", "\\"):
            return Said(text[0], text[1:].strip())
        word, _, rest = text.partition(" ")
        return Said(word or "n", rest.strip())

    def line(self, prompt: str) -> str:
        return ""


class Pressed:
    """Single keys at a terminal. What is typed ahead waits its turn."""

    pressed = True

    def __init__(self, read: Callable[[], str] | None = None, ask: Callable[[str], str] = input) -> None:
        self._read = read or _key
        self._ask = ask
        self._ahead = ""

    def next(self) -> Said | None:
        try:
            key = self._one()
        except EOFError:
            return None
        if key.isdecimal() and key != "0":
            self._ahead = key + self._ahead
            return Said("t")
        return Said(ARROWS.get(key, key))

    def line(self, prompt: str) -> str:
        """A line, with the terminal's own editing; what was typed ahead of it is taken up to its end."""
        typed, ended, self._ahead = self._taken()
        if ended:
            return typed.strip()
        try:
            return (typed + self._ask(f"{prompt}{typed}")).strip()
        except EOFError:
            return ""

    def _one(self) -> str:
        """The first key of what was typed; the keys of an arrow are one."""
        if not self._ahead:
            self._ahead = self._read()
        if not self._ahead:
            raise EOFError
        for arrow in ARROWS:
            if self._ahead.startswith(arrow):
                self._ahead = self._ahead[len(arrow) :]
                return arrow
        if self._ahead[0] == "\x1b":  # another function key: all of it means nothing
            self._ahead = ""
            return "\x1b"
        key, self._ahead = self._ahead[0], self._ahead[1:]
        return key

    def _taken(self) -> tuple[str, bool, str]:
        """(what was typed ahead of a line, whether it was ended, what follows it)."""
        for at, key in enumerate(self._ahead):
            if key in "\r\n":
                return self._ahead[:at], True, self._ahead[at + 1 :]
        return self._ahead, False, ""


def keys() -> Keys:
    """Single keys where both ends are a terminal, else lines from standard input."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return Pressed()
    return Lines(sys.stdin)


def _key() -> str:
    """The keys pressed next; KeyboardInterrupt for Ctrl-C, EOFError for Ctrl-D."""
    import click

    return click.getchar()
