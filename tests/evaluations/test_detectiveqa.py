"""DetectiveQA's loader on a folder in the official layout that holds every known trap."""

from __future__ import annotations

from collections import Counter

import pytest

from evaluations.benchmarks.loaded import Loaded
from evaluations.case import Case
from tests.evaluations.annotations import DATASET, NOVEL_EN, NOVEL_ZH, read_from
from tools.readers import read_book

TRAPS = "anno_data_en/AIsup_anno/7.json"


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return read_from(DATASET, None)


def case(loaded: Loaded, case_id: str) -> Case:
    return next(one for one in loaded.cases if one.id == case_id)


def steps(one: Case) -> list[tuple[str, int | None]]:
    return [(step.kind, step.position) for step in one.gold.steps]


def said(loaded: Loaded, number: int) -> list[str]:
    return [odd.what for odd in loaded.oddities if odd.source == f"{TRAPS} question {number}"]


def test_every_row_of_every_file_becomes_a_case_or_one_named_skip(loaded: Loaded) -> None:
    sources = [one.source for one in loaded.cases] + [odd.source for odd in loaded.skipped]
    assert max(Counter(sources).values()) == 1
    rows = {f"{TRAPS} question {n}" for n in range(1, 20)}
    rows |= {f"anno_data_zh/AIsup_anno/8.json question {n}" for n in (1, 2)}
    rows |= {"anno_data_en/human_anno/7.json question 1", "anno_data_zh/human_anno/8.json question 1"}
    assert set(sources) == rows
    assert (len(loaded.cases), len(loaded.skipped)) == (15, 8)


def test_the_skipped_rows_are_those_without_a_safe_text_or_an_answerable_question(loaded: Loaded) -> None:
    skipped = {int(odd.source.rsplit(" ", 1)[1]) for odd in loaded.skipped}
    assert skipped == {9, 10, 12, 13, 16, 17, 18, 19}


def test_ids_tell_language_annotators_novel_and_question(loaded: Loaded) -> None:
    ids = [one.id for one in loaded.cases]
    assert ids[:2] == ["en-ai-7-q1", "en-ai-7-q2"]
    assert ids[-4:] == ["en-human-7-q1", "zh-ai-8-q1", "zh-ai-8-q2", "zh-human-8-q1"]
    assert len(set(ids)) == len(ids)


def test_a_second_loading_gives_the_same_cases_and_oddities(loaded: Loaded) -> None:
    again = read_from(DATASET, None)
    assert again == loaded


def test_spaces_around_every_string_are_removed(loaded: Loaded) -> None:
    one = case(loaded, "en-ai-7-q1")
    assert one.question.text == "Who took the barometer from the wall?"
    assert one.question.options == {
        "A": "Captain Pym took it.",
        "B": "Mr. Luce took it.",
        "C": "Mrs. Dray took it.",
        "D": "Nell took it.",
    }
    assert one.gold.answer == "D"
    assert one.gold.steps[0].text == "A bead of quicksilver lay among the ashes of the hearth."


def test_unsorted_and_repeated_positions_keep_the_order_of_the_steps_but_count_once(loaded: Loaded) -> None:
    one = case(loaded, "en-ai-7-q1")
    placed = [("explicit", 19), ("explicit", 20), ("explicit", 9), ("explicit", 20)]
    assert steps(one) == [*placed, ("inferred", None)]
    assert one.gold.positions(one.cut) == (9, 19, 20)


def test_a_number_and_bracket_before_the_question_is_removed_and_told(loaded: Loaded) -> None:
    assert case(loaded, "en-ai-7-q2").question.text == "Why are the captain's boots white?"
    assert said(loaded, 2) == ["stray marks around the question were removed"]
    assert case(loaded, "zh-ai-8-q1").question.text == "叫人锉走钟舌的是。"


def test_positions_given_as_strings_are_read_as_numbers(loaded: Loaded) -> None:
    one = case(loaded, "en-ai-7-q2")
    assert steps(one) == [("explicit", 7), ("explicit", 18), ("inferred", None)]


@pytest.mark.parametrize(
    ("case_id", "text"),
    [
        ("en-ai-7-q3", "What Nell wanted was"),
        ("en-ai-7-q4", "Nobody came in from outside, because"),
        ("zh-ai-8-q1", "叫人锉走钟舌的是。"),
        ("zh-ai-8-q2", "谁借走了楼门的钥匙"),
    ],
)
def test_empty_or_open_brackets_at_the_end_are_removed(loaded: Loaded, case_id: str, text: str) -> None:
    assert case(loaded, case_id).question.text == text


def test_evidence_position_is_the_other_name_of_clue_position(loaded: Loaded) -> None:
    assert steps(case(loaded, "en-ai-7-q4")) == [("explicit", 16), ("explicit", 11)]
    assert said(loaded, 4) == ["stray marks around the question were removed"]


def test_with_too_few_positions_the_last_steps_are_unplaced(loaded: Loaded) -> None:
    assert steps(case(loaded, "en-ai-7-q5")) == [("explicit", 9), ("explicit", 24), ("unplaced", None)]
    assert said(loaded, 5) == ["3 reasoning steps have 2 positions; the rest are unplaced"]


