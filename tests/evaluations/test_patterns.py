"""Chain tables and joint scores against numbers worked by hand and the paper's own arithmetic."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.metrics import patterns
from evaluations.metrics.joint import BASES, Joint, Parts, joint
from evaluations.metrics.patterns import chain_table

TEN = [["ccc"], ["ccc"], ["ccc"], ["cwc"], ["wcc"], ["wwc"], ["ccw"], ["cww"], ["www"], ["www"]]


def test_the_table_has_a_row_for_every_pattern_and_sums_to_one() -> None:
    table = chain_table(TEN)
    assert list(table) == ["ccc", "ccw", "cwc", "cww", "wcc", "wcw", "wwc", "www"]
    assert table["ccc"] == pytest.approx(0.3)
    assert table["wcw"] == 0
    assert sum(table.values()) == pytest.approx(1)


def test_what_follows_from_a_table_worked_by_hand() -> None:
    table = chain_table(TEN)
    assert patterns.chain_accuracy(table) == pytest.approx(0.3)
    assert patterns.prefix_accuracy(table, 1) == pytest.approx(0.6)  # ccc x3, cwc, ccw, cww
    assert patterns.prefix_accuracy(table, 2) == pytest.approx(0.4)  # ccc x3, ccw
    assert patterns.wrong_chains(table) == pytest.approx(0.3)  # cwc, wcc, wwc
    assert patterns.failure_rate(table) == pytest.approx(3 / 6)
    assert patterns.error_propagation(table) == pytest.approx(3 / 6)  # cww, www x2 of those and cwc, wcc, wwc
    assert patterns.composition_gap(table) == pytest.approx(1 / 4)


def test_the_published_2_hop_figures_of_gpt_3_5_agree() -> None:
    table = dict.fromkeys(chain_table([["ccc"]]), 0.0) | {"ccc": 13.3, "wcc": 6.7, "cwc": 3.7, "wwc": 7.3, "www": 69.0}
    assert patterns.wrong_chains(table) == pytest.approx(17.7)
    assert patterns.failure_rate(table) == pytest.approx(0.571, abs=0.0005)


def test_rates_of_nothing_are_undefined() -> None:
    table = chain_table([["www"]])
    assert patterns.failure_rate(table) is None
    assert patterns.composition_gap(table) is None
    assert patterns.error_propagation(chain_table([["ccc"]])) is None


def test_every_question_weighs_the_same_however_often_it_was_repeated() -> None:
    table = chain_table([["cc", "cw"], ["ww"]])
    assert table == pytest.approx({"cc": 0.25, "cw": 0.25, "wc": 0, "ww": 0.5})


@pytest.mark.parametrize("questions", [[], [[]], [["cc"], ["ccc"]]])
def test_questions_of_different_lengths_have_no_table(questions: list[list[str]]) -> None:
    with pytest.raises(ValueError, match="one number of sub-questions"):
        chain_table(questions)


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.text("cw", min_size=n + 1, max_size=n + 1), min_size=1)))
def test_any_table_has_all_rows_and_sums_to_one(found: list[str]) -> None:
    table = chain_table([[pattern] for pattern in found])
    assert len(table) == 2 ** len(found[0])
    assert sum(table.values()) == pytest.approx(1)
    right = sum(share for pattern, share in table.items() if pattern.endswith("c"))
    assert patterns.chain_accuracy(table) + patterns.wrong_chains(table) == pytest.approx(right)


TWO = [
    [Parts(1, 1, 1), Parts(1, 0.5, 1)],
    [Parts(0, 0.5, 0.5), Parts(1, 1, 1)],
]


def test_joint_scores_from_averages_worked_by_hand() -> None:
    # averages: sub EM 0.5, P 0.75, R 0.75; final EM 1, P 0.75, R 1
    found = joint(TWO)
    precision, recall = 0.75 * 0.75, 0.75 * 1
    assert found.em == 0.5
    assert found.f1 == pytest.approx(2 * precision * recall / (precision + recall))
    assert found.logarithmic().em == pytest.approx(math.log(2))
    assert found.logarithmic().f1 == pytest.approx(-math.log(found.f1))
    assert found.logarithmic(BASES["2"]).em == pytest.approx(1)
    assert found.logarithmic(BASES["10"]).em == pytest.approx(0.30103)


def test_joint_scores_of_each_question_worked_by_hand() -> None:
    # products: EM 1 and 0; F1 of (0.5, 1) is 2/3 and of (0.5, 0.5) is 1/2
    found = joint(TWO, "question")
    assert [found.em, found.f1] == pytest.approx([0.5, (2 / 3 + 1 / 2) / 2])


def test_a_factor_of_0_is_infinitely_bad_and_perfection_is_0() -> None:
    assert joint([[Parts(0, 0, 0), Parts(1, 1, 1)]]).logarithmic() == Joint(math.inf, math.inf)
    perfect = joint([[Parts(1, 1, 1), Parts(1, 1, 1)]]).logarithmic()
    assert str(perfect.em) == str(perfect.f1) == "0.0"


def test_no_question_has_no_joint_score() -> None:
    with pytest.raises(ValueError, match="one number of sub-questions"):
        joint([])
