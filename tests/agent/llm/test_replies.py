"""What a model replies becomes moves: ids and labels are mended in form only, and every option has its hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.llm.replies import Findings, Links, Searches, Understanding, Verdict, value_of
from tests.agent.scenes import question


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("B", "B"), (" b ", "B"), ("**B**", "B"), ("(B)", "B"), ("B.", "B"), ("B) Miss Quill the lodger", "B"),
        ("Option B", "B"), ("选项B", "B"), ("B、", "B"), ("Miss Quill the lodger", "B"), ("“B”", "B"),
    ],
)  # fmt: skip
def test_an_answer_is_read_in_the_forms_that_models_write(said: str, label: str) -> None:
    assert value_of(said, question()) == label


@pytest.mark.parametrize("said", ["E", "Bob", "A or B", "the butler", "Both"])
def test_what_names_no_option_is_left_for_the_guard(said: str) -> None:
    assert value_of(said, question()) not in question().options


@pytest.mark.parametrize("said", [None, "", "  "])
def test_no_answer_abstains(said: str | None) -> None:
    assert value_of(said, question()) is None


def test_a_free_answer_stays_as_it_is() -> None:
    assert value_of(" forty sacks ", question(kind="text", options={})) == "forty sacks"


def test_every_option_has_its_hypothesis_in_its_own_words() -> None:
    told = Understanding.model_validate(
        {"hypotheses": [{"label": "b", "text": "something else", "predicts": "mud"}, {"label": "Z", "text": "?"}]}
    )
    made = told.analysis(question()).hypotheses
    assert [(h.label, h.text) for h in made] == list(question().options.items())
    assert [h.predicts for h in made] == ["", "mud", ""]


def test_an_open_question_takes_the_hypotheses_as_told() -> None:
    told = Understanding.model_validate({"hypotheses": [{"text": "in the river"}]})
    assert [h.text for h in told.analysis(question(kind="text", options={})).hypotheses] == ["in the river"]


def test_ids_and_numbers_are_read_in_the_forms_that_models_write() -> None:
    found = Findings.model_validate(
        {
            "quotes": [{"paragraph": "[5]", "quote": "mud", "bears": [{"hypothesis": "h2", "stance": 1}]}],
            "absences": [{"text": "x", "queries": ["[q1]"], "first": "2", "last": 9}],
        }
    )
    assert found.quotes[0].move().paragraph == 5
    assert found.quotes[0].move().stance == {"H2": 1.0}
    assert found.absences[0].move().queries == ("Q1",)
    linked = Links.model_validate({"inferences": [{"text": "so", "parents": ["[E1]", "e2: mud"], "hypothesis": None}]})
    assert linked.inferences[0].move().parents == ("E1", "E2")
    assert linked.inferences[0].move().hypothesis == ""


def test_a_search_of_an_unknown_kind_is_left_for_the_guard() -> None:
    told = Searches.model_validate({"queries": [{"kind": "Telepathy", "text": "x"}]})
    assert told.queries[0].move().kind == "telepathy"


@given(st.text(max_size=60))
def test_no_answer_is_ever_taken_for_another_option(said: str) -> None:
    value = value_of(said, question())
    if value in question().options:
        assert value is not None
        folded = said.casefold()
        assert value.casefold() in folded or question().options[value].casefold() in folded


def test_a_verdict_may_name_no_answer() -> None:
    assert Verdict.model_validate({"answer": None}).answer is None
