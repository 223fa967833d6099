"""Free answers: EM, token F1 and lexical PM against numbers worked by hand, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.case import Case
from evaluations.metrics import answers, texts
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.texts import compared, normalised, overlap, tokens
from tests.evaluations.traces import a_case, answered, failed


def text_case(answer: str, *aliases: str, **tags: str) -> Case:
    case = a_case(answer=answer, options={})
    question = case.question.model_copy(update={"kind": "text"})
    gold = case.gold.model_copy(update={"aliases": aliases})
    return case.model_copy(update={"question": question, "gold": gold, "tags": tags})


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("The  Mad Book!", "mad book"),
        ("a an the", ""),
        ("Theatre, another", "theatre another"),
        ("U.S.", "us"),
        ("1,200,000", "1200000"),
        ("1844–1846", "1844–1846"),
        ("《红楼梦》。", "红楼梦"),
        ("贾 宝 玉 , Ｂaoyu", "贾宝玉baoyu"),
        ("", ""),
    ],
)
def test_the_normal_form_is_squads_and_chinese_loses_its_own_marks(text: str, normal: str) -> None:
    assert normalised(text) == normal


def test_chinese_is_compared_by_character_and_latin_by_word() -> None:
    assert tokens(normalised("Baoyu 贾宝玉 said so")) == ["baoyu", "贾", "宝", "玉", "said", "so"]


@pytest.mark.parametrize(
    ("predicted", "gold", "em", "f1", "pm"),
    [
        ("Tarn Hollow", "tarn hollow", 1, 1, 1),
        ("the Tarn Hollow", "Tarn Hollow.", 1, 1, 1),
        ("in Tarn Hollow", "Tarn Hollow", 0, 4 / 5, 1),  # 2 of 3 and 2 of 2; contained
        ("near Tarn Hollow lake", "Tarn Hollow", 0, 2 / 3, 1),
        ("Tarn Hill Hollow", "Tarn Hollow", 0, 4 / 5, 0),  # 0.8 is not above 0.8, and neither contains the other
        ("4 August 2002", "2002", 0, 1 / 2, 0),
        ("bom bom", "bom", 0, 2 / 3, 1),  # a multiset: one of two is shared
        ("bom bom bom bom", "bom", 0, 2 / 5, 0),
        ("x y", "p q", 0, 0, 0),
        ("yes", "yes", 1, 1, 1),
        ("Yes, it does", "yes", 0, 0, 0),
        ("no", "no man's land", 0, 0, 0),
        ("noanswer", "yes", 0, 0, 0),
        ("", "Tarn", 0, 0, 0),
        ("Tarn", "the", 0, 0, 0),
        ("贾宝玉", "宝玉", 0, 4 / 5, 1),  # 2 of 3 characters and 2 of 2
        ("“贾宝玉”。", "贾宝玉", 1, 1, 1),
        ("是", "不是", 0, 0, 0),
    ],
)
def test_overlaps_worked_by_hand(predicted: str, gold: str, em: float, f1: float, pm: float) -> None:
    found = overlap(predicted, gold)
    assert [found.em, found.f1, found.pm] == pytest.approx([em, f1, pm])


def test_precision_and_recall_count_repeated_words() -> None:
    found = overlap("the red red boat", "red boat boat")
    assert [found.precision, found.recall] == pytest.approx([2 / 3, 2 / 3])
    found = overlap("in Tarn Hollow", "Tarn Hollow")
    assert [found.precision, found.recall] == pytest.approx([2 / 3, 1.0])


def test_two_answers_without_words_follow_the_setting() -> None:
    assert (overlap("", "the").em, overlap("", "the").f1, overlap("", "the").pm) == (1, 0, 0)
    assert (overlap("", "the", "squad2").f1, overlap("", "the", "squad2").pm) == (1, 1)
    assert overlap("", "boat", "squad2").f1 == 0


def test_the_best_wording_counts_and_no_answer_is_nothing() -> None:
    found = compared("City of Glasgow", ["Glasgow", "City of Glasgow"])
    assert (found.em, found.gold) == (1.0, "City of Glasgow")
    assert compared(None, ["Glasgow"]).f1 == 0


@given(st.text(max_size=20), st.text(max_size=20))
def test_overlap_is_symmetric_bounded_and_whole_for_equal_texts(left: str, right: str) -> None:
    one, other = overlap(left, right), overlap(right, left)
    assert [one.em, one.f1, one.pm] == pytest.approx([other.em, other.f1, other.pm])
    assert (one.precision, one.recall) == (other.recall, other.precision)
    assert all(0 <= value <= 1 for value in one.named().values())
    assert overlap(left, left, "squad2").named() == dict.fromkeys(texts.NAMES, 1.0)


def test_the_family_scores_text_questions_only() -> None:
    case = text_case("Glasgow", "City of Glasgow")
    scores = texts.measure(Exhibit(case, answered(case, "the City of Glasgow", repeat=3)))
    assert {(s.metric, s.value) for s in scores} == {(name, 1.0) for name in texts.NAMES}
    assert {(s.repeat, s.read, s.why) for s in scores} == {
        (3, "the City of Glasgow", "compared with 'City of Glasgow'")
    }
    assert texts.measure(Exhibit(a_case(), answered(a_case()))) == []


def test_no_answer_is_0_in_all_and_the_tag_tells_the_rule_for_empty_ones() -> None:
    case = text_case("the")
    assert {s.value for s in texts.measure(Exhibit(case, failed(case)))} == {0.0}
    assert texts.measure(Exhibit(case, failed(case)))[0].why == "no answer (failed)"
    empty = text_case("the", **{"empty-f1": "squad2"})
    assert {s.value for s in texts.measure(Exhibit(empty, answered(empty, "")))} == {1.0}


@pytest.mark.parametrize(
    ("value", "right", "why"),
    [
        ("Glasgow city", 1.0, "right by lexical PM: F1 0.67 with gold Glasgow"),
        ("glasgow.", 1.0, "right by lexical PM: F1 1.00 with gold Glasgow"),
        ("Edinburgh", 0.0, "wrong by lexical PM: F1 0.00 with gold Glasgow"),
        (None, 0.0, "no answer (abstained)"),
    ],
)
def test_accuracy_of_a_text_is_lexical_pm_and_says_so(value: str | None, right: float, why: str) -> None:
    case = text_case("Glasgow", "City of Glasgow")
    accuracy, chance = answers.measure(Exhibit(case, answered(case, value)))
    assert accuracy.read == value
    assert (accuracy.value, accuracy.why, chance.value) == (right, why, None)
