"""Quotes that stand, paragraphs read before they are cited, and a judge's verdicts on citations, by hand."""

from __future__ import annotations

import pytest

from agent.question import Step
from agent.trace import Trace
from evaluations.case import Score
from evaluations.metrics import citations
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Citation, Findings
from tests.evaluations.traces import IMPORTED, MODEL, a_case, answered, failed, queried, quoted, read
from tools.book import Book, book_of

VIEW = book_of([*["nothing"] * 4, "There lay a bead of bright metal.", "A BEAD of bright metal", "铁末"], "B")


def scores(trace: Trace, view: Book | None = VIEW, judged: Findings | None = None) -> dict[str, Score]:
    return {one.metric: one for one in citations.measure(Exhibit(a_case(), trace, view, judged=judged))}


def test_quotes_are_valid_when_their_words_stand_in_their_paragraph() -> None:
    # "a bead of bright metal" stands in [5]; in [6] with other letters; not in [1]; [99] is not to be seen
    before = [quoted(f"E{n}", at) for n, at in enumerate((5, 6, 1, 99), 1)]
    found = scores(answered(a_case(), before=before, player=IMPORTED))[citations.QUOTES]
    assert (found.value, found.read, found.why) == (1 / 4, "1 of 4", {"misquoted": ["E2", "E3", "E4"]})


def test_the_same_quotation_noted_twice_counts_twice() -> None:
    before = [quoted("E1", 5), quoted("E2", 5), quoted("E3", 1)]
    assert scores(answered(a_case(), before=before, player=IMPORTED))[citations.QUOTES].read == "2 of 3"


def test_quotes_are_undefined_without_quotes_and_without_the_book() -> None:
    bare = answered(a_case(), player=IMPORTED)
    assert (scores(bare)[citations.QUOTES].value, scores(bare)[citations.QUOTES].why) == (None, "nothing is quoted")
    told = answered(a_case(), before=[quoted("E1", 5)], player=IMPORTED)
    assert scores(told, None)[citations.QUOTES].why == "book not found"


def test_a_citation_counts_as_read_when_it_was_read_before_the_answer() -> None:
    before = [read(5, 6), read(5), *queried("Q1", [7])]  # 7 was found but not read
    found = scores(answered(a_case(), cited=[7, 5, 5, 6], before=before, player=IMPORTED))[citations.READ]
    assert found.value == pytest.approx(2 / 3)
    assert (found.read, found.why) == ("2 of 3", {"unread": [7]})


def test_what_is_read_after_the_answer_was_not_read_before_it() -> None:
    trace = answered(a_case(), cited=[5], before=[read(6)], player=IMPORTED)
    late = trace.events[-1].model_copy(update={"kind": "read", "payload": {"paragraphs": [5], "reason": ""}, "k": 4})
    trace = trace.model_copy(update={"events": (*trace.events, late)})
    assert scores(trace)[citations.READ].value == 0.0


def test_nothing_cited_is_undefined() -> None:
    for trace in (answered(a_case(), player=IMPORTED), failed(a_case())):
        assert (scores(trace)[citations.READ].value, scores(trace)[citations.READ].why) == (None, "nothing is cited")


def test_both_are_guaranteed_in_a_notebooks_research() -> None:
    before = [read(5), quoted("E1", 5)]
    found = scores(answered(a_case(), cited=[5], before=before, parents=["E1"], player=MODEL), None)
    assert {(one.value, one.why) for one in found.values()} == {(None, "guaranteed by the notebook")}


STEPS = [
    Step(kind="evidence", text="The pan was grey.", node="E1", paragraphs=(5,)),
    Step(kind="evidence", text="Metal lay there.", node="E2", paragraphs=(5, 6)),
    Step(kind="evidence", text="Nell did it.", node="E3"),
    Step(kind="absence", text="no key", node="A1"),
    Step(kind="inference", text="So it broke.", node="I1", rests_on=(1, 2)),
    Step(kind="inference", text="So she ran.", node="I2", paragraphs=(6,), rests_on=(2,)),
]
"""1, 2 and 6 cite; 3 ought to; 4 and 5 owe no citation."""


def cite(entailed: tuple[bool | None, ...] | None, *useful: tuple[int, int, bool | None]) -> dict[str, Score]:
    kept = tuple(Citation(step=s, paragraph=p, useful=u) for s, p, u in useful)
    judged = Findings(judge="mouse@1", entailed=entailed, citations=kept if useful else None)
    return scores(answered(a_case(), told=STEPS, player=IMPORTED), VIEW, judged)


def test_the_judges_verdicts_make_recall_precision_and_f1_of_citations() -> None:
    # entailed: 1 yes, 2 no, 3 cites nothing (whatever was said of it), 6 yes: 2 of 4; useful: 3 of 4
    verdicts = (True, False, True, True, True, True)
    found = cite(verdicts, (1, 5, True), (2, 5, False), (2, 6, True), (6, 6, True))
    assert (found["CiteRecall(mouse@1)"].value, found["CiteRecall(mouse@1)"].read) == (1 / 2, "2 of 4")
    assert (found["CitePrecision(mouse@1)"].value, found["CitePrecision(mouse@1)"].read) == (3 / 4, "3 of 4")
    assert found["CiteF1(mouse@1)"].value == pytest.approx(3 / 5)


def test_a_verdict_that_the_judge_failed_to_give_is_left_out_and_counted() -> None:
    found = cite((True, None, False, True, True, None), (1, 5, True), (2, 5, None))
    assert (found["CiteRecall(mouse@1)"].value, found["CiteRecall(mouse@1)"].read) == (
        1 / 2,
        "1 of 2, 2 without a verdict",
    )
    assert found["CitePrecision(mouse@1)"].value == 1.0


def test_all_wrong_is_zero_and_nothing_judged_is_undefined() -> None:
    wrong = cite((False,) * 6, (1, 5, False))
    assert {score.value for name, score in wrong.items() if name.startswith("Cite")} == {0.0}
    half = cite((True,) * 6)
    assert (half["CitePrecision(mouse@1)"].value, half["CiteF1(mouse@1)"].value) == (None, None)
    assert half["CitePrecision(mouse@1)"].why == "nothing to judge"


def test_without_a_judge_of_citations_there_is_no_such_score() -> None:
    assert not [name for name in scores(answered(a_case(), told=STEPS, player=IMPORTED)) if name.startswith("Cite")]
