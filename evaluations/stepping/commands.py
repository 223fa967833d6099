"""The commands of the stepper: the key of each, the words that mean the same, and what it does."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from evaluations.prose import Prose


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


def help_page() -> RenderableType:
    """A line for each command."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    for command in COMMANDS:
        table.add_row(Text(command.key), Text(command.words[0]), Text(command.about))
    return table


def forms_page() -> RenderableType:
    """Every kind of edit as it is written."""
    from evaluations.branches.words import FORMS

    return Prose("\n".join(["Edits:", *(f"  e {form}" for form in FORMS.values())]))
