"""Dropping: a graph without one of its nodes, and without what rested on that node alone."""

from __future__ import annotations

from graphs.evidence import Absence, Evidence, EvidenceGraph, Inference, Node, parents_of


def lost(graph: EvidenceGraph, node_id: str) -> tuple[str, ...]:
    """The ids that go with `node_id`, itself first: conclusions all of whose premises go. KeyError when unknown.

    A node that never had a premise rests on nothing, and stays.
    """
    gone = {graph[node_id].id: None}
    while more := [n.id for n in graph.nodes if n.id not in gone and parents_of(n) and gone.keys() >= {*parents_of(n)}]:
        gone |= dict.fromkeys(more)
    return tuple(gone)


def without(graph: EvidenceGraph, node_id: str) -> EvidenceGraph:
    """The graph without `node_id` and whatever is `lost` with it, and without any mention of them.

    What rests on other premises too keeps those. Without a hypothesis no stance towards it is left, and what was
    concluded about it speaks of none. KeyError when there is no such node.
    """
    gone = frozenset(lost(graph, node_id))
    return EvidenceGraph(nodes=tuple(_without(node, gone) for node in graph.nodes if node.id not in gone))


def _without(node: Node, gone: frozenset[str]) -> Node:
    change: dict[str, object] = {}
    if isinstance(node, Evidence | Absence) and gone & node.stance.keys():
        change["stance"] = {h: value for h, value in node.stance.items() if h not in gone}
    if gone & {*parents_of(node)}:
        change["parents"] = tuple(parent for parent in parents_of(node) if parent not in gone)
    if isinstance(node, Inference) and node.hypothesis in gone:
        change |= {"hypothesis": "", "incompatible": False}
    return node.model_copy(update=change) if change else node
