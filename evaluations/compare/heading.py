"""The head of a comparison: which runs, by whose verdicts, and what was set differently."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from evaluations.compare.cells import many, percent, plain
from evaluations.compare.comparison import Comparison
from evaluations.compare.judging import Coverage
from evaluations.metrics.lexical import LEXICAL
from evaluations.prose import one_line


def heading(made: Comparison) -> Iterator[RenderableType]:
    """What stands before the rows."""
    yield _title(made)
    if made.judge != LEXICAL or not made.judged_alike:
        yield from _judging(made)
    if made.differing:
        yield _settings(made)


def _title(made: Comparison) -> Text:
    both = made.shared
    text = Text.assemble(("A ", "bold"), (made.first, "bold"), f"\n  {made.players[0]}{_repeats(made.repeats[0])}\n")
    text.append_text(
        Text.assemble(("B ", "bold"), (made.second, "bold"), f"\n  {made.players[1]}{_repeats(made.repeats[1])}\n")
    )
    text.append(
        f"\n{many(len(both.ids), 'question')} in both; {both.only_first} in A alone, {both.only_second} in B alone"
    )
    if both.unlike:
        text.append(f"; {both.unlike} of one id are not the same question")
    return text.append(".\n")


def _judging(made: Comparison) -> Iterator[Text]:
    """By whose verdicts the reasoning is told, and how many there are."""
    yield Text.assemble("Reasoning judged by ", (made.judge, "bold"), ".")
    for name, one in zip("AB", made.judging, strict=False):
        yield Text(f"{name}: {_reached(one)}")
    if not made.judged_alike:
        yield Text("A and B were not judged alike (see judge below): no measure of a judge is compared.", "bold")
    elif any(one.silent for one in made.judging):
        yield Text("What was not judged is undefined, and compared only where both have a value.")
    yield Text()


def _reached(one: Coverage) -> str:
    """How many traces of a side were judged, why others were not, and what came of the verdicts."""
    told = f"{one.judged} of {many(one.traces, 'trace')} judged"
    if one.silent:
        named = f" by {one.scorer.name}"
        whys = [f"{count} {one_line(why).removesuffix(named)}" for why, count in one.silent.items()]
        told += f" ({'; '.join(whys)})"
    if verdicts := one.figures["verdicts"]:
        lost = f" in {many(one.failing, 'trace')} (undefined, never 0)" if one.failing else ""
        told += f"; of {verdicts:,} verdicts {one.figures['failed']} failed{lost}"
    flips = one.figures["flip rate"]
    return told + (f"; votes differ on {percent(flips)}." if flips is not None else ".")


def _repeats(count: int) -> str:
    return f" · {count} repeats" if count > 1 else ""


def _settings(made: Comparison) -> Table:
    table = plain("What was set differently", "", "A", "B", left=3)
    for one in made.differing:
        table.add_row(Text(one.name), Text(one.first), Text(one.second))
    return table
