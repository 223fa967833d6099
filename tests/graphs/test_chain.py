"""The chain is what the answer rests on, premises before conclusions, in the order of the argument."""

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from graphs.chain import ChainNode, chain, cited_paragraphs
from graphs.evidence import Absence, AnswerNode, Evidence, EvidenceGraph, Hypothesis, Inference, Node, parents_of


def seen(node_id: str, paragraph: int = 1) -> Evidence:
    return Evidence(id=node_id, quote="灯灭了", paragraph=paragraph)


def drawn(node_id: str, *parents: str) -> Inference:
    return Inference(id=node_id, text="so", parents=parents)


def answered(*parents: str) -> AnswerNode:
    return AnswerNode(value="A", parents=parents)


def order(*nodes: Node) -> list[str]:
    return [node.id for node in chain(EvidenceGraph(nodes=nodes))]


@st.composite
def graphs(draw: st.DrawFn, circles: bool = False) -> EvidenceGraph:
    """Nodes in any order, parents anywhere (also nowhere); without `circles` parents have a lower number."""
    count = draw(st.integers(1, 9))
    nodes: list[Node] = [answered(*draw(st.lists(st.sampled_from([f"N{i}" for i in range(count)]), max_size=3)))]
    for i in range(count):
        among = [f"N{j}" for j in range(count + 1 if circles else i)]
        parents = draw(st.lists(st.sampled_from(among), max_size=3)) if among else []
        nodes.append(drawn(f"N{i}", *parents) if parents else seen(f"N{i}", i))
    return EvidenceGraph(nodes=tuple(draw(st.permutations(nodes))))


def test_premises_come_before_what_rests_on_them() -> None:
    assert order(answered("I2"), drawn("I2", "I1", "E2"), drawn("I1", "E1"), seen("E2"), seen("E1")) == [
        "E1",
        "I1",
        "E2",
        "I2",
    ]


def test_premises_come_in_the_order_in_which_their_conclusion_names_them() -> None:
    assert order(seen("E2"), drawn("I1", "E2"), seen("E1"), answered("I1", "E1")) == ["E2", "I1", "E1"]
    assert order(seen("E10"), seen("E9"), answered("E9", "E10")) == ["E9", "E10"]


def test_a_conclusion_stands_right_behind_what_it_was_drawn_from() -> None:
    nodes = (seen("E1"), seen("E2"), drawn("I1", "E1"), drawn("I2", "E2"), answered("I1", "I2"))
    assert order(*nodes) == ["E1", "I1", "E2", "I2"]


def test_what_the_answer_does_not_rest_on_is_left_out() -> None:
    nothing = Absence(id="A1", text="a key", queries=("Q1",), first=1, last=9)
    assert order(
        Hypothesis(id="H1", text="h"), seen("E1"), seen("E2"), nothing, drawn("I1", "E2"), answered("E1", "A1")
    ) == [
        "E1",
        "A1",
    ]


def test_a_shared_premise_stands_once() -> None:
    assert order(seen("E1"), drawn("I1", "E1", "E1"), drawn("I2", "E1"), answered("I1", "I2")) == ["E1", "I1", "I2"]


def test_without_an_answer_there_is_no_chain() -> None:
    assert order(seen("E1"), drawn("I1", "E1")) == order() == []


def test_the_chain_of_another_conclusion_can_be_asked_for() -> None:
    graph = EvidenceGraph(nodes=(seen("E1"), seen("E2"), drawn("I1", "E1"), answered("I1", "E2")))
    assert [node.id for node in chain(graph, "I1")] == ["E1"]
    assert chain(graph, "E1") == chain(graph, "nobody") == []


def test_ids_that_name_no_node_are_passed_over() -> None:
    assert order(seen("E1"), drawn("I1", "E1", "E9"), answered("I1", "I9")) == ["E1", "I1"]


def test_a_hypothesis_as_a_premise_is_no_step() -> None:
    assert order(Hypothesis(id="H1", text="h"), seen("E1"), drawn("I1", "H1", "E1"), answered("I1")) == ["E1", "I1"]


def test_a_circle_is_entered_once() -> None:
    assert order(drawn("I2", "I1"), seen("E1"), drawn("I1", "I2", "E1"), answered("I2")) == ["E1", "I1", "I2"]
    assert order(drawn("I1", "I1"), answered("I1")) == ["I1"]
    assert order(drawn("I1", "answer"), answered("I1")) == ["I1"]
    assert order(answered("answer")) == []


def test_the_paragraphs_cited_are_distinct_and_rising() -> None:
    steps: list[ChainNode] = [seen("E1", 9), drawn("I1", "E1"), seen("E2", 4), seen("E3", 9)]
    assert cited_paragraphs(steps) == (4, 9)
    assert cited_paragraphs([]) == ()


@given(graphs())
def test_every_premise_of_a_step_stands_before_it(graph: EvidenceGraph) -> None:
    steps = [node.id for node in chain(graph)]
    assert len(set(steps)) == len(steps)
    assert all(steps.index(parent) < steps.index(i) for i in steps for parent in parents_of(graph[i]))


@given(graphs())
def test_each_step_follows_the_whole_argument_for_its_premises(graph: EvidenceGraph) -> None:
    expected: list[str] = []

    def argue(node_id: str) -> None:
        for parent in parents_of(graph[node_id]):
            if parent in graph and parent not in expected:
                argue(parent)
                expected.append(parent)

    argue("answer")
    assert [node.id for node in chain(graph)] == expected


@given(graphs(circles=True))
def test_any_graph_has_the_ancestors_of_its_answer_as_chain(graph: EvidenceGraph) -> None:
    ancestors = nx.ancestors(graph.premises(), "answer")
    assert {node.id for node in chain(graph)} == {i for i in ancestors if i in graph}
