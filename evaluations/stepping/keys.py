"""Keys: where commands come from. Single keys at a terminal, lines of text from anywhere else."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol, TextIO

ARROWS = {
    "\x1b[C": "n", "\x1b[B": "n", "\x1b[D": "b", "\x1b[A": "b", "\x1bOC": "n", "\x1bOB": "n", "\x1bOD": "b",
    "\x1bOA": "b", "\x1b[H": "0", "\x1b[F": "$", "\x1b[6~": "N", "\x1b[5~": "B", "\r": "n", "\n": "n", " ": "n",
    "\x7f": "b", "\x08": "b", "\x04": "q",
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
        if text.isdecimal() and text != "0":
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

    def __init__(self, read: Callable[[], str], ask: Callable[[str], str]) -> None:
        """`read` gives the keys pressed next ('' at the end of input), `ask` a line typed behind a prompt."""
        self._read = read
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


@contextmanager
def keys() -> Iterator[Keys]:
    """Single keys where both ends are a terminal, else lines from standard input."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Lines(sys.stdin)
    elif sys.platform == "win32":
        import click

        yield Pressed(click.getchar, input)
    else:
        with _Terminal(sys.stdin.fileno()) as terminal:
            yield Pressed(terminal.read, terminal.ask)


class _Terminal:
    """A POSIX terminal that hands over each key at once, without showing it, until it is left.

    It stays so while the screen is drawn, or a key pressed meanwhile would be lost.
    """

    def __init__(self, place: int) -> None:
        self._place = place
        self._text = codecs.getincrementaldecoder("utf-8")("replace")

    def __enter__(self) -> _Terminal:
        import termios
        import tty

        self._before = termios.tcgetattr(self._place)
        tty.setcbreak(self._place, termios.TCSANOW)
        return self

    def __exit__(self, *error: object) -> None:
        import termios

        termios.tcsetattr(self._place, termios.TCSANOW, self._before)

    def read(self) -> str:
        """The keys pressed next, at least one whole character; '' when there will be none."""
        text = ""
        while not text:
            raw = os.read(self._place, 1024)
            text = self._text.decode(raw)
            if not raw:
                return ""
        return text

    def ask(self, prompt: str) -> str:
        """A line, typed with the terminal's own editing."""
        import termios
        import tty

        self.__exit__()
        try:
            return input(prompt)
        finally:
            tty.setcbreak(self._place, termios.TCSANOW)
