"""Scoring lays each trace beside its case and view once, and every family tells of every trace."""

from __future__ import annotations

import json
from collections import Counter

from agent.question import View
from agent.trace import Trace
from evaluations.case import Case, Score
from evaluations.metrics import FAMILIES, JUDGED
from evaluations.metrics.findings import Contained, Findings
from evaluations.scoring import by_question, exhibits, score
from tests.evaluations.test_steps import EVEN
from tests.evaluations.traces import a_case, answered, failed, queried, quoted, read
from tools.book import Book

SEEN = View(title="B", digest="d", cut=28, paragraphs=27, characters=900, tokens=300, language="en")
CASE = a_case(("copper pan bottom turned silver", 1), ("captain boots dried white salt", 2))
OTHER = CASE.model_copy(update={"question": CASE.question.model_copy(update={"id": "other"})})


def trace(case: Case = CASE, repeat: int = 1, view: View | None = SEEN) -> Trace:
    before = [*queried("Q1", [1, 5]), read(1, 5), quoted("E1", 5)]
    steps = [("copper pan silver", (1,))]
    return answered(case, "D", before=before, cited=[1], steps=steps, parents=["E1"], repeat=repeat, view=view)


def test_a_view_is_looked_for_once_for_the_traces_of_a_case_that_follow_one_another() -> None:
    asked: list[tuple[str, str]] = []

    def view(case: Case, digest: str) -> Book | None:
        asked.append((case.id, digest))
        return EVEN

    traces = [trace(), trace(repeat=2), trace(OTHER), trace(view=None)]
    laid = list(exhibits([CASE, OTHER], traces, view))
    assert asked == [("en-ai-7-q1", "d"), ("other", "d")]
    assert [exhibit.view for exhibit in laid] == [EVEN, EVEN, EVEN, None]
    assert [exhibit.trace for exhibit in laid] == traces


def test_traces_of_other_cases_are_passed_over() -> None:
    assert score([], [trace()], lambda case, digest: EVEN) == []
    assert score([CASE], [], lambda case, digest: EVEN) == []
    assert {one.case for one in score([CASE], [trace(), trace(OTHER)], lambda case, digest: EVEN)} == {CASE.id}


def test_every_score_of_a_trace_has_its_own_name_and_an_undefined_one_says_why() -> None:
    bare = a_case()
    for case, one in ((CASE, trace()), (CASE, failed(CASE)), (CASE, answered(CASE, None)), (bare, answered(bare))):
        for view in (EVEN, None):
            scores = score([case], [one], lambda case, digest, view=view: view)  # type: ignore[misc]
            assert Counter(s.metric for s in scores).most_common(1)[0][1] == 1
            assert [s.metric for s in scores if s.value is None and not s.why and s.metric != "refused rate"] == []


def test_scores_are_whole_records_that_can_be_kept_and_read_again() -> None:
    for one in score([CASE], [trace(), failed(CASE)], lambda case, digest: EVEN):
        assert Score(one.case, one.repeat, **json.loads(json.dumps(one.told))) == one


def test_another_judges_findings_make_scores_of_their_own() -> None:
    def judged(case: Case, one: Trace) -> Findings | None:
        contained = (Contained(found=True), Contained(found=True))
        return Findings(judge="mouse", contained=contained, supported=(True,)) if one.repeat == 1 else None

    scores = score([CASE], [trace(), trace(repeat=2)], lambda case, digest: EVEN, JUDGED, judged)
    assert by_question(scores, "StepRecall(mouse)") == {CASE.id: 1.0}
    assert by_question(scores, "StepRecall(lexical)") == {CASE.id: 1 / 2}
    assert by_question(scores, "joint strict@0.6(mouse)") == {CASE.id: 1.0}
    assert not [s.metric for s in scores if s.repeat == 1 and "lexical" in s.metric]


def test_the_families_that_read_findings_are_scored_for_every_judge() -> None:
    lexical = {s.metric for s in score([CASE], [trace()], lambda case, digest: EVEN, FAMILIES) if "lexical" in s.metric}
    assert lexical == {s.metric for s in score([CASE], [trace()], lambda case, digest: EVEN, JUDGED)}
