"""Lettered lists in the text of a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.benchmarks.lettered import LETTERS, options_in

THREE = {"A": "Pym", "B": "Luce", "C": "Dray"}


@pytest.mark.parametrize(
    "text",
    [
        "Who?\nA. Pym\nB. Luce\nC. Dray\n\nGive a letter.",
        "Who?\n\nA) Pym\n\nB) Luce\n\nC) Dray",
        "Who?\n(A) Pym\n(B) Luce\n(C) Dray",
        "Who?\n[A] Pym\n[B] Luce\n[C] Dray",
        "Who?\nA: Pym\nB: Luce\nC: Dray",
        "Who?\n**A.** Pym\n**B.** Luce\n**C.** Dray",
        "Who?\n- A. Pym\n- B. Luce\n- C. Dray",
        "Who?\na) Pym\nb) Luce\nc) Dray",
        "Who?\nA.\nPym\nB.\nLuce\nC.\nDray",
        "Who? (A) Pym (B) Luce (C) Dray",
        "Who? A) Pym,B) Luce,C) Dray",
        "Who? A. Pym B. Luce C. Dray",
        "Options: A: Pym; B: Luce; C: Dray",
        "Who? ['A. Pym', 'B. Luce', 'C. Dray']",
        "谁？A、Pym B、Luce C、Dray",
        "谁？\nＡ．Pym\nＢ．Luce\nＣ．Dray",
        "（a）x，（b）y。谁？\nA. Pym\nB. Luce\nC. Dray",
        "Dr. A. Stone asked Mr. B. Wren: who?\nA. Pym\nB. Luce\nC. Dray",
    ],
)
def test_a_list_of_any_usual_shape_is_read(text: str) -> None:
    assert options_in(text) == THREE


@pytest.mark.parametrize(
    "text", ["", "Who?", "A", "A. Pym", "B. Luce\nC. Dray", "(A) (B) (C)", "A. Pym\nC. Dray", "A\nB", "Vitamin B."]
)
def test_what_is_no_list_from_a_on_gives_nothing(text: str) -> None:
    assert options_in(text) == {}


def test_numbers_without_a_space_are_options_too() -> None:
    assert options_in("How many? (A)6 (B)7 (C)8 (D)9 (E)10") == dict(
        zip("ABCDE", ["6", "7", "8", "9", "10"], strict=True)
    )


def test_the_longest_list_is_taken_and_of_equal_ones_the_last() -> None:
    assert list(options_in("A. x\nB. y\nThen choose:\nA. 1\nB. 2\nC. 3")) == list("ABC")
    assert options_in("A. x\nB. y\nThen choose:\nA. 1\nB. 2") == {"A": "1", "B": "2"}


def test_a_lower_case_list_and_an_upper_case_one_are_not_mixed() -> None:
    assert options_in("a. x\nB. y") == {}


@given(st.text(max_size=60) | st.text(alphabet="AaBbC.)(:、 \n*,", max_size=60))
def test_whatever_the_text_options_are_letters_in_order_with_texts(text: str) -> None:
    found = options_in(text)
    assert list(found) == list(LETTERS[: len(found)])
    assert all(found.values())
    assert len(found) != 1
