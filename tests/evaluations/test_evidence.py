"""Evidence positions and the funnel, with numbers worked by hand."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.question import Player
from agent.trace import Trace
from evaluations.case import Case
from evaluations.metrics import evidence
from evaluations.metrics.evidence import matched
from evaluations.metrics.exhibit import Exhibit
from tests.evaluations.traces import a_case, answered, failed, queried, quoted

PLACES = st.sets(st.integers(1, 30), max_size=12)


def values(case: Case, trace: Trace) -> dict[str, float | None]:
    return {score.metric: score.value for score in evidence.measure(Exhibit(case, trace))}


def gold(*positions: int, cut: int | None = 28) -> Case:
    return a_case(*((f"step {n}", p) for n, p in enumerate(positions)), cut=cut)


def test_recall_precision_and_f1_at_each_tolerance() -> None:
    # cited 10, 13, 21 of gold 10, 12, 16, 26: at 0 only 10; at 1 also 13 with 12; at 2 nothing more;
    # at 5 also 21, with 16 or 26 but not both
    case = gold(10, 12, 16, 26)
    found = values(case, answered(case, cited=[10, 13, 21]))
    assert [found[f"evidence recall@{t}"] for t in (0, 1, 2, 5)] == [1 / 4, 2 / 4, 2 / 4, 3 / 4]
    assert [found[f"evidence precision@{t}"] for t in (0, 1, 2, 5)] == [1 / 3, 2 / 3, 2 / 3, 3 / 3]
    assert [found[f"evidence F1@{t}"] for t in (0, 1, 2, 5)] == pytest.approx([2 / 7, 4 / 7, 4 / 7, 6 / 7])


def test_one_citation_cannot_stand_for_two_gold_paragraphs() -> None:
    case = gold(10, 12)
    found = values(case, answered(case, cited=[11]))
    assert found["evidence recall@1"] == 1 / 2
    assert found["evidence precision@1"] == 1.0


def test_repeated_citations_and_gold_positions_count_once() -> None:
    case = gold(10, 10, 20)
    found = values(case, answered(case, cited=[10, 10, 10]))
    assert (found["evidence recall@0"], found["evidence precision@0"]) == (1 / 2, 1.0)
    assert found["evidence F1@0"] == pytest.approx(2 / 3)


def test_with_nothing_cited_recall_and_f1_are_zero_and_precision_is_undefined() -> None:
    case = gold(10)
    for trace in (answered(case, cited=[]), failed(case)):
        found = values(case, trace)
        assert (found["evidence recall@5"], found["evidence F1@5"]) == (0.0, 0.0)
        assert found["evidence precision@5"] is None


@pytest.mark.parametrize("cited", [[], [10]])
def test_without_gold_positions_everything_is_undefined_and_says_so(cited: list[int]) -> None:
    case = a_case(("inferred", -1), ("somewhere", None))
    scores = evidence.measure(Exhibit(case, answered(case, cited=cited)))
    assert {score.value for score in scores} == {None}
    assert {score.why for score in scores if score.metric in evidence.STAGES} == {"no gold paragraph in the view"}


def test_gold_at_or_after_the_cut_is_not_asked_for() -> None:
    case = gold(10, 28, 29, cut=28)
    found = values(case, answered(case, cited=[10]))
    assert (found["evidence recall@0"], found["evidence F1@0"], found["found"]) == (1.0, 1.0, 0.0)
    cut_off = gold(28, 29, cut=28)
    assert values(cut_off, answered(cut_off, cited=[27]))["evidence recall@1"] is None
    whole = gold(10, 28, cut=None)
    assert values(whole, answered(whole, cited=[10]))["evidence recall@0"] == 1 / 2


def test_the_funnel_tells_at_which_stage_evidence_was_lost() -> None:
    case = gold(5, 10, 15, 20)
    before = [
        *queried("Q1", [5, 10]),
        *queried("Q2", [10, 15, 2]),
        *queried("Q3"),
        ("read", {"paragraphs": [5, 10, 11]}),
        ("read", {"paragraphs": [10, 20]}),
        quoted("E1", 10),
        quoted("E2", 11),
        quoted("E3", 5),
    ]
    found = values(case, answered(case, cited=[10, 11], before=before))
    # found 5, 10, 15; read 5, 10, 20 (20 as a neighbour); quoted 5, 10; cited 10
    assert [found[stage] for stage in evidence.STAGES] == [3 / 4, 3 / 4, 2 / 4, 1 / 4]
    assert found["cited"] == found["evidence recall@0"]


def test_a_score_shows_what_was_cited_and_what_was_matched() -> None:
    case = gold(10, 12)
    scores = {s.metric: s for s in evidence.measure(Exhibit(case, answered(case, cited=[20, 10], repeat=3)))}
    recall = scores["evidence recall@0"]
    assert (recall.case, recall.repeat, recall.read) == (case.id, 3, [10, 20])
    assert recall.why == "1 matched of 2 cited and 2 gold"
    assert (scores["cited"].read, scores["cited"].why) == ([10], "1 of 2 gold paragraphs")


@pytest.mark.parametrize(
    ("predicted", "wanted", "tolerance", "size"),
    [
        ([], [], 5, 0),
        ([1], [], 5, 0),
        ([], [1], 5, 0),
        ([1, 2, 3], [1, 2, 3], 0, 3),
        ([1, 2], [2, 3], 1, 2),  # 2 must not be taken by 2: 1-2 and 2-3
        ([1, 2], [2, 3], 0, 1),
        ([3], [1, 2, 4, 5], 2, 1),
        ([1, 4, 7], [2, 3, 9], 1, 2),
        ([1, 1, 1], [1, 2], 1, 1),
        ([9, 1], [1, 9], 0, 2),
    ],
)
def test_matching_by_hand(predicted: list[int], wanted: list[int], tolerance: int, size: int) -> None:
    assert matched(predicted, wanted, tolerance) == size


@given(predicted=PLACES, wanted=PLACES, tolerance=st.integers(0, 6))
def test_matching_is_a_maximum_matching(predicted: set[int], wanted: set[int], tolerance: int) -> None:
    left, right = [("cited", p) for p in predicted], [("gold", q) for q in wanted]
    near: nx.Graph[tuple[str, int]] = nx.Graph()
    near.add_nodes_from([*left, *right])
    near.add_edges_from((a, b) for a in left for b in right if abs(a[1] - b[1]) <= tolerance)
    largest = len(nx.bipartite.maximum_matching(near, top_nodes=left)) // 2
    assert matched(predicted, wanted, tolerance) == largest
    assert matched(wanted, predicted, tolerance) == largest


def test_a_control_that_does_not_search_finds_nothing_and_misses_nothing() -> None:
    case = gold(10, 12)
    control = Player(name="tail-only · extractive (no model)", kind="control", infers=False)
    found = values(case, answered(case, cited=[10], player=control))
    assert (found["found"], found["read"], found["cited"]) == (None, 0.0, 0.5)
    assert values(case, answered(case, cited=[10]))["found"] == 0.0
