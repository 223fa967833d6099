"""Branches and differences for a reader: the tree of a trace's branches, and two traces side by side."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from agent.trace import Event, Payload, Trace
from evaluations.branches.difference import Difference, said
from evaluations.branches.kept import Branch, BranchFolder
from graphs.evidence import Evidence, EvidenceGraph, Node
from graphs.render import as_text

_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")  # what could end a line or steer a terminal


LEGEND = "- only left  + only right  ~ bears otherwise  * not in the other chain"

Labelled = tuple[str, str]
"""A label, and the text that hangs beside it."""


def tree(folder: BranchFolder, trace: Trace) -> RenderableType:
    """The trace and what was forked from it, each with its edit and what came of it."""
    root = Tree(Text.assemble((_line(trace.question.id), "bold"), f": {outcome(trace)}"))
    places = {"": root}
    for branch in folder.all():
        above = places.get(branch.parent, root)
        made = folder.trace(branch.name)
        end = outcome(made) if made else f"under way ({len(folder.events(branch.name))} events)"
        told = f" at {branch.k}: {_line(branch.told)}\n→ {end}"
        places[branch.name] = above.add(Text.assemble((branch.name, "bold cyan"), told))
    return root


def outcome(trace: Trace) -> str:
    """What a trace came to, in one line."""
    answer = trace.answer
    if answer is None or answer.value is None:
        return _line(f"no answer ({trace.status}: {trace.stop})")
    text = "" if answer.text == answer.value else f". {answer.text}"
    return _line(f"{answer.value}{text} ({trace.status}, {trace.stop})")


def side_by_side(found: Difference, names: tuple[str, str], told: tuple[str, str] = ("", "")) -> RenderableType:
    """The difference for a terminal of 80 columns; the traces are called `names`, and `told` what they are."""
    heading = Text.assemble((_line(found.left.question.id), "bold"), f"\n{_line(found.left.question.text)}\n")
    parts: list[RenderableType] = [heading, _texts(names, "bold"), _texts(told, "dim"), *_parted(found), *_graph(found)]
    parts += [Rule("chain"), _columns(_chain(found, 0), _chain(found, 1))]
    parts += [Rule("answer"), _texts((outcome(found.left), outcome(found.right)), "bold")]
    if found.scores:
        parts += [Rule("scores that differ"), _scores(found, names)]
    return Group(*parts, Text(LEGEND, "dim"))


def in_a_line(event: Event | None) -> str:
    """One event in words."""
    if event is None:
        return "(no more)"
    told = _TOLD[event.kind](event.payload) if event.kind in _TOLD else ""
    return _line(f"{event.k} {event.kind}{f': {told}' if told else ''}")


def _parted(found: Difference) -> Iterator[RenderableType]:
    if found.parted is None:
        yield Text("The research is the same.")
        return
    yield Rule("first divergence")
    yield _texts([in_a_line(event) for event in found.parted])
    yield _texts([f"{n} event{'' if n == 1 else 's'} from there on" for n in found.events], "dim")


def _graph(found: Difference) -> Iterator[RenderableType]:
    """What only one graph says, and what bears otherwise in the two."""
    if found.lost or found.added or found.weighed:
        yield Rule("graph")
        if found.lost or found.added:
            yield _columns([_node(n, "-", True) for n in found.lost], [_node(n, "+", True) for n in found.added])
        if found.weighed:
            mine = [_node(node, "~", True) for node, _ in found.weighed]
            yield _columns(mine, [_node(node, "~", True) for _, node in found.weighed])


def _chain(found: Difference, side: int) -> list[Labelled]:
    """The steps of one chain; * marks those that the other has not."""
    other = {said(node) for node in found.chains[1 - side]}
    return [_node(node, " " if said(node) in other else "*") for node in found.chains[side]] or [("", "(none)")]


def _node(node: Node, mark: str, weighed: bool = False) -> Labelled:
    if isinstance(node, Evidence):
        stances = _stances(node) if weighed else ""
        return f"{mark} {node.id} [{node.paragraph}]", f"{node.quote} {stances}".rstrip()
    text = as_text(EvidenceGraph(nodes=(node,))).strip().removeprefix("* ").removeprefix(node.id)
    return f"{mark} {node.id}", text.lstrip(": ")


def _stances(node: Evidence) -> str:
    return " ".join(f"{h} {stance:+.2f}" for h, stance in node.stance.items() if round(stance, 2))


def _scores(found: Difference, names: tuple[str, str]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("measure", overflow="fold")
    for name in names:
        table.add_column(_line(name), justify="right", overflow="fold", min_width=12)
    for metric, *values in found.scores:
        table.add_row(metric, *("—" if value is None else f"{value:.3f}" for value in values))
    return table


def _texts(texts: Sequence[str], style: str = "") -> RenderableType:
    return _columns([("", texts[0])], [("", texts[1])], style)


def _columns(left: Sequence[Labelled], right: Sequence[Labelled], style: str = "") -> Table:
    """Lines beside lines, each column half of the screen; a text hangs beside its label, wide characters too."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    for _ in range(2):
        table.add_column(ratio=1)
    table.add_row(_column(left, style), _column(right, style))
    return table


def _column(lines: Sequence[Labelled], style: str) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    if any(label for label, _ in lines):
        table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for line in lines:
        table.add_row(*(Text(_line(part), style) for part in line[-len(table.columns) :]))
    return table


def _line(text: str) -> str:
    return _BREAKS.sub(" ", text)


def _query(payload: Payload) -> str:
    query = payload["query"]
    return f"{query['id']} {query['kind']} ({query['intent']}) {query['text']}"


def _found(payload: Payload) -> str:
    return f"{payload['query']} found {', '.join(str(hit['paragraph']) for hit in payload['hits']) or 'nothing'}"


def _noted(payload: Payload) -> str:
    return as_text(EvidenceGraph.model_validate({"nodes": [payload["node"]]})).strip()


def _assessed(payload: Payload) -> str:
    return " ".join(f"{h} {belief:.2f}" for h, belief in payload["beliefs"].items())


def named(branch: Branch | None) -> tuple[str, str]:
    """How a branch, or the trace itself (None), is called above a column, and what it is."""
    return (branch.name, f"at {branch.k}: {branch.told}") if branch else ("as researched", "")


_TOLD: dict[str, Callable[[Payload], str]] = {
    "entered": lambda payload: f"{payload['node']}, round {payload['round']}",
    "noted": _noted,
    "queried": _query,
    "searched": _found,
    "read": lambda payload: f"{', '.join(map(str, payload['paragraphs']))}",
    "refused": lambda payload: f"{payload['move']} by {payload['guard']}",
    "called": lambda payload: f"the model, for {payload['node']}",
    "fell-back": lambda payload: str(payload["node"]),
    "assessed": _assessed,
    "verified": lambda payload: "sufficient" if payload["sufficient"] else "not yet",
    "stopped": lambda payload: str(payload["reason"]),
    "failed": lambda payload: str(payload["reason"]),
    "answered": lambda payload: str(payload["answer"]["value"]),
    "edited": lambda payload: str(payload["told"]),
    "dropped": lambda payload: str(payload["node"]),
    "retired": lambda payload: str(payload["hypothesis"]),
    "merged": lambda payload: f"{payload['drop']} into {payload['keep']}",
}
