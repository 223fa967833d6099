"""What is wrong with a graph: dangling, circular, ungrounded, orphaned nodes, and quotes not in the book."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

import networkx as nx

from graphs.evidence import Absence, AnswerNode, Evidence, EvidenceGraph, Inference, Node, parents_of
from tools.book import Book
from tools.quotes import find_quote

Fault = Literal["dangling", "circular", "ungrounded", "orphan", "misquoted", "unread"]


@dataclass(frozen=True)
class Problem:
    """One fault of one node, in words."""

    fault: Fault
    node: str
    text: str


def check(graph: EvidenceGraph, view: Book | None = None, read: Collection[int] | None = None) -> list[Problem]:
    """The graph's faults, in the order of its nodes within each kind.

    With `view`, quotes are looked up in it; with `read`, quoted paragraphs must have been read.
    """
    problems = [*_dangling(graph), *_circular(graph)]
    misquoted = [] if view is None else _misquoted(graph, view)
    problems += misquoted
    if read is not None:
        problems += [
            Problem("unread", e.id, f"{e.id} quotes [{e.paragraph}], which was never read")
            for e in graph.evidence
            if e.paragraph not in read
        ]
    sound = grounded(graph, {p.node for p in misquoted})
    for node in graph.nodes:
        if isinstance(node, Inference | AnswerNode) and node.id not in sound:
            problems.append(Problem("ungrounded", node.id, f"{node.id} does not rest on evidence alone"))
    return [*problems, *_orphans(graph)]


def grounded(graph: EvidenceGraph, unsound: Collection[str] = ()) -> set[str]:
    """The least fixpoint: evidence and absences not in `unsound`, and nodes all of whose (≥ 1) parents are in it."""
    held = {n.id for n in graph.nodes if isinstance(n, Evidence | Absence)} - set(unsound)
    waiting = {n.id: parents_of(n) for n in graph.nodes if parents_of(n)}
    while ready := {i for i, parents in waiting.items() if held.issuperset(parents)}:
        held |= ready
        waiting = {i: parents for i, parents in waiting.items() if i not in ready}
    return held


def _dangling(graph: EvidenceGraph) -> list[Problem]:
    return [
        Problem("dangling", node.id, f"{node.id} names {name}, which is not in the graph")
        for node in graph.nodes
        for name in dict.fromkeys(_named(node))
        if name not in graph
    ]


def _named(node: Node) -> Iterator[str]:
    """The ids a node mentions."""
    yield from parents_of(node)
    if isinstance(node, Evidence | Absence):
        yield from node.stance
    if isinstance(node, Inference) and node.hypothesis:
        yield node.hypothesis


def _circular(graph: EvidenceGraph) -> list[Problem]:
    drawn = graph.premises()
    circles = [c for c in nx.strongly_connected_components(drawn) if len(c) > 1]
    circles += [{node} for node in nx.nodes_with_selfloops(drawn)]
    return [
        Problem("circular", min(circle), f"{', '.join(sorted(circle))} rest on each other")
        for circle in sorted(circles, key=min)
    ]


def _misquoted(graph: EvidenceGraph, view: Book) -> list[Problem]:
    wrong = [e for e in graph.evidence if e.paragraph not in view or find_quote(e.quote, view[e.paragraph]) is None]
    told = {e.id: f"the words of {e.id} do not stand" if e.quote else f"{e.id} quotes nothing" for e in wrong}
    return [Problem("misquoted", e.id, f"{told[e.id]} in [{e.paragraph}]") for e in wrong]


def _orphans(graph: EvidenceGraph) -> list[Problem]:
    """Inferences that lead nowhere; unused evidence is no fault (a detective keeps notes)."""
    used = {parent for node in graph.nodes for parent in parents_of(node)}
    return [Problem("orphan", i.id, f"{i.id} leads to nothing") for i in graph.inferences if i.id not in used]
