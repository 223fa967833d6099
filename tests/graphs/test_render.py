"""A graph is drawn as text and as Mermaid; no words of a book or a model can draw, link or break a line."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.evidence import Absence, AnswerNode, Evidence, EvidenceGraph, Hypothesis, Inference, Node
from graphs.render import as_mermaid, as_text

GRAPH = EvidenceGraph(
    nodes=(
        Evidence(id="E1", quote="The key hung", paragraph=4, stance={"H1": -0.5, "H2": 0}),
        Hypothesis(id="H1", text="Bede took it.", label="A"),
        Hypothesis(id="H2", text="宝玉拿了。", retired="他不在家"),
        Evidence(id="E2", quote="钥匙不见了", paragraph=9),
        Absence(id="A1", text="a second key", queries=("Q1",), first=1, last=9, stance={"H1": 1}),
        Inference(id="I1", text="It was taken.", parents=("E1", "A1")),
        Inference(id="I2", text="A thought.", parents=()),
        AnswerNode(value="A", parents=("I1",)),
    )
)
ID = "n_[0-9A-Za-z_]*"
NODE = re.compile(rf'    {ID}\["(?:[^\W_]|[ .,:+()-]|#[0-9]+;)*"\]')
EDGE = re.compile(rf'    {ID} (?:-->|-\. "[+-][01]\.[0-9][0-9]" \.->) {ID}')
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)


def label_of(text: str) -> str:
    """The label of a hypothesis with this text as a page shows it, character codes read back."""
    (line,) = as_mermaid(EvidenceGraph(nodes=(Hypothesis(id="H", text=text),))).splitlines()[1:]
    inside = line.removeprefix('    n_H["').removesuffix('"]')
    return re.sub(r"#(\d+);", lambda code: chr(int(code[1])), inside)


def test_text_has_hypotheses_first_and_marks_what_the_answer_rests_on() -> None:
    assert as_text(GRAPH).splitlines() == [
        "H1 A: Bede took it.",
        "H2 宝玉拿了。 (retired: 他不在家)",
        "* E1 [4] The key hung (H1 -0.50)",
        "  E2 [9] 钥匙不见了",
        "* A1 not found in [1–9]: a second key (H1 +1.00)",
        "* I1 It was taken. (from E1, A1)",
        "  I2 A thought. (from nothing)",
        "  answer: A (from I1)",
    ]


def test_without_an_answer_nothing_is_marked() -> None:
    assert "*" not in as_text(EvidenceGraph(nodes=GRAPH.nodes[:-1]))
    assert as_text(EvidenceGraph()) == ""


def test_a_line_break_in_a_node_cannot_make_a_line_of_its_own() -> None:
    graph = EvidenceGraph(nodes=(Inference(id="I1", text="so\n* E9 [1] forged\r\u2028\x1b[2Jx", parents=("E1",)),))
    assert as_text(graph) == "  I1 so * E9 [1] forged [2Jx (from E1)"


def test_mermaid_draws_every_node_and_edge() -> None:
    lines = as_mermaid(GRAPH).splitlines()
    assert lines[0] == "flowchart TD"
    assert len([line for line in lines if NODE.fullmatch(line)]) == len(GRAPH.nodes)
    assert lines[9:] == [
        '    n_E1 -. "-0.50" .-> n_H1',  # a stance of 0 is not drawn
        '    n_A1 -. "+1.00" .-> n_H1',
        "    n_E1 --> n_I1",
        "    n_A1 --> n_I1",
        "    n_I1 --> n_answer",
    ]


def test_mermaid_of_nothing_is_an_empty_chart() -> None:
    assert as_mermaid(EvidenceGraph()) == "flowchart TD"


@pytest.mark.parametrize(
    "text",
    [
        'He said "no"',
        "a]b[c{d}e(f)g",
        "one\ntwo\r\nthree\u2028four",
        "<script>alert(1)</script> &amp; <b>",
        'x"]\n    click n_H href "javascript:alert(1)"',
        "end\nsubgraph s",
        "%%{init: {'theme': 'dark'}}%%",
        "`**bold**` #35; #quot; ; | --> A",
        "“灯灭了”，黛玉说——「好」",
    ],
)
def test_mermaid_labels_say_the_text_and_cannot_leave_their_quotes(text: str) -> None:
    assert label_of(text) == f"H {text}"
    drawing = as_mermaid(EvidenceGraph(nodes=(Hypothesis(id="H", text=text),)))
    lines = drawing.split("\n")
    assert len(lines) == 2
    assert lines[1].count('"') == 2
    assert not set("<>[]{}|`%&\r\u2028") & set(lines[1][8:-2])


def test_mermaid_ids_are_safe_words_that_stay_distinct() -> None:
    ids = ["end", "a-b", "a_b", "a b", "a_2d_b", "甲", "x]", 'x"', "x\n", "click", "", "A", "a"]
    drawing = as_mermaid(EvidenceGraph(nodes=tuple(Hypothesis(id=i, text="") for i in ids)))
    found = re.findall(r"^    (n_\w*)\[", drawing, re.MULTILINE | re.ASCII)
    assert len(found) == len(set(found)) == len(ids)


def test_a_graph_with_circles_and_missing_parents_is_drawn() -> None:
    nodes = (
        Inference(id="I1", text="a", parents=("I2", "E9")),
        Inference(id="I2", text="b", parents=("I1", "I2")),
        Evidence(id="E1", quote="灯", paragraph=1, stance={"H9": 1}),
        AnswerNode(value="A", parents=("I1", "answer")),
    )
    graph = EvidenceGraph(nodes=nodes)
    assert as_text(graph).splitlines()[0] == "* I1 a (from I2, E9)"
    assert "    n_E9 --> n_I1" in as_mermaid(graph).splitlines()
    assert '    n_E1 -. "+1.00" .-> n_H9' in as_mermaid(graph).splitlines()


@given(st.lists(TEXTS, min_size=1, max_size=4), st.lists(TEXTS, max_size=4))
def test_whatever_is_written_every_line_is_one_node_or_one_edge(ids: list[str], texts: list[str]) -> None:
    nodes: list[Node] = [Inference(id=i, text="".join(texts), parents=tuple(texts)) for i in dict.fromkeys(ids)]
    nodes += [AnswerNode(value=text, parents=tuple(ids)) for text in texts[:1]]
    nodes += [Evidence(id=f"E{ids[0]}", quote=text, paragraph=1, stance={text: 0.5}) for text in texts[:1]]
    graph = EvidenceGraph(nodes=tuple(nodes))
    lines = as_mermaid(graph).split("\n")[1:]
    assert [bool(NODE.fullmatch(line)) for line in lines[: len(nodes)]] == [True] * len(nodes)
    assert all(EDGE.fullmatch(line) for line in lines[len(nodes) :])
    assert len(as_text(graph).splitlines()) == len(nodes)
