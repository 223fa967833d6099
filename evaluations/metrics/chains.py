"""Chain validity: whether the answer and the inferences rest on evidence alone, and the shape of the chain.

No judge is needed. What a notebook guards is valid by construction: its measures are then `guaranteed`, no merit of the
researcher, and the refused rate stands for them. They are scores only for chains that were made elsewhere.
"""

from __future__ import annotations

from collections import Counter

from agent.state import State
from evaluations.case import Score
from evaluations.metrics.exhibit import NO_BOOK, Exhibit
from graphs.chain import chain
from graphs.check import grounded
from graphs.evidence import ANSWER, Absence, EvidenceGraph, parents_of

VALIDITY, VALID = "ChainValidity", "ChainValidity*"
DANGLING, UNSUPPORTED, ORPHANS = "dangling premises", "unsupported nodes", "orphans"
DEPTH, WIDTH = "depth", "width"
GUARANTEED, NOT_OWED = "guaranteed by the notebook", "a control owes no chain"


def measure(exhibit: Exhibit) -> list[Score]:
    """The validity of the chain, what is wrong with its premises, orphans, and its depth and width.

    Grounded is the least fixpoint of: evidence whose quote stands in its paragraph, a checked absence, and any node
    all of whose parents (at least one) are grounded. ChainValidity = grounded share of the inferences and the answer;
    ChainValidity* = 1 when the answer is grounded, and so all it rests on. dangling premises: parents that are no
    node; unsupported nodes: conclusions without any parent; orphans: inferences that nothing rests on. depth: edges
    on the longest way to the answer; width: the most nodes at one depth (both undefined where the chain is a circle).
    """
    return [*_validity(exhibit), *_premises(exhibit), _orphans(exhibit), *_shape(exhibit)]


def checked(state: State, absence: Absence) -> bool:
    """Whether an absence is earned: its queries, by words or meaning, were run, and their hits in its range read.

    A single query is enough only where it found nothing there.
    """
    runs = {query.id: query for query in state.queries if query.hits is not None}
    named = [runs[q] for q in absence.queries if q in runs and runs[q].kind not in ("neighbour", "range")]
    if not named or len(named) < len(absence.queries):
        return False
    hits = {h.paragraph for query in named for h in query.hits or () if absence.first <= h.paragraph <= absence.last}
    return hits <= set(state.read) and (not hits or len(named) > 1)


def sound(exhibit: Exhibit) -> set[str]:
    """The grounded nodes; without the book quotations are taken for what they are said to be."""
    graph = exhibit.state.graph
    unearned = {a.id for a in graph.absences if not checked(exhibit.state, a)}
    return grounded(graph, unearned.union(exhibit.misquoted or ()))


def guarantee(exhibit: Exhibit) -> str:
    """What a guarded chain is told to be instead of a score."""
    answer = exhibit.state.graph.answer
    return NOT_OWED if answer and not answer.parents else GUARANTEED


def levels(graph: EvidenceGraph) -> dict[str, int] | None:
    """The depth of the answer and of all it rests on, by id: 0 for what has no premise, else 1 + its deepest one's.

    None when some of them rest on each other; {} without an answer.
    """
    nodes = [*chain(graph), *([graph[ANSWER]] if graph.answer else ())]
    within, deep = {node.id for node in nodes}, dict[str, int]()
    for node in nodes:
        premises = [p for p in parents_of(node) if p in within]
        if any(p not in deep for p in premises):
            return None
        deep[node.id] = 1 + max((deep[p] for p in premises), default=-1)
    return deep


def _validity(exhibit: Exhibit) -> list[Score]:
    graph = exhibit.state.graph
    concluded = [node.id for node in (*graph.inferences, graph.answer) if node]
    if why := _undefined(exhibit, concluded):
        return [exhibit.score(name, None, why=why) for name in (VALIDITY, VALID)]
    held = sound(exhibit)
    without = [name for name in concluded if name not in held]
    read = f"{len(concluded) - len(without)} of {len(concluded)}"
    whole = float(ANSWER in held) if graph.answer else None
    return [
        exhibit.score(VALIDITY, 1 - len(without) / len(concluded), read, {"ungrounded": [*without]}),
        exhibit.score(VALID, whole, why="no answer" if whole is None else {"ungrounded": [*without]}),
    ]


def _undefined(exhibit: Exhibit, concluded: list[str]) -> str:
    """Why the validity is no score; '' when it is one."""
    if not concluded:
        return "no inference and no answer"
    if exhibit.guarded:
        return guarantee(exhibit)
    return NO_BOOK if exhibit.misquoted is None else ""


def _premises(exhibit: Exhibit) -> list[Score]:
    if exhibit.guarded:
        return [exhibit.score(name, None, why=guarantee(exhibit)) for name in (DANGLING, UNSUPPORTED)]
    graph = exhibit.state.graph
    known, concluded = {node.id for node in graph.nodes}, [n for n in (*graph.inferences, graph.answer) if n]
    dangling = [f"{node.id}: {parent}" for node in concluded for parent in parents_of(node) if parent not in known]
    bare = [node.id for node in concluded if not parents_of(node)]
    return [
        exhibit.score(DANGLING, float(len(dangling)), [*dangling]),
        exhibit.score(UNSUPPORTED, float(len(bare)), [*bare]),
    ]


def _orphans(exhibit: Exhibit) -> Score:
    graph = exhibit.state.graph
    used = {parent for node in graph.nodes for parent in parents_of(node)}
    orphans = [i.id for i in graph.inferences if i.id not in used]
    return exhibit.score(ORPHANS, float(len(orphans)), [*orphans])


def _shape(exhibit: Exhibit) -> list[Score]:
    deep = levels(exhibit.state.graph)
    if not deep:
        why = "no answer" if deep is not None else "nodes rest on each other"
        return [exhibit.score(name, None, why=why) for name in (DEPTH, WIDTH)]
    width = max(Counter(deep.values()).values())
    return [exhibit.score(DEPTH, float(deep[ANSWER])), exhibit.score(WIDTH, float(width))]
