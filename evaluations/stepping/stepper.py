"""The stepper: takes commands and shows what they ask for, until it is told to leave or to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from agent.model.calls import Kept
from agent.trace import Event
from evaluations.prose import Prose
from evaluations.stepping import pages
from evaluations.stepping.cursor import Cursor, is_kind, says
from evaluations.stepping.gold import Marks
from evaluations.stepping.keys import Keys, Said
from evaluations.stepping.record import Record
from evaluations.stepping.screen import Screen
from tools.mistake import Mistake

End = Literal["quit", "next", "continue"]
"""How stepping ended: leave; under way: do the next node, or go on to the next break."""


class Steps(Protocol):
    """What is stepped through."""

    @property
    def title(self) -> str: ...

    @property
    def cursor(self) -> Cursor: ...

    @property
    def record(self) -> Record: ...

    @property
    def live(self) -> bool:
        """Whether it is under way just now, so that more comes after its last event."""
        ...

    @property
    def unfinished(self) -> str:
        """How it comes to its end where it has none yet; '' where it has."""
        ...

    def edit(self, text: str) -> str: ...

    def run_on(self) -> str: ...


BELOW = 3
"""Lines of a terminal below the screen: what is said, the keys, and the one where the cursor waits."""


@dataclass(frozen=True)
class Command:
    """A key, the words that mean the same, what it is asked for, and what it does."""

    key: str
    words: tuple[str, ...]
    about: str
    asks: str = ""
    """What belongs to it; '' for nothing."""


COMMANDS = (
    Command("n", ("next",), "the next event (also: space, Enter, →)"),
    Command("b", ("back",), "the event before (also: ←, backspace)"),
    Command("N", ("next-node",), "the next node"),
    Command("B", ("back-node",), "the node before"),
    Command("t", ("to",), "to event N (or just type the number)", "to event"),
    Command("0", ("first",), "the first event"),
    Command("$", ("last",), "the last event"),
    Command("k", ("kind",), "the next event of a kind, or node: k refused, k extract", "kind or node"),
    Command("K", ("kind-back",), "the same, backwards", "kind or node"),
    Command("/", ("search",), "the next event with this text", "search"),
    Command("\\", ("search-back",), "the same, backwards", "search backwards"),
    Command(".", ("again",), "the last k, K, / or \\ again"),
    Command("p", ("prompt",), "the prompt as it was sent"),
    Command("r", ("reply",), "the reply as it came"),
    Command("h", ("hits",), "the hits of the last queries"),
    Command("g", ("graph",), "the evidence graph"),
    Command("o", ("notebook",), "queries, paragraphs read, gaps, refusals"),
    Command("s", ("show",), "this event again, all of it"),
    Command(
        "e",
        ("edit",),
        "change one thing here, as a branch: e drop E3 (e alone lists the forms)",
        "edit (Enter lists the forms)",
    ),
    Command("c", ("continue",), "go on: to the last event, or with research that has no end yet"),
    Command("q", ("quit",), "leave; nothing is lost"),
    Command("?", ("help",), "this list"),
)


class Stepper:
    """Steps through `steps`, taking commands from `keys` and printing to `out`."""

    def __init__(self, steps: Steps, keys: Keys, out: Console, marks: Marks | None = None) -> None:
        self.steps, self.keys, self.out, self.marks = steps, keys, out, marks or Marks()
        self._end: End | None = None
        self._last: tuple[Callable[[Event], bool], int, str] | None = None
        self._does: dict[str, Callable[[str], None]] = {
            "n": lambda rest: self._move(1), "b": lambda rest: self._move(-1),
            "N": lambda rest: self._to_node(1), "B": lambda rest: self._to_node(-1),
            "t": self._to, "0": lambda rest: self._go(1), "$": lambda rest: self._go(len(self._cursor)),
            "k": lambda rest: self._find(is_kind(rest), 1, rest), "K": lambda rest: self._find(is_kind(rest), -1, rest),
            "/": lambda rest: self._find(says(rest), 1, rest), "\\": lambda rest: self._find(says(rest), -1, rest),
            ".": self._again, "p": lambda rest: self._call(pages.prompt), "r": lambda rest: self._call(pages.reply),
            "h": lambda rest: self.out.print(pages.found(self._cursor.state, self.marks)),
            "g": lambda rest: self.out.print(pages.graph(self._cursor.state)),
            "o": lambda rest: self.out.print(pages.notebook(self._cursor.state, self.marks)),
            "s": lambda rest: self.show(whole=True), "e": self._edit, "c": self._continue, "q": self._quit,
            "?": lambda rest: self.out.print(_help()),
        }  # fmt: skip

    def run(self, said: str = "") -> End:
        """Show where we are, with what there is to say, and obey until a command ends it."""
        self._end = None
        self.show(said)
        while self._end is None:
            self._prompt()
            try:
                command = self.keys.next()
                self._obey(command) if command else self._quit("")
            except KeyboardInterrupt:
                self._quit("")
            except Mistake as mistake:
                self._say(str(mistake), "red")
        return self._end

    def show(self, said: str = "", whole: bool = False) -> None:
        """The screen of the event we stand at; a terminal is cleared for it, and it is made to fit."""
        rows = None
        if self.keys.pressed and not whole:
            self.out.clear()
            rows = self.out.height - BELOW
        self.out.print(Screen(self._cursor, self.marks, self.steps.title, rows))
        if said:
            self._say(said, "bold")

    @property
    def _cursor(self) -> Cursor:
        return self.steps.cursor

    def _obey(self, said: Said) -> None:
        command = next((one for one in COMMANDS if said.word == one.key or said.word in one.words), None)
        if command is None:
            if said.word.isprintable():
                self._say(f"{said.word!r} is no command; ? lists them", "red")
            return
        rest = said.rest
        if command.asks and not rest and self.keys.pressed:
            rest = self.keys.line(f"{command.asks}: ")
        if command.asks and not rest and command.key != "e":
            if not self.keys.pressed:
                self._say(f"{command.key} needs more: {command.asks}", "red")
            return
        self._does[command.key](rest)

    def _move(self, by: int) -> None:
        if self._cursor.move(by):
            self.show()
        elif by > 0 and self.steps.live:
            self._end = "next"
        else:
            more = f"; {self.steps.unfinished}" if by > 0 and self.steps.unfinished else ""
            self._say(f"This is the {'last' if by > 0 else 'first'} event{more}.")

    def _to_node(self, by: int) -> None:
        if by < 0 and self._cursor.event.kind != "entered" and self._cursor.node[0] < self._cursor.k:
            self._go(self._cursor.node[0])  # to the beginning of this one first
        elif self._cursor.find(lambda event: event.kind == "entered", by):
            self.show()
        else:
            self._move(by * len(self._cursor))

    def _to(self, rest: str) -> None:
        if not rest.isdecimal():
            raise Mistake("An event is named by its number", got=rest, allowed=f"1 to {len(self._cursor)}")
        self._go(int(rest[:18]))

    def _go(self, k: int) -> None:
        self._cursor.to(k)
        self.show()

    def _find(self, wanted: Callable[[Event], bool], by: int, text: str) -> None:
        self._last = wanted, by, text
        if self._cursor.find(wanted, by):
            self.show()
        else:
            self._say(f"{text!r} is in no event {'after' if by > 0 else 'before'} this one.")

    def _again(self, rest: str) -> None:
        if self._last is None:
            raise Mistake("Nothing has been looked for yet", cure="Search with / or k.")
        self._find(*self._last)

    def _call(self, page: Callable[[Kept], RenderableType]) -> None:
        """Print a page of the call that this event tells of, or else of the node's calls the latest up to here."""
        called = self._called()
        if called is None:
            self._say("No model was asked in this node." if self._cursor.state.node else "No model was asked yet.")
        elif kept := self.steps.record.find(called):
            self.out.print(page(kept))
            self._say(f"That was event {called.k}.{self._others(called)}", "dim")
        else:
            self._say(f"The record of calls does not hold what event {called.k} tells of.", "red")

    def _called(self) -> Event | None:
        mine = list(self._calls_here())
        return next((event for event in reversed(mine) if event.k <= self._cursor.k), mine[0] if mine else None)

    def _calls_here(self) -> Iterator[Event]:
        first, last = self._cursor.node
        return (event for event in self._cursor.events[first - 1 : last] if event.kind == "called")

    def _others(self, called: Event) -> str:
        others = [str(event.k) for event in self._calls_here() if event.k != called.k]
        return f" This node asked in {', '.join(others)} too." if others else ""

    def _edit(self, rest: str) -> None:
        from evaluations.branches.words import FORMS

        if rest in ("", "?"):
            self.out.print(_forms(FORMS.values()))
            return
        self.show(self.steps.edit(rest))

    def _continue(self, rest: str) -> None:
        if self.steps.live:
            self._end = "continue"
        elif self.steps.unfinished:
            self.show(self.steps.run_on())
        else:
            self._go(len(self._cursor))

    def _quit(self, rest: str) -> None:
        self._end = "quit"

    def _prompt(self) -> None:
        if self.keys.pressed:
            self.out.print(Text("n next · b back · t to · k kind · / search · p prompt · g graph · ? all keys", "dim"))

    def _say(self, text: str, style: str = "") -> None:
        self.out.print(Prose(text, style))


def _help() -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    for command in COMMANDS:
        table.add_row(Text(command.key), Text(command.words[0]), Text(command.about))
    return table


def _forms(forms: Iterable[str]) -> RenderableType:
    return Prose("\n".join(["Edits:", *(f"  e {form}" for form in forms)]))
