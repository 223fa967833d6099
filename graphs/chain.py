"""The chain: what the answer rests on, premises before conclusions."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx

from graphs.evidence import ANSWER, Absence, Evidence, EvidenceGraph, Inference, parents_of

ChainNode = Evidence | Absence | Inference


def chain(graph: EvidenceGraph, conclusion: str = ANSWER) -> list[ChainNode]:
    """The ancestors of `conclusion` in the order of the argument: depth first, each premise before what rests on it.

    Premises are taken in the order in which their conclusion names them, so that a conclusion stands
    right behind what it was drawn from. [] when the conclusion is not in the graph. Ids that name no
    node are passed over; a circle (which only an imported graph can have) is entered once.
    """
    known = {node.id: node for node in graph.nodes}
    if conclusion not in known:
        return []
    # built from the conclusions down, since networkx then keeps the order in which each names its premises
    argument: nx.DiGraph[str] = nx.DiGraph((n.id, parent) for n in graph.nodes for parent in parents_of(n))
    argument.add_node(conclusion)
    order = nx.dfs_postorder_nodes(argument, conclusion)
    nodes = [known[i] for i in order if i in known and i != conclusion]
    return [node for node in nodes if isinstance(node, Evidence | Absence | Inference)]


def cited_paragraphs(steps: Iterable[ChainNode]) -> tuple[int, ...]:
    """The distinct paragraph numbers quoted in a chain, rising."""
    return tuple(sorted({node.paragraph for node in steps if isinstance(node, Evidence)}))
