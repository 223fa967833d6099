"""Odd values in one row of an annotation file, each put into a good question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.evaluations.annotations import (
    ABSENT,
    NOVEL_EN,
    annotation,
    asked,
    question,
    read_from,
    second,
    skipped,
    written,
)


def nested(depth: int) -> Any:
    made: Any = "deep"
    for _ in range(depth):
        made = [made]
    return made


def kinds(folder: Path, **changes: Any) -> list[tuple[str, int | None]]:
    return [(step.kind, step.position) for step in second(folder, **changes).gold.steps]


def told(folder: Path, **changes: Any) -> list[str]:
    return [odd.what for odd in asked(folder, **changes).oddities if odd.done == "repaired"]


@pytest.mark.parametrize("position", [None, True, -1, 0, -28, 2.5, float("nan"), float("inf"), 10**30, 1e300, "soon"])
def test_an_answer_position_that_is_no_paragraph_number_skips_the_row(tmp_path: Path, position: object) -> None:
    assert "no usable answer_position" in skipped(tmp_path, answer_position=position)


@pytest.mark.parametrize("position", [[28], {"A": 28}, nested(40)])
def test_an_answer_position_that_is_a_container_skips_the_row(tmp_path: Path, position: object) -> None:
    assert "no usable answer_position" in skipped(tmp_path, answer_position=position)


@pytest.mark.parametrize("position", [28.0, "28", " 28 "])
def test_an_answer_position_that_reads_as_a_whole_number_is_repaired(tmp_path: Path, position: object) -> None:
    assert second(tmp_path, answer_position=position).cut == 28
    assert told(tmp_path, answer_position=position) == ["answer_position is not a number but reads as one"]


def test_the_last_paragraph_may_be_the_answers_and_the_one_after_it_may_not(tmp_path: Path) -> None:
    assert second(tmp_path, answer_position=30).cut == 30
    assert "lies outside the book" in skipped(tmp_path, answer_position=31)


def test_the_second_paragraph_may_be_the_answers_and_the_first_may_not(tmp_path: Path) -> None:
    assert second(tmp_path, answer_position=2).cut == 2
    assert "nothing may be read" in skipped(tmp_path, answer_position=1)


@pytest.mark.parametrize("answer", ["D", "d", " D", "D ", "D.", "(D)", "（d）"])
def test_an_answers_letter_is_read_without_spaces_brackets_or_case(tmp_path: Path, answer: str) -> None:
    assert second(tmp_path, answer=answer).gold.answer == "D"


@pytest.mark.parametrize("answer", ["", "E", "Nell", "AD", None, 3, ["D"], {"D": "Nell"}, float("nan"), True, ABSENT])
def test_an_answer_that_is_no_options_letter_skips_the_row(tmp_path: Path, answer: object) -> None:
    assert "is not one of A, B, C, D" in skipped(tmp_path, answer=answer)


@pytest.mark.parametrize("text", ["", "  ", "( )", "（", "200] ", None, 7, ["Who?"], ABSENT])
def test_a_question_without_text_skips_the_row(tmp_path: Path, text: object) -> None:
    assert skipped(tmp_path, question=text) == "it has no question text"


def test_brackets_and_numbers_inside_a_question_are_left_alone(tmp_path: Path) -> None:
    text = "Who (besides Nell) knew of the 2 [sic] deeds?"
    assert second(tmp_path, question=text).question.text == text
    assert told(tmp_path, question=text) == []


def test_a_question_that_ends_in_brackets_and_a_mark_keeps_the_mark(tmp_path: Path) -> None:
    assert second(tmp_path, question="Was it Nell ( )?").question.text == "Was it Nell?"


@pytest.mark.parametrize("options", [{}, [], ["one"], {"A": "one"}, {"A": "one", "B": " "}, "A", None, 4, ABSENT])
def test_fewer_than_two_options_skip_the_row(tmp_path: Path, options: object) -> None:
    assert skipped(tmp_path, options=options) == "it has fewer than two options"


def test_an_empty_option_in_a_list_does_not_move_the_letters(tmp_path: Path) -> None:
    asked_of = second(tmp_path, options=["Pym", "", "Dray", "Nell"]).question
    assert asked_of.options == {"A": "Pym", "C": "Dray", "D": "Nell"}


def test_an_option_that_is_no_text_is_left_out_and_told(tmp_path: Path) -> None:
    options = {"A": "Pym", "B": 3, "C": None, "D": "Nell"}
    assert second(tmp_path, options=options).question.options == {"A": "Pym", "D": "Nell"}
    assert told(tmp_path, options=options) == ["options without a text or a letter of their own were left out"]


def test_options_are_put_in_the_order_of_their_letters(tmp_path: Path) -> None:
    options = {"d ": "Nell", "B": "Luce", "A": "Pym"}
    assert list(second(tmp_path, options=options).question.options.items()) == [
        ("A", "Pym"),
        ("B", "Luce"),
        ("D", "Nell"),
    ]


def test_an_option_without_a_letter_is_left_out_and_cannot_be_the_answer(tmp_path: Path) -> None:
    options = {"": "Nell", "A": "Pym", "B": "Luce"}
    assert second(tmp_path, options=options, answer="B").question.options == {"A": "Pym", "B": "Luce"}
    assert "is not one of A, B" in skipped(tmp_path, options=options, answer="")


def test_two_options_with_one_letter_are_told(tmp_path: Path) -> None:
    options = {"A": "Pym", "a ": "Luce", "D": "Nell"}
    assert told(tmp_path, options=options) == ["options without a text or a letter of their own were left out"]


def test_the_right_option_without_text_skips_the_row(tmp_path: Path) -> None:
    assert "is not one of A, B" in skipped(tmp_path, options={"A": "Pym", "B": "Luce", "D": ""})


@pytest.mark.parametrize("position", [31, 0, -2, 10**30, 2.5, float("nan"), True, "", "on page 3", [19], {}])
def test_a_steps_position_that_is_no_paragraph_leaves_it_unplaced_and_told(tmp_path: Path, position: object) -> None:
    positions = [19, position, -1]
    assert kinds(tmp_path, clue_position=positions) == [("explicit", 19), ("unplaced", None), ("inferred", None)]
    (said,) = told(tmp_path, clue_position=positions)
    assert "is not a paragraph of the book" in said


def test_a_null_among_the_positions_is_a_missing_position(tmp_path: Path) -> None:
    positions = [19, None, -1]
    assert kinds(tmp_path, clue_position=positions) == [("explicit", 19), ("unplaced", None), ("inferred", None)]
    assert told(tmp_path, clue_position=positions) == ["3 reasoning steps have 2 positions; the rest are unplaced"]


def test_one_position_may_stand_without_a_list(tmp_path: Path) -> None:
    assert kinds(tmp_path, reasoning="The pan had gone grey.", clue_position=20) == [("explicit", 20)]


def test_minus_one_is_inferred_as_a_number_and_as_text(tmp_path: Path) -> None:
    assert kinds(tmp_path, clue_position=[-1, "-1", -1.0]) == [("inferred", None)] * 3


def test_clue_position_is_followed_when_both_names_are_there(tmp_path: Path) -> None:
    assert kinds(tmp_path, evidence_position=[1, 2, 3])[0] == ("explicit", 19)


def test_a_step_without_text_is_left_out_with_its_position(tmp_path: Path) -> None:
    reasoning = ["Bright metal lay in the ashes.", " ", "So Nell broke it."]
    assert kinds(tmp_path, reasoning=reasoning) == [("explicit", 19), ("inferred", None)]
    assert told(tmp_path, reasoning=reasoning) == ["a reasoning step without text was left out"]


@pytest.mark.parametrize("reasoning", [ABSENT, None, {}, 5, []])
def test_a_question_without_reasoning_is_a_case_without_reference_steps(tmp_path: Path, reasoning: object) -> None:
    assert second(tmp_path, reasoning=reasoning).gold.steps == ()
    assert told(tmp_path, reasoning=reasoning) == ["0 reasoning steps have 3 positions; the surplus is ignored"]


@pytest.mark.parametrize("raw", [None, 3, "text", [], [[]], True, {}])
def test_a_row_that_is_no_question_is_skipped_once(tmp_path: Path, raw: object) -> None:
    loaded = read_from(written(tmp_path / "7.json", annotation(raw, question())), NOVEL_EN)
    assert [case.id for case in loaded.cases] == ["7-q2"]
    assert [(odd.source, odd.what) for odd in loaded.skipped] == [("7.json question 1", "it has no question text")]
