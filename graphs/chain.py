"""The chain: what the answer rests on, premises before conclusions."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx

from graphs.evidence import ANSWER, Absence, Evidence, EvidenceGraph, Inference

ChainNode = Evidence | Absence | Inference


def chain(graph: EvidenceGraph, conclusion: str = ANSWER) -> list[ChainNode]:
    """The ancestors of `conclusion` in topological order, nodes added earlier first where order is free.

    [] when the conclusion is not in the graph. Ids that name no node are passed over, and a graph
    with a circle (which only an imported one can have) is read in the order its nodes were added.
    """
    drawn = graph.premises()
    if conclusion not in drawn:
        return []
    ancestors = nx.ancestors(drawn, conclusion)
    added = {node.id: place for place, node in enumerate(graph.nodes)}
    known = drawn.subgraph(ancestors & added.keys())
    order: Iterable[str] = sorted(known, key=added.__getitem__)
    if nx.is_directed_acyclic_graph(known):
        order = nx.lexicographical_topological_sort(known, key=added.__getitem__)
    return [node for i in order if isinstance(node := graph[i], Evidence | Absence | Inference)]


def cited_paragraphs(steps: Iterable[ChainNode]) -> tuple[int, ...]:
    """The distinct paragraph numbers quoted in a chain, rising."""
    return tuple(sorted({node.paragraph for node in steps if isinstance(node, Evidence)}))
