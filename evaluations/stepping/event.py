"""An event at length, as renderables that fit any width."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from agent.state import State
from agent.trace import Event, Payload
from evaluations.prose import Prose, hung, one_line, short
from evaluations.stepping.brief import brief
from evaluations.stepping.gold import Marks

STYLES = {
    "entered": "bold", "queried": "cyan", "searched": "cyan", "noted": "green", "refused": "red", "failed": "bold red",
    "assessed": "yellow", "verified": "yellow", "called": "magenta", "fell-back": "red", "answered": "bold",
    "stopped": "bold", "edited": "bold magenta", "dropped": "magenta",
}  # fmt: skip
"""The colour of each kind of event; what is not here has none."""

FIRST = 5
"""Hits that stand on the screen of their event, besides gold ones."""

Told = Iterator[RenderableType]


def headline(event: Event) -> RenderableType:
    """What happened, in full."""
    label = Text.assemble((str(event.k), "bold"), " ", (event.kind, STYLES.get(event.kind, "bold")))
    told = brief(event, None)
    return hung(label, Prose(told.partition(":")[0] if event.kind == "searched" else told))  # its hits stand below


def details(event: Event, state: State, marks: Marks) -> Told:
    """What the event brought; `state` is the one after it."""
    try:
        yield from (
            Padding(part, (0, 0, 0, 2)) for part in _MORE.get(event.kind, _nothing)(event.payload, state, marks)
        )
    except (KeyError, TypeError, AttributeError, ValueError):
        yield Padding(Text("(its payload is not as it should be)", "dim"), (0, 0, 0, 2))


def _nothing(p: Payload, state: State, marks: Marks) -> Told:
    yield from ()


def _opened(p: Payload, state: State, marks: Marks) -> Told:
    for label, text in p["question"].get("options", {}).items():
        right = label == marks.answer
        yield hung(Text(one_line(f"{label}."), "bold green" if right else ""), Prose(text, "green" if right else ""))
    if view := p.get("view"):
        cut = f", cut before [{view['cut']}]" if view.get("cut") else ""
        yield Prose(f"{view['title']}: {view['paragraphs']:,} paragraphs{cut}", "dim")
    if marks.steps:
        yield Text(f"gold paragraphs: {', '.join(f'[{n}]' for n in sorted(marks.steps))}", "green")


def _analyzed(p: Payload, state: State, marks: Marks) -> Told:
    for name in ("entities", "claims"):
        if p.get(name):
            yield hung(Text(name, "dim"), Prose("; ".join(p[name])))


def _noted(p: Payload, state: State, marks: Marks) -> Told:
    node = p["node"]
    if node["kind"] == "evidence" and node["paragraph"] in marks.steps:
        yield hung(Text("gold", "green"), Prose(marks.steps[node["paragraph"]], "green"))
    if "stance" in node:
        stance = ", ".join(f"{h} {value:+.2f}" for h, value in node["stance"].items()) or "none"
        yield Prose(f"stance {stance}; relevance {node['relevance']:.2f}", "dim")
    for name in ("note", "predicts", "would_refute"):
        if node.get(name):
            yield hung(Text(name.replace("_", " "), "dim"), Prose(node[name]))


def _searched(p: Payload, state: State, marks: Marks) -> Told:
    query = next((q for q in state.queries if q.id == p["query"]), None)
    if query:
        yield hung(Text(f"{query.kind} for", "dim"), short(query.text, "dim"))
    first = [
        (place, hit) for place, hit in enumerate(p["hits"], 1) if place <= FIRST or marks.among([hit["paragraph"]])
    ]
    yield hits(first, marks)
    if rest := len(p["hits"]) - len(first):
        yield Text(f"{rest} more: h prints them", "dim")


def hits(found: Sequence[tuple[int, Payload]], marks: Marks) -> RenderableType:
    """Hits with their places, a line each."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(justify="right", style="dim", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="ellipsis")
    for place, hit in found:
        table.add_row(str(place), marks.address(hit["paragraph"]), short(hit["sentence"]))
    return table if found else Text("nothing", "dim")


def _read(p: Payload, state: State, marks: Marks) -> Told:
    if gold := marks.among(p["paragraphs"]):
        yield Text(f"gold among them: {', '.join(f'[{n}]' for n in gold)}", "green")


def _refused(p: Payload, state: State, marks: Marks) -> Told:
    yield hung(Text("proposed", "dim"), Prose(" ".join(p["proposal"].split())[:600]))


def _called(p: Payload, state: State, marks: Marks) -> Told:
    usage = p["usage"]
    cost = "price unknown" if usage.get("cost") is None else f"${usage['cost']:.4f}"
    again = f"; {p['attempts']} attempts" if p.get("attempts", 1) > 1 else ""
    yield Text(f"{usage['seconds']:.1f} s, {cost}{again}. p prints the prompt, r the reply.", "dim")


def _answered(p: Payload, state: State, marks: Marks) -> Told:
    answer = p["answer"]
    if marks.answer:
        right = answer["value"] == marks.answer
        yield Prose(f"{'right' if right else f'wrong: gold is {marks.answer}'}", "bold green" if right else "bold red")
    if answer["text"] != answer["value"]:
        yield Prose(answer["text"], "bold")
    for number, step in enumerate(answer["steps"], 1):
        rests = f" (from {', '.join(map(str, step['rests_on']))})" if step["rests_on"] else ""
        where = Text(" ").join([Text(f"{number}."), *(marks.address(n) for n in step["paragraphs"])])
        yield hung(where, Prose(f"{step['text']}{rests}"))


_MORE: dict[str, Callable[[Payload, State, Marks], Told]] = {
    "opened": _opened,
    "analyzed": _analyzed,
    "noted": _noted,
    "searched": _searched,
    "read": _read,
    "refused": _refused,
    "called": _called,
    "answered": _answered,
}
