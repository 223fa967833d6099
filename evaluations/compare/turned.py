"""A turned answer on the screen: the question, and both cited chains side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderableType
from rich.rule import Rule
from rich.text import Text

from agent.question import Step
from evaluations.columns import wrapped
from evaluations.compare.flips import Flip, Told

MOST_STEPS = 6
MOST_CELLS = 200
"""Of a step's text, and of a reasoning; `casebook show` has the whole."""
_GAP = 2

Block = tuple[str, str, str]
"""A label, the text that is hung beside it, and a style."""


def flip_lines(flip: Flip) -> Iterator[RenderableType]:
    """The question and its gold, and under them a column for each run."""
    repeat = f" · repeat {flip.repeat}" if flip.repeat > 1 else ""
    yield Rule(Text(f"{flip.case}{repeat}"), align="left")
    yield Blocks([("", flip.question, "bold"), ("", f"gold: {flip.gold}", "dim")])
    yield Beside([_answer("A", flip.first)], [_answer("B", flip.second)])
    yield Beside(_steps(flip.first), _steps(flip.second))
    yield Text()


class Blocks:
    """Texts under one another, each hung beside its label, wrapped where Chinese and English may be."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks

    def lines(self, width: int) -> Iterator[Text]:
        """Lines of at most `width` columns of the screen."""
        for label, text, style in self.blocks:
            hung = cell_len(label)
            for at, line in enumerate(wrapped(text, max(1, width - hung))):
                yield Text((label if not at else " " * hung) + line, style)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield from self.lines(options.max_width)


class Beside:
    """Two columns of blocks of equal width."""

    def __init__(self, left: Sequence[Block], right: Sequence[Block]) -> None:
        self.left, self.right = Blocks(left), Blocks(right)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        width = (options.max_width - _GAP) // 2
        for left, right in zip_longest(self.left.lines(width), self.right.lines(width), fillvalue=Text()):
            gap = " " * (width + _GAP - cell_len(left.plain))
            yield Text.assemble(left, gap if right.plain else "", right)


def _answer(name: str, told: Told) -> Block:
    answer = f"{told.value}. {told.text}" if told.text and told.text != told.value else told.value or "no answer"
    style, word = ("bold green", "right") if told.right else ("bold red", "wrong")
    return "", f"{name} {word} ({told.status}): {answer}", style


def _steps(told: Told) -> list[Block]:
    steps = [_step(f"{number}. ", step) for number, step in enumerate(told.steps[:MOST_STEPS], 1)]
    left = len(told.steps) - MOST_STEPS
    last = [("   ", f"… and {left} more", "dim")] if left > 0 else []
    return [*steps, *last] if steps else _stepless(told)


def _stepless(told: Told) -> list[Block]:
    """What there is of an answer without steps: its reasoning as it was written, and what it cites."""
    written = [("as written: ", _short(told.reasoning), "")] if told.reasoning.strip() else []
    cited = "".join(f"[{paragraph}]" for paragraph in told.citations or ())
    return [
        *written,
        ("", f"cites {cited or 'nothing'}" if told.citations is not None else "citations not told", "dim"),
    ]


def _step(label: str, step: Step) -> Block:
    where = "".join(f"[{paragraph}]" for paragraph in step.paragraphs)
    rests = f" (from {', '.join(map(str, step.rests_on))})" if step.rests_on else ""
    return label, f"{where} {_short(step.text)}{rests}".strip(), ""


def _short(text: str) -> str:
    told = " ".join(text.split())
    return told if cell_len(told) <= MOST_CELLS else set_cell_size(told, MOST_CELLS).rstrip() + "…"
