"""A graph as text for a terminal and as Mermaid for a page."""

from __future__ import annotations

import re

from graphs.chain import chain
from graphs.evidence import Absence, Evidence, EvidenceGraph, Hypothesis, Inference, Node, parents_of

_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")  # what could end a line or steer a terminal


def as_text(graph: EvidenceGraph) -> str:
    """One line a node: hypotheses, then the rest in the order it was added; * marks what the answer rests on."""
    used = {node.id for node in chain(graph)}
    lines = [_line(h) for h in graph.hypotheses]
    lines += [f"{'*' if n.id in used else ' '} {_line(n)}" for n in graph.nodes if not isinstance(n, Hypothesis)]
    return "\n".join(_BREAKS.sub(" ", line) for line in lines)


def as_mermaid(graph: EvidenceGraph) -> str:
    """A Mermaid flowchart; all text is escaped, so that a book's words cannot draw or link anything."""
    lines = ["flowchart TD"]
    lines += [f'    {_safe(n.id)}["{_escaped(_line(n))}"]' for n in graph.nodes]
    for source, target, relation, weight in graph.edges():
        if relation == "premise":
            lines.append(f"    {_safe(source)} --> {_safe(target)}")
        elif weight:
            lines.append(f'    {_safe(source)} -. "{weight:+.2f}" .-> {_safe(target)}')
    return "\n".join(lines)


def _line(node: Node) -> str:
    if isinstance(node, Hypothesis):
        retired = f" (retired: {node.retired})" if node.retired else ""
        return f"{node.id} {f'{node.label}: ' if node.label else ''}{node.text}{retired}"
    if isinstance(node, Evidence):
        return f"{node.id} [{node.paragraph}] {node.quote} {_stances(node)}".rstrip()
    if isinstance(node, Absence):
        return f"{node.id} not found in [{node.first}–{node.last}]: {node.text} {_stances(node)}".rstrip()
    rests = ", ".join(parents_of(node)) or "nothing"
    if isinstance(node, Inference):
        return f"{node.id} {node.text} (from {rests})"
    return f"{node.id}: {node.value} (from {rests})"


def _stances(node: Evidence | Absence) -> str:
    shown = ", ".join(f"{h} {stance:+.2f}" for h, stance in node.stance.items() if round(stance, 2))
    return f"({shown})" if shown else ""


def _safe(node_id: str) -> str:
    return "n_" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in node_id)


def _escaped(text: str) -> str:
    """Everything but letters, digits, spaces and plain stops as Mermaid character codes."""
    return "".join(c if c.isalnum() or c in " .,:+-()" else f"#{ord(c)};" for c in text)
