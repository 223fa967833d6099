"""The cited steps of an answer: its chain in the graph, told in order."""

from __future__ import annotations

from collections.abc import Sequence

from agent.question import Step
from graphs.chain import chain, cited_paragraphs
from graphs.evidence import AnswerNode, Evidence, EvidenceGraph, Inference, parents_of


def steps_of(graph: EvidenceGraph, parents: Sequence[str]) -> list[Step]:
    """The cited steps below an answer that rests on `parents`: its chain, told in order."""
    nodes = chain(graph.with_node(AnswerNode(value="", parents=tuple(parents))))
    place = {node.id: number for number, node in enumerate(nodes, 1)}
    steps = []
    for node in nodes:
        text = node.quote if isinstance(node, Evidence) else node.text
        rests = tuple(place[p] for p in parents_of(node) if p in place)
        sources = [graph[p] for p in parents_of(node) if p in graph] if isinstance(node, Inference) else [node]
        paragraphs = cited_paragraphs(one for one in sources if isinstance(one, Evidence))
        steps.append(Step(kind=node.kind, text=text, node=node.id, paragraphs=paragraphs, rests_on=rests))
    return steps
