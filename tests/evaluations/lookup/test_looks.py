"""Looks by hand: the question alone is the query, the view alone is looked into, and what cannot be is said."""

from __future__ import annotations

import pytest

from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source
from evaluations.case import Case
from evaluations.lookup.looks import DEPTHS, NO_TEXT, RANDOM, LeftOut, Look, looks
from evaluations.metrics.exhibit import NO_BOOK, NO_GOLD
from evaluations.views import Views, only
from tests.evaluations.traces import a_case
from tests.tools.bag import Bag
from tools.book import Book, book_of
from tools.mistake import Mistake
from tools.semantic import Meaning

LONG = "word " * 160
"""About 200 tokens: a passage of its own."""
LANG = "字" * 190


def view(*texts: str) -> Book:
    return book_of([f"{text} {LONG}" for text in texts], "B")


def only_look(case: Case, seen: Book, meaning: Meaning | None = None) -> Look:
    [look] = looks([case], lambda one: seen, meaning)
    assert isinstance(look, Look)
    return look


def test_the_question_alone_is_the_query() -> None:
    # "Who took it?" has the one word took, which stands in [2]; the option Nell stands in [4]
    case = a_case(("metal", 2), ("pan", 4), cut=None)
    look = only_look(case, view("The pan", "Someone took the glass", "The boots", "Nell", *["a ferry"] * 12))
    assert (look.benchmark, look.language, look.gold, look.pool) == ("detectiveqa", "en", (2, 4), 16)
    assert look.recall == {
        "keyword": dict.fromkeys(DEPTHS, 1 / 2),
        RANDOM: {3: pytest.approx(3 / 16), 5: pytest.approx(5 / 16), 10: pytest.approx(10 / 16)},
    }


def test_a_chinese_question_finds_its_passage_by_pairs_of_characters() -> None:
    case = a_case(("钥匙在船舱", 5), cut=None)
    case = case.model_copy(update={"question": case.question.model_copy(update={"text": "钥匙藏在哪里？"})})
    texts = [f"{text}{LANG}" for text in (*["渡船靠岸"] * 4, "他把钥匙藏好了", *["更夫敲钟"] * 7)]
    look = only_look(case, book_of(texts, "渡船", "zh"))
    assert (look.language, look.pool) == ("zh", 12)
    assert look.recall["keyword"][3] == 1.0
    assert look.recall[RANDOM][3] == pytest.approx(3 / 12)


def test_with_an_embedder_one_also_looks_by_meaning_and_by_both_where_it_knows_the_language() -> None:
    case, meaning = a_case(("metal", 2), cut=None), Meaning(Bag())
    english = only_look(case, view("The pan", "Someone took the glass", "The boots"), meaning)
    assert list(english.recall) == ["keyword", "semantic", "hybrid", RANDOM]
    chinese = only_look(case, book_of(["渡船靠岸", "更夫敲钟"], "渡船", "zh"), meaning)
    assert list(chinese.recall) == ["keyword", RANDOM]


def test_only_the_view_is_looked_into_and_only_gold_before_the_cut_counts() -> None:
    whole = view("The pan", "A ferry", "Someone took the glass", "Someone took it, took it")
    case = a_case(("glass", 3), ("it", 4), cut=4)
    bag = Bag()
    look = only_look(case, whole.before(4), Meaning(bag))
    assert (look.gold, look.pool, look.recall["keyword"][3]) == ((3,), 3, 1.0)
    assert not any("took it, took it" in text for text in bag.seen)


def test_a_case_that_cannot_be_looked_for_is_left_out_and_says_why() -> None:
    cases = [a_case(("so", -1)), a_case(("late", 28), cut=28), a_case(("lost", 3)), a_case(("none", 3), cut=None)]

    def find(case: Case) -> Book:
        if case is cases[2]:
            raise Mistake("No such book")
        return only(view("The pan"), ())

    found = list(looks(cases, find))
    assert [one.why for one in found if isinstance(one, LeftOut)] == [NO_GOLD, NO_GOLD, NO_BOOK, NO_TEXT]


def test_on_the_sample_more_passages_hold_no_less_and_three_found_hold_more_than_three_drawn() -> None:
    found = list(looks(sample.load(Source(settings={"part": "detectiveqa"})).cases, Views().view))
    there = [one for one in found if isinstance(one, Look)]
    assert len(there) == len(found) == 24
    assert all(way[3] <= way[5] <= way[10] for look in there for way in look.recall.values())
    for language in ("en", "zh"):
        mine = [look.recall for look in there if look.language == language]
        assert sum(one["keyword"][3] for one in mine) > sum(one[RANDOM][3] for one in mine)