def test_too_many_positions_and_those_outside_the_book_or_after_the_answer_are_told(loaded: Loaded) -> None:
    one = case(loaded, "en-ai-7-q6")
    assert steps(one) == [("explicit", 6), ("unplaced", None), ("unplaced", None), ("explicit", 29)]
    assert one.gold.positions(one.cut) == (6,)
    told = said(loaded, 6)
    assert len(told) == 4
    assert told[0].startswith("4 reasoning steps have 6 positions")
    assert "position 31 is not a paragraph" in told[1]
    assert "position 0 is not a paragraph" in told[2]
    assert "position 29 does not lie before the answer ([28])" in told[3]


def test_footnotes_and_headings_are_paragraphs_like_any_other_but_the_answers_own_is_cut(loaded: Loaded) -> None:
    one = case(loaded, "en-ai-7-q7")
    assert one.gold.positions(None) == (14, 15, 28)
    assert one.gold.positions(one.cut) == (14, 15)


def test_steps_without_any_positions_are_kept_unplaced(loaded: Loaded) -> None:
    assert steps(case(loaded, "en-ai-7-q8")) == [("unplaced", None), ("unplaced", None)]
    assert said(loaded, 8) == ["2 reasoning steps have 0 positions; the rest are unplaced"]


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (9, "no usable answer_position (-1)"),
        (10, "no usable answer_position (None)"),
        (12, "answer_position 31 lies outside the book, which ends at [30]"),
        (13, "nothing may be read before its answer_position 1"),
        (16, "fewer than two options"),
        (17, "its answer 'E' is not one of A, B"),
        (18, "no question text"),
        (19, "no question text"),
    ],
)
def test_a_skipped_row_says_why(loaded: Loaded, number: int, why: str) -> None:
    (odd,) = [odd for odd in loaded.skipped if odd.source == f"{TRAPS} question {number}"]
    assert why in odd.what


def test_an_answer_position_given_as_a_string_is_read_and_told(loaded: Loaded) -> None:
    one = case(loaded, "en-ai-7-q11")
    assert (one.cut, one.gold.answer_position) == (28, 28)
    assert said(loaded, 11) == ["answer_position is not a number but reads as one"]


def test_options_in_a_list_are_lettered_and_the_answers_letter_may_be_lower_case(loaded: Loaded) -> None:
    one = case(loaded, "en-ai-7-q14")
    assert one.question.options == {"A": "Nell", "B": "The bolt", "C": "The ferry"}
    assert one.gold.answer == "B"


def test_empty_options_are_left_out_and_the_others_keep_their_letters(loaded: Loaded) -> None:
    assert case(loaded, "en-ai-7-q15").question.options == {"A": "The rain.", "C": "The clock."}
    assert said(loaded, 15) == ["options without a text or a letter of their own were left out"]


def test_a_bare_object_is_read_like_a_list_of_one_and_its_title_is_kept(loaded: Loaded) -> None:
    asked = case(loaded, "en-human-7-q1").question
    assert (asked.title, asked.author, asked.language) == ("The Brass Barometer", "Casebook", "en")


def test_a_title_that_is_not_told_is_that_of_the_novels_file_even_a_chinese_one(loaded: Loaded) -> None:
    asked = case(loaded, "en-ai-7-q1").question
    assert (asked.title, asked.author, asked.language) == ("铜制晴雨表", "Casebook", "en")


def test_the_folder_gives_the_language_and_the_novel(loaded: Loaded) -> None:
    for one in loaded.cases:
        english = one.id.startswith("en-")
        assert one.question.language == ("en" if english else "zh")
        assert one.book == str(NOVEL_EN if english else NOVEL_ZH)


def test_another_number_of_paragraphs_than_annotated_is_told(loaded: Loaded) -> None:
    odd = next(odd for odd in loaded.oddities if odd.source == "anno_data_zh/AIsup_anno/8.json")
    assert (odd.what, odd.done) == ("num_paragraphs is 21, the book ends at [20]; the book was followed", "repaired")


def test_the_view_ends_strictly_before_the_paragraph_that_says_the_answer(loaded: Loaded) -> None:
    one = case(loaded, "en-ai-7-q1")
    view = read_book(NOVEL_EN).before(one.cut)
    assert (view.first, view.last, len(view)) == (1, 27, 27)


def test_the_fixture_novels_have_the_traps_of_the_official_texts() -> None:
    english, chinese = read_book(NOVEL_EN), read_book(NOVEL_ZH)
    assert (len(english), english.last, english.notes) == (30, 30, ())
    assert english[5] == 'Hallam looked at the pale square upon the wall. "Who slept here last night?" he asked.'
    assert english[14] == "[1] A barometer of this pattern holds about a pound of quicksilver."
    assert english[4].endswith('forty years [1]."')
    assert (len(chinese), chinese.last, chinese.encoding) == (20, 20, "utf-8-sig")
    assert chinese[3].startswith("梅镇")
    assert chinese[16] == "周掌柜的算盘打得很响，却一颗珠子也没有拨对。"
