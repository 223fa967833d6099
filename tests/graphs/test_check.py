"""Every fault of a graph is found, and none in a sound one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.check import Fault, check, grounded
from graphs.evidence import Absence, AnswerNode, Evidence, EvidenceGraph, Hypothesis, Inference, Node, parents_of
from tools.book import Book, Paragraph

BOOK = Book(
    "B", (Paragraph(4, "The key hung on its nail."), Paragraph(9, "早晨钥匙不见了。"), Paragraph(12, "Bede slept."))
)
H1 = Hypothesis(id="H1", text="Bede took it.")
E1 = Evidence(id="E1", quote="The key hung", paragraph=4, stance={"H1": -0.5})
E2 = Evidence(id="E2", quote="钥匙不见了", paragraph=9, stance={"H1": 1})
A1 = Absence(id="A1", text="a second key", queries=("Q1",), first=1, last=9, stance={"H1": 1})
I1 = Inference(id="I1", text="It was taken in between.", parents=("E1", "E2"), hypothesis="H1")
I2 = Inference(id="I2", text="There was but one.", parents=("I1", "A1"))
SOUND = EvidenceGraph(nodes=(H1, E1, E2, A1, I1, I2, AnswerNode(value="A", parents=("I2", "E2"))))

NAMES = [f"N{i}" for i in range(8)]


def graph_of(*nodes: Node) -> EvidenceGraph:
    return EvidenceGraph(nodes=nodes)


def drawn(node_id: str, *parents: str) -> Inference:
    return Inference(id=node_id, text="so", parents=parents)


def faults(graph: EvidenceGraph, view: Book | None = None, read: set[int] | None = None) -> list[tuple[Fault, str]]:
    return [(problem.fault, problem.node) for problem in check(graph, view, read)]


@st.composite
def graphs(draw: st.DrawFn) -> EvidenceGraph:
    """Any graph at all: circles, parents that are not there, inferences from nothing, hypotheses as parents."""
    parents = st.lists(st.sampled_from([*NAMES, "answer"]), max_size=3)
    nodes: list[Node] = []
    for name in NAMES[: draw(st.integers(0, 8))]:
        kind = draw(st.sampled_from(["evidence", "absence", "hypothesis", "inference", "inference", "inference"]))
        found: dict[str, Node] = {
            "evidence": Evidence(id=name, quote="灯", paragraph=1, stance={draw(st.sampled_from(NAMES)): 1}),
            "absence": Absence(id=name, text="t", queries=(), first=1, last=2),
            "hypothesis": Hypothesis(id=name, text="h"),
        }
        nodes.append(found.get(kind) or drawn(name, *draw(parents)))
    if draw(st.booleans()):
        nodes.append(AnswerNode(value="A", parents=tuple(draw(parents))))
    return EvidenceGraph(nodes=tuple(nodes))


def naive(graph: EvidenceGraph, unsound: set[str]) -> set[str]:
    """The least fixpoint as it is defined: nothing to begin with, one node at a time until none can be added."""
    held: set[str] = set()
    for _ in range(len(graph.nodes) + 1):
        for node in graph.nodes:
            if isinstance(node, Evidence | Absence):
                if node.id not in unsound:
                    held.add(node.id)
            elif parents_of(node) and all(parent in held for parent in parents_of(node)):
                held.add(node.id)
    return held


def test_a_sound_graph_has_no_fault() -> None:
    assert check(SOUND) == check(SOUND, BOOK, {4, 9}) == []
    assert check(EvidenceGraph(), BOOK, set()) == []


def test_unused_evidence_and_hypotheses_are_no_fault() -> None:
    assert check(graph_of(H1, E1, E2, A1), BOOK, {4, 9}) == []


def test_a_parent_that_is_not_in_the_graph_is_dangling() -> None:
    problems = check(graph_of(E1, drawn("I1", "E1", "E9"), AnswerNode(value="A", parents=("I1",)), H1))
    assert [(p.fault, p.node) for p in problems] == [("dangling", "I1"), ("ungrounded", "I1"), ("ungrounded", "answer")]
    assert problems[0].text == "I1 names E9, which is not in the graph"


def test_a_stance_towards_no_hypothesis_is_dangling() -> None:
    assert faults(graph_of(E1, A1)) == [("dangling", "E1"), ("dangling", "A1")]


def test_an_inference_about_no_hypothesis_is_dangling() -> None:
    speaks = Inference(id="I1", text="so", parents=("E1",), hypothesis="H7")
    assert faults(graph_of(H1, E1, speaks, AnswerNode(value="A", parents=("I1",)))) == [("dangling", "I1")]


def test_nodes_that_rest_on_each_other_are_circular_and_ungrounded() -> None:
    graph = graph_of(H1, E1, drawn("I2", "I1"), drawn("I1", "I2", "E1"), AnswerNode(value="A", parents=("I1",)))
    problems = check(graph)
    assert [(p.fault, p.node) for p in problems] == [
        ("circular", "I1"),
        ("ungrounded", "I2"),
        ("ungrounded", "I1"),
        ("ungrounded", "answer"),
    ]
    assert problems[0].text == "I1, I2 rest on each other"


def test_a_node_that_rests_on_itself_is_circular() -> None:
    assert faults(graph_of(drawn("I1", "I1"))) == [("circular", "I1"), ("ungrounded", "I1")]


def test_each_circle_is_told_once() -> None:
    graph = graph_of(drawn("I1", "I2"), drawn("I2", "I1"), drawn("I3", "I4"), drawn("I4", "I3"))
    assert [f for f in faults(graph) if f[0] == "circular"] == [("circular", "I1"), ("circular", "I3")]


def test_what_rests_on_a_hypothesis_is_ungrounded() -> None:
    graph = graph_of(H1, E1, drawn("I1", "H1", "E1"), AnswerNode(value="A", parents=("I1",)))
    assert faults(graph) == [("ungrounded", "I1"), ("ungrounded", "answer")]


def test_what_rests_on_nothing_is_ungrounded() -> None:
    assert faults(graph_of(drawn("I1"), AnswerNode(value="A", parents=("I1",)))) == [
        ("ungrounded", "I1"),
        ("ungrounded", "answer"),
    ]
    assert faults(graph_of(E1, H1, AnswerNode(value="A", parents=()))) == [("ungrounded", "answer")]


def test_an_inference_that_leads_to_nothing_is_an_orphan() -> None:
    assert faults(graph_of(H1, E1, drawn("I1", "E1"), AnswerNode(value="A", parents=("E1",)))) == [("orphan", "I1")]


@pytest.mark.parametrize(
    ("quote", "paragraph"),
    [
        ("The key was gone", 4),
        ("The key hung", 9),
        ("The key hung", 5),
        ("the key hung", 4),
        ("he key hung", 4),
        ("", 4),
    ],
)
def test_a_quote_that_does_not_stand_in_its_paragraph_is_misquoted(quote: str, paragraph: int) -> None:
    wrong = Evidence(id="E1", quote=quote, paragraph=paragraph)
    graph = graph_of(wrong, AnswerNode(value="A", parents=("E1",)))
    assert faults(graph, BOOK) == [("misquoted", "E1"), ("ungrounded", "answer")]
    assert faults(graph) == []  # without the book nothing can be said


def test_a_quote_from_beyond_the_cut_is_misquoted() -> None:
    assert faults(SOUND, BOOK.before(9)) == [
        ("misquoted", "E2"),
        ("ungrounded", "I1"),
        ("ungrounded", "I2"),
        ("ungrounded", "answer"),
    ]


def test_in_a_view_that_shows_nothing_every_quote_is_misquoted() -> None:
    assert ("misquoted", "E1") in faults(SOUND, BOOK.before(1))
    assert ("misquoted", "E2") in faults(SOUND, BOOK.before(1))


def test_a_quote_with_other_marks_is_not_misquoted() -> None:
    graph = graph_of(Evidence(id="E1", quote="“The key hung…”", paragraph=4), AnswerNode(value="A", parents=("E1",)))
    assert check(graph, BOOK) == []


def test_a_quoted_paragraph_that_was_not_read_is_unread() -> None:
    assert faults(SOUND, BOOK, {4, 12}) == [("unread", "E2")]
    assert faults(SOUND, None, set()) == [("unread", "E1"), ("unread", "E2")]


def test_all_faults_of_a_graph_are_told_together() -> None:
    wrong = Evidence(id="E1", quote="Bede woke", paragraph=12, stance={"H9": 1})
    found = {fault for fault, _ in faults(graph_of(wrong, drawn("I1", "I1"), drawn("I2", "E1")), BOOK, set())}
    assert found == {"dangling", "circular", "ungrounded", "orphan", "misquoted", "unread"}


def test_grounded_is_what_rests_on_evidence_alone() -> None:
    graph = graph_of(H1, E1, A1, drawn("I2", "I1", "A1"), drawn("I1", "E1"), drawn("I3", "I2", "E9"), drawn("I4"))
    assert grounded(graph) == {"E1", "A1", "I1", "I2"}
    assert grounded(graph, {"A1"}) == {"E1", "I1"}


@given(graphs(), st.sets(st.sampled_from(NAMES)))
def test_grounded_is_the_least_fixpoint(graph: EvidenceGraph, unsound: set[str]) -> None:
    assert grounded(graph, unsound) == naive(graph, unsound)


def test_a_graph_with_one_id_twice_is_checked_against_both() -> None:
    other = Evidence(id="E1", quote="a forged quote", paragraph=4)
    graph = graph_of(E1, other, H1, AnswerNode(value="A", parents=("E1",)))
    assert faults(graph, BOOK) == [("misquoted", "E1"), ("ungrounded", "answer")]


@given(graphs(), st.sets(st.integers(0, 2)))
def test_any_graph_can_be_checked_and_its_problems_name_its_nodes(graph: EvidenceGraph, read: set[int]) -> None:
    problems = check(graph, Book("B", (Paragraph(1, "灯灭了"),)), read)
    assert all(problem.node in graph for problem in problems)
    rests = {n.id for n in graph.nodes if isinstance(n, Inference | AnswerNode)}
    assert {p.node for p in problems if p.fault == "ungrounded"} == rests - grounded(graph)


@given(graphs())
def test_every_parent_that_is_not_there_is_told(graph: EvidenceGraph) -> None:
    missing = {(n.id, parent) for n in graph.nodes for parent in parents_of(n) if parent not in graph}
    told = {p.text for p in check(graph) if p.fault == "dangling"}
    assert {f"{node} names {parent}, which is not in the graph" for node, parent in missing} <= told
