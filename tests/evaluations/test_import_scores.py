"""Scores of imported traces: those of any trace, undefined where the file tells nothing; our own come back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from agent.extractive import ExtractiveReasoner
from agent.loop import LoopResearcher
from agent.question import Budget, Question
from agent.researcher import seal
from agent.trace import Trace
from evaluations.benchmarks import BENCHMARKS, sample
from evaluations.imports.reading import Readings
from evaluations.imports.tracing import events_of
from evaluations.scoring import score
from evaluations.untold import needed
from evaluations.views import Views
from graphs.check import check
from tests.agent.scenes import view
from tests.evaluations.told import PLAYER, account, ferry_case, scores, trace
from tools.search import BookSearch

MUD = {"text": "Quill was muddy.", "paragraphs": [5], "quote": "had mud to the ankle"}
PATH = {"text": "The path was flooded.", "paragraphs": [6], "quote": "The river path had been under water"}
LIED = {"text": "So she lied.", "rests_on": [1, 2]}
WHOLE = {"answer": "B", "steps": [MUD, PATH, LIED], "sub_answers": ["yes"], "usage": {"calls": 2}}


def test_an_abstention_has_no_answer_in_its_graph() -> None:
    made = trace({"answer": None, "steps": [MUD]})
    assert (made.status, made.graph.answer) == ("abstained", None)
    assert scores(made)["accuracy"] == (0.0, "no answer (abstained)")


def test_what_is_not_told_is_undefined_and_says_so() -> None:
    found = scores(trace({"answer": "B"}))
    assert found["accuracy"] == (1.0, "right")
    for metric in ("evidence recall@1", "evidence F1@0", "cited"):
        assert found[metric] == (None, "the imported file does not tell: citations")
    assert found["StepRecall(lexical)"] == (None, "the imported file does not tell: steps")
    assert found["found"] == (None, "the imported file does not tell: hits")
    assert found["queries"] == (None, "the imported file does not tell: queries")
    assert found["share read"] == (None, "the imported file does not tell: reads")
    assert found["accepted"] == (None, "the imported file does not tell: notes")
    assert found["tokens"] == (None, "the imported file does not tell: tokens")
    assert found["refused rate"] == (None, "it was imported: no notebook guarded it")


def test_what_is_told_as_nothing_counts_as_nothing() -> None:
    found = scores(trace({"answer": "B", "steps": [], "citations": []}))
    assert (found["evidence recall@1"][0], found["cited"][0], found["StepRecall(lexical)"][0]) == (0.0, 0.0, 0.0)
    assert found["evidence precision@1"][0] is None


def test_evidence_and_steps_that_are_told_are_scored() -> None:
    found = scores(trace(WHOLE | {"usage": {"calls": 2, "input_tokens": 70, "output_tokens": 30}}))
    # cited 5 and 6 of the gold 5, 6 and 9
    assert found["evidence recall@0"][0] == pytest.approx(2 / 3)
    assert found["evidence precision@0"][0] == 1.0
    assert found["evidence F1@0"][0] == pytest.approx(4 / 5)
    assert found["cited"][0] == found["accepted"][0] == pytest.approx(2 / 3)
    assert found["StepRecall(lexical)"][0] == pytest.approx(2 / 4)  # muddy and flooded alone share enough words
    assert (found["model calls"][0], found["tokens"][0]) == (2.0, 100.0)


@pytest.mark.parametrize(
    ("row", "untold"),
    [
        ({"answer": "B", "steps": ["a", "b"]}, {"links", "quotes", "citations", "notes"}),
        ({"answer": "B", "steps": [MUD, "so it was she"]}, {"links"}),
        ({"answer": "B", "steps": [MUD, LIED]}, set()),
        ({"answer": "B", "steps": [{"text": "a", "paragraphs": [5]}]}, {"quotes"}),
        ({"answer": "B", "citations": [5]}, {"steps", "quotes"}),
        ({"answer": "B"}, {"steps", "quotes", "citations", "notes"}),
    ],
)
def test_what_a_row_leaves_untold(row: dict[str, Any], untold: set[str]) -> None:
    never = {"sub-answers", "queries", "hits", "reads", "calls", "tokens"}
    assert set(account({"case": "x", **row}).untold()) == untold | never


def test_measures_of_the_chain_need_its_steps_quotes_and_links() -> None:
    for name in ("ChainValidity", "ChainValidity*"):
        assert needed(name) == ("steps", "links", "quotes", "citations")
    for name in ("StepPrecision_supported(m)", "FirstError(m)", "CiteRecall(m)"):
        assert needed(name) == ("steps", "citations")
    assert needed("StepPrecision_gold(m)") == ("steps",)
    assert needed("ChainAcc") == ("sub-answers",)
    assert needed("accuracy") == ()


def test_without_its_book_a_trace_has_no_view_and_what_needs_the_book_is_undefined() -> None:
    made = trace(WHOLE, bookless=True)
    assert made.view is None
    found = scores(made)
    assert found["StepRecall(lexical)"] == (None, "book not found")
    assert found["evidence recall@0"][0] == pytest.approx(2 / 3)
    assert found["accuracy"][0] == 1.0


def test_a_trace_of_our_own_is_not_touched_by_what_imports_leave_untold() -> None:
    events = asyncio.run(LoopResearcher(ExtractiveReasoner()).research(ferry_case().question, BookSearch(view())))
    found = scores(seal(events))
    assert seal(events).imported is None
    assert found["refused rate"][0] is not None
    assert found["queries"][0]


@pytest.fixture(scope="module")
def own() -> list[tuple[Question, Trace]]:
    """The extractive researcher's traces of one English and one Chinese question, and of one with a context."""
    views = Views()
    wanted = ("en-human-1-q6", "zh-human-2-q1", "2hop-stamp_postmaster_42b5629d")
    cases = [case for case in sample.load().cases if case.id in wanted]
    researcher = LoopResearcher(ExtractiveReasoner(), Budget(rounds=1))
    made = []
    for case in cases:
        events = asyncio.run(researcher.research(case.question, BookSearch(views.view(case))))
        made.append((case.question, seal(events)))
    assert len(made) == 3
    return made


