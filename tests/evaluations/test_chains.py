"""Chain validity and the chain's shape, with numbers worked by hand and against networkx."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent import fold
from agent.question import Player
from evaluations.case import Score
from evaluations.metrics import chains
from evaluations.metrics.exhibit import Exhibit
from graphs.check import grounded
from graphs.evidence import AnswerNode, Evidence, EvidenceGraph, Inference, Node
from tests.evaluations.traces import (
    IMPORTED,
    MODEL,
    a_case,
    absent,
    answered,
    failed,
    inferred,
    queried,
    quoted,
    read,
)
from tools.book import Book, book_of

VIEW = book_of([*["nothing"] * 4, "There lay a bead of bright metal.", "a bead of bright metal", "铁末"], "B")
"""What tests quote stands in [5] and [6]."""
CONTROL = Player(name="question-only", kind="control")

Told = tuple[str, Mapping[str, Any]]


def measured(
    *before: Told, parents: Sequence[str] = (), player: Player = IMPORTED, view: Book | None = VIEW
) -> dict[str, Score]:
    trace = answered(a_case(), "D", before=before, parents=parents, player=player)
    return {score.metric: score for score in chains.measure(Exhibit(a_case(), trace, view))}


def test_chain_validity_is_the_grounded_share_of_the_inferences_and_the_answer() -> None:
    # E1 stands in [5], E2 does not stand in [1]: I1 is grounded; I2 and the answer, which rests on both, are not
    found = measured(quoted("E1", 5), quoted("E2", 1), inferred("I1", "E1"), inferred("I2", "E2", "I1"), parents=["I2"])
    assert found[chains.VALIDITY].value == pytest.approx(1 / 3)
    assert found[chains.VALIDITY].read == "1 of 3"
    assert found[chains.VALIDITY].why == {"ungrounded": ["I2", "answer"]}
    assert found[chains.VALID].value == 0.0


def test_the_whole_chain_is_valid_when_the_answer_rests_on_evidence_alone_whatever_else_was_noted() -> None:
    found = measured(quoted("E1", 5), quoted("E2", 1), inferred("I1", "E2"), parents=["E1"])
    assert (found[chains.VALIDITY].value, found[chains.VALID].value) == (1 / 2, 1.0)


def test_all_wrong_is_zero_and_one_good_quotation_is_one() -> None:
    wrong = measured(inferred("I1"), inferred("I2", "I1"), parents=["I2", "gone"])
    assert (wrong[chains.VALIDITY].value, wrong[chains.VALID].value) == (0.0, 0.0)
    right = measured(quoted("E1", 6), parents=["E1"])
    assert (right[chains.VALIDITY].value, right[chains.VALID].value) == (1.0, 1.0)


def test_an_answer_that_rests_on_nothing_is_not_grounded() -> None:
    found = measured(quoted("E1", 5))
    assert (found[chains.VALID].value, found[chains.UNSUPPORTED].read) == (0.0, ["answer"])


@pytest.mark.parametrize(
    ("queries", "seen", "earned"),
    [
        ([], [], False),  # no query is named
        (["Q1"], [], True),  # it found nothing
        (["Q2"], [3], False),  # it found something: one query is not enough
        (["Q1", "Q2"], [3], True),
        (["Q1", "Q2"], [], False),  # the hit in [3] was not read
        (["Q1", "Q9"], [3], False),  # Q9 was never asked
        (["Q1", "Q3"], [3], False),  # Q3 was never run
    ],
)
def test_an_absence_grounds_what_rests_on_it_when_it_was_earned(
    queries: list[str], seen: list[int], earned: bool
) -> None:
    asked = [*queried("Q1", []), *queried("Q2", [3, 20]), *queried("Q3")]
    found = measured(*asked, read(*seen), absent("A1", *queries), parents=["A1"])
    assert found[chains.VALID].value == float(earned)


def test_a_neighbour_query_shows_no_absence() -> None:
    asked = {"id": "Q1", "round": 1, "kind": "neighbour", "text": "4", "intent": "verify"}
    ran = ("searched", {"query": "Q1", "hits": []})
    found = measured(("queried", {"query": asked}), ran, absent("A1", "Q1"), parents=["A1"])
    assert found[chains.VALID].value == 0.0


def test_validity_is_undefined_without_the_book_or_without_any_conclusion() -> None:
    assert measured(quoted("E1", 5), parents=["E1"], view=None)[chains.VALIDITY].why == "book not found"
    bare = chains.measure(Exhibit(a_case(), failed(a_case(), quoted("E1", 5)), VIEW))
    whys = {score.metric: score.why for score in bare if score.value is None}
    assert whys == {
        chains.VALIDITY: "no inference and no answer",
        chains.VALID: "no inference and no answer",
        chains.DEPTH: "no answer",
        chains.WIDTH: "no answer",
    }


def test_without_an_answer_the_inferences_are_judged_alone() -> None:
    trace = answered(a_case(), None, before=[quoted("E1", 5), inferred("I1", "E1"), inferred("I2")], player=IMPORTED)
    found = {score.metric: score for score in chains.measure(Exhibit(a_case(), trace, VIEW))}
    assert (found[chains.VALIDITY].value, found[chains.VALID].value) == (1 / 2, None)
    assert (found[chains.VALID].why, found[chains.DEPTH].why) == ("no answer", "no answer")


def test_dangling_premises_unsupported_nodes_and_orphans_are_counted_and_named() -> None:
    before = [quoted("E1", 5), inferred("I1", "E1", "E8", "E9"), inferred("I2"), inferred("I3", "E1")]
    found = measured(*before, parents=["I1", "I1", "E9"])
    assert (found[chains.DANGLING].value, found[chains.DANGLING].read) == (3.0, ["I1: E8", "I1: E9", "answer: E9"])
    assert (found[chains.UNSUPPORTED].value, found[chains.UNSUPPORTED].read) == (1.0, ["I2"])
    assert (found[chains.ORPHANS].value, found[chains.ORPHANS].read) == (2.0, ["I2", "I3"])


def test_what_a_notebook_guards_is_guaranteed_and_no_score() -> None:
    before = [read(5), quoted("E1", 5), inferred("I1", "E1")]
    for view in (VIEW, None):
        found = measured(*before, parents=["I1"], player=MODEL, view=view)
        for name in (chains.VALIDITY, chains.VALID, chains.DANGLING, chains.UNSUPPORTED):
            assert (found[name].value, found[name].why) == (None, "guaranteed by the notebook")
        assert (found[chains.ORPHANS].value, found[chains.DEPTH].value, found[chains.WIDTH].value) == (0.0, 2.0, 1.0)


@pytest.mark.parametrize(
    "before",
    [
        [quoted("E1", 5), inferred("I1", "E1")],  # [5] was never read
        [read(5), quoted("E1", 5), inferred("I1", "E1", "E7")],
        [read(5), quoted("E1", 5), inferred("I1", "E1"), inferred("I2")],
        [("imported", {}), read(5), quoted("E1", 5), inferred("I1", "E1")],
    ],
)
def test_a_guarantee_that_does_not_hold_is_none(before: list[Told], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fold._CHANGES, "imported", lambda state, payload: None)
    found = measured(*before, parents=["I1"], player=MODEL)
    assert found[chains.VALIDITY].value is not None


def test_a_control_owes_no_chain() -> None:
    found = measured(player=CONTROL)
    assert {found[name].why for name in (chains.VALIDITY, chains.VALID, chains.DANGLING)} == {"a control owes no chain"}
    assert measured(player=MODEL)[chains.VALIDITY].value == 0.0


@pytest.mark.parametrize(
    ("parents", "depth", "width"),
    [
        ([], 0, 1),  # the answer alone
        (["E1"], 1, 1),
        (["E1", "E2", "E3"], 1, 3),
        (["I1"], 2, 2),  # E1 E2 | I1 | answer
        (["I1", "E3"], 2, 3),  # E1 E2 E3 | I1 | answer
        (["I2"], 3, 3),  # E1 E2 E3 | I1 | I2 | answer
        (["I2", "I3"], 3, 3),  # E1 E2 E3 | I1 I3 | I2 | answer
        (["I2", "E1", "gone"], 3, 3),
    ],
)
def test_depth_and_width_of_what_the_answer_rests_on(parents: list[str], depth: int, width: int) -> None:
    nodes = [*(quoted(f"E{n}", 5) for n in range(1, 5)), inferred("I1", "E1", "E2"), inferred("I2", "I1", "E3")]
    found = measured(*nodes, inferred("I3", "E3"), inferred("I4", "I2"), parents=parents)
    assert (found[chains.DEPTH].value, found[chains.WIDTH].value) == (depth, width)


def test_a_circle_has_no_depth_and_is_not_grounded() -> None:
    found = measured(quoted("E1", 5), inferred("I1", "I2", "E1"), inferred("I2", "I1"), parents=["I1"])
    assert (found[chains.DEPTH].value, found[chains.DEPTH].why) == (None, "nodes rest on each other")
    assert (found[chains.VALIDITY].value, found[chains.WIDTH].value) == (0.0, None)


NAMES = [f"N{n}" for n in range(9)]


@st.composite
def graphs(draw: st.DrawFn) -> EvidenceGraph:
    """Any reasoning: evidence, inferences with circles, missing or no parents, and an answer."""
    parents = st.lists(st.sampled_from([*NAMES, "answer"]), max_size=3)
    nodes: list[Node] = []
    for name in NAMES[: draw(st.integers(0, 9))]:
        if draw(st.booleans()):
            nodes.append(Evidence(id=name, quote="灯", paragraph=1))
        else:
            nodes.append(Inference(id=name, text="so", parents=tuple(draw(parents))))
    return EvidenceGraph(nodes=(*nodes, AnswerNode(value="A", parents=tuple(draw(parents)))))


def rests(graph: EvidenceGraph, name: str, unsound: set[str]) -> bool:
    """Grounded by its definition on a drawn graph: no circle below, and every source is sound evidence."""
    drawn = graph.premises()
    below = nx.ancestors(drawn, name) | {name}
    sources = [node for node in below if not drawn.in_degree(node)]
    evidence = {e.id for e in graph.evidence} - unsound
    return nx.is_directed_acyclic_graph(drawn.subgraph(below)) and evidence.issuperset(sources)


@settings(deadline=None)
@given(graphs(), st.sets(st.sampled_from(NAMES)))
def test_the_fixpoint_is_what_networkx_says_rests_on_sound_evidence_alone(
    graph: EvidenceGraph, unsound: set[str]
) -> None:
    held = grounded(graph, unsound)
    assert held == {node.id for node in graph.nodes if rests(graph, node.id, unsound)}
    for name in held:  # so that a grounded answer has no ungrounded ancestor
        assert nx.ancestors(graph.premises(), name) <= held


@settings(deadline=None)
@given(graphs())
def test_depth_is_the_longest_way_that_networkx_finds(graph: EvidenceGraph) -> None:
    deep, drawn = chains.levels(graph), graph.premises()
    below = drawn.subgraph({n for n in nx.ancestors(drawn, "answer") | {"answer"} if n in graph})
    if not nx.is_directed_acyclic_graph(below):
        assert deep is None
        return
    assert deep is not None
    assert set(deep) == set(below)
    assert deep["answer"] == nx.dag_longest_path_length(below)
    assert all(deep[a] < deep[b] for a, b in below.edges)
