"""Dropping a node: what rested on it alone goes too, and nothing mentions what is gone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.check import check
from graphs.drop import lost, without
from graphs.evidence import Absence, AnswerNode, Evidence, EvidenceGraph, Hypothesis, Inference, Node, parents_of
from tests.graphs.test_chain import graphs

H1 = Hypothesis(id="H1", text="the porter")
H2 = Hypothesis(id="H2", text="园丁")
E1 = Evidence(id="E1", quote="灯灭了", paragraph=3, stance={"H1": 1, "H2": -0.5})
E2 = Evidence(id="E2", quote="mud", paragraph=5)
A1 = Absence(id="A1", text="no dog", queries=("Q1",), first=1, last=9, stance={"H2": -1})


def drawn(node_id: str, *parents: str, hypothesis: str = "") -> Inference:
    return Inference(id=node_id, text="so", parents=parents, hypothesis=hypothesis, incompatible=bool(hypothesis))


def graph(*nodes: Node) -> EvidenceGraph:
    return EvidenceGraph(nodes=nodes)


def test_a_conclusion_with_no_other_premise_goes_and_one_with_another_stays() -> None:
    whole = graph(
        E1,
        E2,
        drawn("I1", "E1"),
        drawn("I2", "I1", "E2"),
        drawn("I3", "I1"),
        AnswerNode(value="A", parents=("I2", "I3")),
    )
    assert lost(whole, "E1") == ("E1", "I1", "I3")
    left = without(whole, "E1")
    assert [node.id for node in left.nodes] == ["E2", "I2", "answer"]
    assert [parents_of(node) for node in left.nodes] == [(), ("E2",), ("I2",)]


def test_the_answer_goes_when_all_it_rested_on_does() -> None:
    assert lost(graph(E1, AnswerNode(value="A", parents=("E1",))), "E1") == ("E1", "answer")


def test_without_a_hypothesis_no_stance_towards_it_is_left_and_nothing_is_concluded_about_it() -> None:
    left = without(graph(H1, H2, E1, A1, drawn("I1", "E1", hypothesis="H2")), "H2")
    assert left == graph(
        H1, E1.model_copy(update={"stance": {"H1": 1}}), A1.model_copy(update={"stance": {}}), drawn("I1", "E1")
    )


def test_an_answer_that_rested_on_nothing_before_stays() -> None:
    assert without(graph(E1, AnswerNode(value="A", parents=())), "E1") == graph(AnswerNode(value="A", parents=()))


def test_a_node_that_is_not_there_cannot_be_dropped() -> None:
    with pytest.raises(KeyError):
        without(graph(E1), "E9")


@given(graphs(circles=True), st.data())
def test_nothing_mentions_what_is_gone_and_what_stays_keeps_its_order(
    whole: EvidenceGraph, data: st.DataObject
) -> None:
    node = data.draw(st.sampled_from([n.id for n in whole.nodes]))
    gone, left = lost(whole, node), without(whole, node)
    assert [n.id for n in left.nodes] == [n.id for n in whole.nodes if n.id not in gone]
    assert not any(set(gone) & {*parents_of(n)} for n in left.nodes)
    assert all(parents_of(n) or not parents_of(whole[n.id]) for n in left.nodes)


@given(graphs(), st.data())
def test_a_sound_graph_stays_sound(whole: EvidenceGraph, data: st.DataObject) -> None:
    faults = {problem.fault for problem in check(whole)}
    node = data.draw(st.sampled_from([n.id for n in whole.nodes]))
    new = {problem.fault for problem in check(without(whole, node))} - faults
    assert new <= {"orphan"}
