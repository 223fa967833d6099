"""The screen of one event: where we are, what happened, what the node got and gave, beliefs, budget, notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.rule import Rule
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from agent.state import State
from agent.trace import Event
from evaluations.prose import Prose, hung, one_line, short
from evaluations.stepping.brief import brief, ranges
from evaluations.stepping.cursor import Cursor
from evaluations.stepping.event import STYLES, details, headline
from evaluations.stepping.gold import Marks
from graphs.evidence import Hypothesis

BAR = 20
"""Columns of a belief of 1."""
FEWEST = 4
"""Lines of what an event brought that are shown however small the screen is."""
AROUND = 3
"""Events of the node that are shown before and after the one we stand at."""


@dataclass(frozen=True)
class Screen:
    """Everything about the event that the cursor stands at; text wraps or ends in an ellipsis at any width.

    With `rows`, what the event brought is cut short where all would not fit into so many lines.
    """

    cursor: Cursor
    marks: Marks
    title: str
    rows: int | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        event, state = self.cursor.event, self.cursor.state
        rule = [Rule(style="dim")] if self.rows is None else []
        top = Group(*rule, _head(self.cursor, self.title), headline(event))
        middle = Group(*details(event, state, self.marks))
        bottom = Group(*_below(self.cursor))
        if self.rows is None:
            yield from (top, middle, bottom)
            return
        fixed = sum(len(console.render_lines(part, options)) for part in (top, bottom))
        yield top
        yield from _cut(console, options, middle, max(self.rows - fixed, FEWEST))
        yield bottom


def _cut(console: Console, options: ConsoleOptions, part: RenderableType, rows: int) -> RenderResult:
    """The part, or as much of it as fits into `rows` lines and a line that tells of the rest."""
    lines = console.render_lines(part, options, pad=False)
    shown = lines if len(lines) <= rows else lines[: rows - 1]
    for line in shown:
        yield from line
        yield Segment.line()
    if len(shown) < len(lines):
        yield Text(f"  {len(lines) - len(shown)} more lines: s prints them", "dim")


def _below(cursor: Cursor) -> Iterator[RenderableType]:
    state = cursor.state
    yield from _node(cursor)
    if state.graph.hypotheses:
        yield Text()
        yield beliefs(state)
    yield Text()
    yield _standing(state)


def _head(cursor: Cursor, title: str) -> RenderableType:
    state = cursor.state
    where = f"round {state.round} · {state.node}" if state.round else state.node or "opening"
    told = Text.assemble((title, "bold"), f" · event {cursor.k} of {len(cursor)} · ", (one_line(where), "bold cyan"))
    return told if not state.status else told.append(f" · {state.status}", "bold")


def _node(cursor: Cursor) -> Iterator[RenderableType]:
    """What the node got, and its events around the one we stand at."""
    first, last = cursor.node
    entered = cursor.events[first - 1]
    if entered.kind != "entered":
        return
    yield Text()
    got = got_of(entered.payload["node"], cursor.at(first))
    yield hung(short(f"{entered.payload['node']} got", "dim"), short(got))
    if first == last:
        yield Text("  and gave nothing", "dim")
    if last <= first + 1:
        return  # it is told above already
    near = range(max(first + 1, cursor.k - AROUND), min(last, max(cursor.k, first + 1) + AROUND) + 1)
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, justify="right")
    table.add_column(no_wrap=True)
    table.add_column(overflow="ellipsis")
    if near[0] > first + 1:
        table.add_row("", "", Text(f"{near[0] - first - 1} before", "dim"))
    for k in near:
        table.add_row(*_row(cursor.events[k - 1], cursor.k))
    if near[-1] < last:
        table.add_row("", "", Text(f"{last - near[-1]} more", "dim"))
    yield Padding(table, (0, 0, 0, 2))


def _row(event: Event, here: int) -> tuple[Text, Text, Text]:
    style = "dim" if event.k > here else ""
    number = Text(f"> {event.k}" if event.k == here else str(event.k), "bold" if event.k == here else style)
    return number, Text(event.kind, style or STYLES.get(event.kind, "")), short(brief(event), style)


def got_of(node: str, state: State) -> str:
    """What a node had before it, in words; `state` is the one at its beginning."""
    return _GOT.get(node, _notes)(state)


def _notes(state: State) -> str:
    gaps = f"; gaps: {'; '.join(state.gaps)}" if state.gaps else ""
    return f"the notebook: {len(state.graph.evidence)} quotes, {len(state.graph.inferences)} inferences{gaps}"


def _hits(state: State) -> str:
    mine = [query for query in state.queries if query.round == state.round]
    return ", ".join(f"{len(query.hits or ())} hits of {query.id}" for query in mine) or "no hits"


def _fresh(state: State) -> str:
    return f"{len(state.fresh)} paragraphs: {ranges(state.fresh)}" if state.fresh else "no paragraph"


_GOT: dict[str, Callable[[State], str]] = {
    "analyze": lambda state: "the question",
    "hypothesize": lambda state: "the question and its analysis",
    "search": lambda state: f"queries {', '.join(query.id for query in state.waiting) or 'none'}",
    "read": _hits,
    "extract": _fresh,
}


def beliefs(state: State) -> RenderableType:
    """A bar for each hypothesis, the leader's in bold; none where nothing has been weighed yet."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="ellipsis")
    for one in state.graph.hypotheses:
        value = state.beliefs.get(one.id)
        style = "bold" if one.id == state.leader else "dim" if one.retired else ""
        bar = "█" * round(BAR * (value or 0))
        shown = Text.assemble((bar, "yellow"), ("░" * (BAR - len(bar)), "dim"))
        number = "–" if value is None else f"{value:.2f}"
        table.add_row(Text(_named(one), style), shown, Text(number, style), short(one.text, style))
    return table


def _named(one: Hypothesis) -> str:
    return one_line(f"{one.id} {one.label}" if one.label else one.id)


def _standing(state: State) -> RenderableType:
    """The budget and the notebook, a line each."""
    rows = Table.grid(padding=(0, 1, 0, 0))
    rows.add_column(no_wrap=True, style="dim")
    rows.add_column(overflow="fold")
    rows.add_row("budget", Prose(" · ".join(_budget(state))))
    rows.add_row("notebook", Prose(" · ".join(_notebook(state))))
    return rows


def _budget(state: State) -> Iterator[str]:
    budget, usage = state.budget, state.usage
    yield f"round {state.round} of {budget.rounds}"
    asked = sum(query.round == state.round for query in state.queries)
    yield f"queries {asked} of {budget.queries_a_round}"
    yield f"read {len(set(state.fresh))} of {budget.reads_a_round}"
    if usage.calls or budget.calls is not None:
        yield f"calls {usage.calls}{f' of {budget.calls}' if budget.calls is not None else ''}"
        yield f"tokens {usage.tokens:,}{f' of {budget.tokens:,}' if budget.tokens is not None else ''}"
        cost = "?" if usage.cost is None else f"{usage.cost:.4f}"
        yield f"${cost}{f' of {budget.cost:g}' if budget.cost is not None else ''}"


def _notebook(state: State) -> Iterator[str]:
    graph = state.graph
    yield f"{len(graph.evidence)} quotes"
    if graph.absences:
        yield f"{len(graph.absences)} absences"
    yield f"{len(graph.inferences)} inferences"
    yield f"{len(set(state.read))} read"
    yield f"{len(state.refusals)} of {state.proposed} refused"
    if state.stop:
        yield f"stop: {state.stop}"
