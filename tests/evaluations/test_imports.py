"""Imported chains: drawn just as they were told, faults and all."""

from __future__ import annotations

from typing import Any

import pytest

from agent.fold import apply, fold
from agent.state import State
from agent.trace import Trace
from graphs.check import check, grounded
from graphs.evidence import ANSWER
from tests.agent.scenes import story, view
from tests.evaluations.told import trace
from tools.book import Book, Paragraph, digest_of

MUD = {"text": "Quill was muddy.", "paragraphs": [5], "quote": "had mud to the ankle"}
PATH = {"text": "The path was flooded.", "paragraphs": [6], "quote": "The river path had been under water"}
LIED = {"text": "So she lied.", "rests_on": [1, 2]}
WHOLE = {"answer": "B", "steps": [MUD, PATH, LIED], "sub_answers": ["yes"], "usage": {"calls": 2}}


def test_steps_become_a_graph_whose_answer_rests_on_the_step_that_no_other_rests_on() -> None:
    made = trace(WHOLE)
    assert [(e.id, e.paragraph, e.quote, e.note) for e in made.graph.evidence] == [
        ("E1", 5, MUD["quote"], MUD["text"]),
        ("E2", 6, PATH["quote"], PATH["text"]),
    ]
    assert [(i.id, i.parents) for i in made.graph.inferences] == [("I1", ("E1", "E2"))]
    assert made.graph.answer is not None
    assert made.graph.answer.parents == ("I1",)
    assert check(made.graph, view()) == []
    assert made.answer is not None
    assert [(s.kind, s.paragraphs, s.rests_on) for s in made.answer.steps] == [
        ("evidence", (5,), ()),
        ("evidence", (6,), ()),
        ("inference", (), (1, 2)),
    ]
    assert (made.answer.value, made.answer.text, made.answer.citations) == ("B", "Miss Quill the lodger", (5, 6))
    assert (made.status, made.stop) == ("answered", "imported")


def test_every_prefix_of_an_imported_trace_folds() -> None:
    made, state = trace(WHOLE), State()
    for event in made.events:
        apply(state, event)
    assert [event.k for event in made.events] == list(range(1, len(made.events) + 1))
    assert Trace.model_validate_json(made.model_dump_json()) == made


def test_a_false_quote_a_missing_parent_and_a_circle_stay_and_are_judged() -> None:
    false = {"text": "Piers was wet.", "paragraphs": [4], "quote": "his wet and dirty boots"}
    round_ = [{"text": "a", "rests_on": [2]}, {"text": "b", "rests_on": [1, 9]}]
    made = trace({"answer": "B", "steps": [*round_, false]})
    told = {problem.fault: problem.text for problem in check(made.graph, view())}
    assert told["misquoted"] == "the words of E1 do not stand in [4]"
    assert told["circular"] == "I1, I2 rest on each other"
    assert told["dangling"] == "I2 names step 9, which is not in the graph"
    assert ANSWER not in grounded(made.graph, {"E1"})


def test_where_all_steps_rest_on_each_other_the_answer_rests_on_all_of_them() -> None:
    made = trace({"answer": "B", "steps": [{"text": "a", "rests_on": [2]}, {"text": "b", "rests_on": [1]}]})
    assert made.graph.answer is not None
    assert made.graph.answer.parents == ("I1", "I2")


def test_an_inference_that_cites_adds_what_the_steps_below_it_do_not_cite_already() -> None:
    same, more = {"text": "x", "rests_on": [1], "paragraphs": [5]}, {"text": "y", "rests_on": [1], "paragraphs": [5, 9]}
    made = trace({"answer": "B", "steps": [MUD, same, more]})
    assert {i.id: i.parents for i in made.graph.inferences} == {"I1": ("E1",), "I2": ("E1", "E2")}
    assert made.answer is not None
    assert made.answer.citations == (5, 9)


@pytest.mark.parametrize(
    ("quote", "paragraphs", "cited"),
    [
        ("mud to the ankle", None, 5),
        ("“I never touched it,” said Piers", None, 4),
        ("mud to the ankle", [4, 5], 5),
        ("mud to the ankle", [4, 6], 4),
        ("the dog", None, 0),  # stands in 7 and 9
        ("a word of the confession", None, 0),
        ("She confessed before the lamp was lit", None, 0),  # behind the cut
        ("!?", None, 0),
    ],
)
def test_a_quote_is_placed_where_it_stands(quote: str, paragraphs: list[int] | None, cited: int) -> None:
    step: dict[str, Any] = {"quote": quote} | ({"paragraphs": paragraphs} if paragraphs else {})
    made = trace({"answer": "B", "steps": [step]})
    assert made.graph.evidence[0].paragraph == cited
    assert made.answer is not None
    assert set(made.answer.citations) == set(paragraphs or ([cited] if cited else []))


def test_a_chinese_quote_is_placed_where_it_stands() -> None:
    texts = ("他去看书案，我跟着看。", "砚池里的墨还是湿的，水盂半满。", "窗也扣着。")
    paragraphs = tuple(Paragraph(n, text) for n, text in enumerate(texts, 1))
    book = Book("黑舌先生", paragraphs, language="zh", digest=digest_of(paragraphs))
    made = trace({"answer": "B", "steps": [{"quote": "墨还是湿的,水盂半满"}]}, book=book)
    assert made.graph.evidence[0].paragraph == 2
    assert check(made.graph, book) == []


def test_citations_of_the_answer_and_of_its_steps_count_together() -> None:
    made = trace(
        {"answer": "B", "steps": [MUD], "citations": [6, "8-9", {"paragraph": 5, "quote": "mud to the ankle"}]}
    )
    assert made.answer is not None
    assert made.answer.citations == (5, 6, 8, 9)
    assert {e.paragraph for e in made.graph.evidence} == {5, 6, 8, 9}


def test_a_whole_book_is_not_needed_to_place_a_quote_in_it() -> None:
    made = trace({"answer": "B", "steps": [{"quote": "She confessed before the lamp was lit"}]}, book=story())
    assert made.graph.evidence[0].paragraph == 11
    assert fold(made.events).graph == made.graph