def as_row(made: Trace) -> dict[str, Any]:
    """A trace of our own in the format of an import."""
    answer = made.answer
    assert answer is not None
    quotes = {e.id: e.quote for e in made.graph.evidence}
    steps = [
        {"text": step.text, "paragraphs": step.paragraphs, "rests_on": step.rests_on}
        | ({"quote": quotes[step.node]} if step.node in quotes else {})
        for step in answer.steps
    ]
    return {"case": made.question.id, "answer": answer.value, "steps": [
        {name: list(value) if isinstance(value, tuple) else value for name, value in step.items()} for step in steps
    ], "citations": list(answer.citations), "reasoning": answer.reasoning}  # fmt: skip


def test_our_own_answers_exported_and_imported_score_the_same(own: list[tuple[Question, Trace]]) -> None:
    views, by_id = Views(), {case.id: case for case in sample.load().cases}
    readings = Readings(BENCHMARKS["sample"], {"part": "all"})
    for about, made in own:
        case = by_id[about.id]
        told = account(as_row(made))
        assert told.reply is not None
        value = readings.value(about, told.reply.answer) if told.reply.answer is not None else None
        again = seal(events_of(told, about, PLAYER, views.view(case), value))
        kept = ("accuracy", "evidence ", "cited", "StepRecall(lexical, explicit)")
        before, after = (
            {s.metric: s.value for s in score([case], [one], views.find) if s.metric.startswith(kept)}
            for one in (made, again)
        )
        assert before == after
        assert len(before) > 13
        assert made.answer is not None
        assert again.answer is not None
        assert [(s.text, s.paragraphs, s.rests_on) for s in again.answer.steps] == [
            (s.text, s.paragraphs, s.rests_on) for s in made.answer.steps
        ]
        assert check(again.graph, views.view(case)) == []
