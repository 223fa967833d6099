"""A graph is a record: nodes in the order they were added, edges that follow, JSON both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from graphs.evidence import (
    ANSWER,
    Absence,
    AnswerNode,
    Evidence,
    EvidenceGraph,
    Hypothesis,
    Inference,
    Node,
    parents_of,
)

H1 = Hypothesis(id="H1", text="Bede took the key.", label="A")
H2 = Hypothesis(id="H2", text="宝玉拿了钥匙。", label="B", retired="他不在家")
E1 = Evidence(id="E1", quote="The key hung on its nail.", paragraph=4, stance={"H1": -0.5, "H2": 0.0})
E2 = Evidence(id="E2", quote="钥匙不见了", paragraph=9, stance={"H1": 1}, relevance=0.25, note="it was gone")
A1 = Absence(id="A1", text="a second key", queries=("Q1", "Q2"), first=1, last=9, stance={"H2": -1})
I1 = Inference(id="I1", text="It was taken in between.", parents=("E1", "E2"))
ANSWERED = AnswerNode(value="A", parents=("I1", "A1"))
GRAPH = EvidenceGraph(nodes=(H1, H2, E1, E2, A1, I1, ANSWERED))

IDS = st.sampled_from(["H1", "H2", "E1", "E2", "I1", "I2", "answer", "没有", 'a"b'])
STANCES = st.dictionaries(IDS, st.floats(-1, 1), max_size=2)
PARENTS = st.lists(IDS, max_size=3).map(tuple)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
UNIT = st.floats(0, 1)
NODES: st.SearchStrategy[Node] = st.one_of(
    st.builds(Hypothesis, id=IDS, text=TEXTS, label=TEXTS, predicts=TEXTS, would_refute=TEXTS, retired=TEXTS),
    st.builds(Evidence, id=IDS, quote=TEXTS, paragraph=st.integers(), stance=STANCES, relevance=UNIT, note=TEXTS),
    st.builds(
        Absence,
        id=IDS,
        text=TEXTS,
        queries=PARENTS,
        first=st.integers(),
        last=st.integers(),
        stance=STANCES,
        relevance=UNIT,
    ),
    st.builds(Inference, id=IDS, text=TEXTS, parents=PARENTS, hypothesis=TEXTS, incompatible=st.booleans()),
    st.builds(AnswerNode, id=IDS, value=TEXTS, parents=PARENTS),
)


@given(st.lists(NODES, max_size=8))
def test_json_gives_back_the_same_graph(nodes: list[Node]) -> None:
    graph = EvidenceGraph(nodes=tuple(nodes))
    assert EvidenceGraph.from_json(graph.to_json()) == graph


def test_json_keeps_chinese_readable() -> None:
    assert "钥匙不见了" in GRAPH.to_json()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"nodes": [{"id": "E1"}]}',
        '{"nodes": [{"kind": "rumour", "id": "R1"}]}',
        '{"nodes": [{"kind": "evidence", "id": "E1", "quote": "q"}]}',
        '{"nodes": [{"kind": "evidence", "id": "E1", "quote": "q", "paragraph": 1, "relevance": 2}]}',
        '{"nodes": [{"kind": "evidence", "id": "E1", "quote": "q", "paragraph": 1, "stance": {"H1": NaN}}]}',
        '{"nodes": [{"kind": "evidence", "id": "E1", "quote": "q", "paragraph": 1, "stance": {"H1": -1.5}}]}',
        '{"nodes": [{"kind": "evidence", "id": "E1", "quote": "q", "paragraph": 1, "page": 3}]}',
        '{"nodes": [], "edges": []}',
    ],
)
def test_json_that_is_no_graph_is_a_validation_error(text: str) -> None:
    with pytest.raises(ValidationError):
        EvidenceGraph.from_json(text)


def test_nodes_are_looked_up_by_id() -> None:
    assert GRAPH["E1"] is E1
    assert "E1" in GRAPH
    assert "E9" not in GRAPH
    with pytest.raises(KeyError):
        GRAPH["E9"]


def test_kinds_are_told_apart_in_their_order() -> None:
    assert GRAPH.hypotheses == (H1, H2)
    assert GRAPH.evidence == (E1, E2)
    assert GRAPH.absences == (A1,)
    assert GRAPH.inferences == (I1,)
    assert GRAPH.answer is ANSWERED
    assert ANSWERED.id == ANSWER
    assert EvidenceGraph().answer is None


def test_a_node_is_added_at_the_end_and_the_graph_before_stays() -> None:
    before = EvidenceGraph(nodes=(H1, E1))
    assert before.with_node(E2).nodes == (H1, E1, E2)
    assert before.nodes == (H1, E1)


def test_a_node_with_a_known_id_takes_its_place() -> None:
    retired = H1.model_copy(update={"retired": "he was asleep"})
    assert EvidenceGraph(nodes=(H1, E1)).with_node(retired).nodes == (retired, E1)


def test_a_node_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        H1.text = "another"  # type: ignore[misc]


def test_edges_are_premises_and_stances() -> None:
    assert list(GRAPH.edges()) == [
        ("E1", "H1", "bears-on", -0.5),
        ("E1", "H2", "bears-on", 0.0),
        ("E2", "H1", "bears-on", 1.0),
        ("A1", "H2", "bears-on", -1.0),
        ("E1", "I1", "premise", 1.0),
        ("E2", "I1", "premise", 1.0),
        ("I1", "answer", "premise", 1.0),
        ("A1", "answer", "premise", 1.0),
    ]


def test_only_inferences_and_the_answer_rest_on_parents() -> None:
    assert [parents_of(node) for node in GRAPH.nodes] == [(), (), (), (), (), ("E1", "E2"), ("I1", "A1")]


def test_the_premises_are_the_reasoning_without_hypotheses() -> None:
    drawn = GRAPH.premises()
    assert set(drawn) == {"E1", "E2", "A1", "I1", "answer"}
    assert set(drawn.edges) == {("E1", "I1"), ("E2", "I1"), ("I1", "answer"), ("A1", "answer")}
