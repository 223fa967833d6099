"""Unrelated quotations: true, of like length, away from the scene, and the same for the same seed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.ablation.unrelated import opening, unrelated
from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source
from evaluations.views import Views
from graphs.evidence import Evidence
from tests.evaluations.branches.scene import CHINESE, ENGLISH, NACHT, NIGHT
from tools.book import book_of
from tools.quotes import find_quote, quote_length
from tools.terms import keys

CASES = sample.load(Source(settings={"part": "detectiveqa"})).cases
LANGUAGES = [next(c for c in CASES if c.question.language == language) for language in ("en", "zh")]
VIEWS = Views()


@pytest.mark.parametrize("case", LANGUAGES, ids=lambda case: case.question.language)
@settings(max_examples=25, deadline=None)
@given(at=st.integers(5, 100), seed=st.integers(0, 5))
def test_it_is_true_of_like_length_and_from_another_scene(case: object, at: int, seed: int) -> None:
    assert isinstance(case, type(CASES[0]))
    view = VIEWS.view(case)
    evidence = Evidence(id="E1", quote=opening(view[at], 15), paragraph=at)
    found = unrelated(view, evidence, case.question, seed)
    assert found
    paragraph, quote = found
    assert find_quote(quote, view[paragraph])
    assert abs(paragraph - at) > 20
    size = sum(quote_length(evidence.quote))
    assert size / 2 < sum(quote_length(quote)) <= size
    assert unrelated(view, evidence, case.question, seed) == found


def test_it_shares_no_word_with_question_options_and_quotation_where_it_can() -> None:
    evidence = Evidence(id="E3", quote=NIGHT[5], paragraph=6)
    found = unrelated(book_of(NIGHT, "night"), evidence, ENGLISH.question)
    assert found
    assert not set(keys(found[1])) & {*keys(NIGHT[5]), *keys(ENGLISH.question.text), "gardener", "schoolmaster"}
    told = unrelated(book_of(NACHT, "夜"), Evidence(id="E4", quote=NACHT[4], paragraph=5), CHINESE.question)
    assert told
    assert told[0] != 5


def test_another_seed_may_draw_another() -> None:
    view, question = VIEWS.view(LANGUAGES[0]), LANGUAGES[0].question
    evidence = Evidence(id="E1", quote=opening(view[30], 12), paragraph=30)
    assert len({unrelated(view, evidence, question, seed) for seed in range(12)}) > 1


def test_where_nothing_else_is_as_long_there_is_none() -> None:
    view = book_of(["One two three four five six seven eight nine ten eleven twelve.", "No.", "雨。"], "short")
    assert unrelated(view, Evidence(id="E1", quote=view[1], paragraph=1), ENGLISH.question) is None
    assert unrelated(book_of([view[1]], "one"), Evidence(id="E1", quote=view[1], paragraph=1), ENGLISH.question) is None


@given(st.text(max_size=60), st.integers(0, 12))
def test_an_opening_stands_in_its_text_and_is_never_longer_than_asked(text: str, size: int) -> None:
    taken = opening(text, size)
    assert taken in text
    assert len(taken.split()) <= max(size, 1)


def test_an_opening_counts_words_and_chinese_characters_alike() -> None:
    assert opening("“One two,” she said.", 2) == "“One two,”"
    assert opening("他说：“来。”", 3) == "他说：“来"
    assert opening("", 3) == ""
