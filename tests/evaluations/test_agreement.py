"""How alike two researchers are, worked by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.question import Player
from agent.trace import Event
from evaluations.agreement import agreement, cited, divergence, jaccard, order, overlap, same_answer
from evaluations.case import Case, Gold
from evaluations.found import found
from tests.evaluations.sides import asked, scored
from tests.evaluations.traces import EXTRACTIVE, MODEL, a_case, answered, events, failed, queried, quoted

NUMBERS = st.lists(st.integers(1, 30), max_size=8)


def test_jaccard_and_overlap_by_hand() -> None:
    assert jaccard([1, 2, 3], [2, 3, 4, 5]) == 2 / 5
    assert overlap([1, 10], [2, 20, 30]) == 2 * 1 / 5  # 1 and 2 are one apart
    assert overlap([1, 10], [2, 20, 30], tolerance=0) == 0.0
    assert jaccard([], [1]) == 0.0
    assert jaccard([], []) is None
    assert overlap([], []) is None


@given(NUMBERS, NUMBERS)
def test_they_are_the_same_from_either_side_and_whole_with_oneself(first: list[int], second: list[int]) -> None:
    assert jaccard(first, second) == jaccard(second, first)
    assert overlap(first, second) == overlap(second, first)
    if first:
        assert jaccard(first, first) == overlap(first, first) == 1.0


def places(*paragraphs: int) -> dict[int, int]:
    return {paragraph: at for at, paragraph in enumerate(paragraphs, 1)}


def test_the_order_of_common_citations_is_kendalls() -> None:
    # of 3, 5, 9 the other says 5, 3, 9: one of three pairs is turned, (2 − 1) / 3
    assert order(places(3, 7, 5, 9), places(5, 3, 9, 11)) == pytest.approx(1 / 3)
    assert order(places(1, 2), places(2, 1)) == -1.0
    assert order(places(1, 2), places(2, 3)) is None


def test_paragraphs_cited_in_one_step_are_tied() -> None:
    # one says 3 and 5 in a step, then 9; the other 3, 5, 9: two pairs agree, one is tied, 2 / √(2 · 3)
    assert order({3: 1, 5: 1, 9: 2}, places(3, 5, 9)) == pytest.approx(2 / 6**0.5)
    assert order({3: 1, 5: 1}, places(3, 5)) is None


NUMBERED = st.dictionaries(st.integers(1, 12), st.integers(1, 5), max_size=8)


@given(NUMBERED, NUMBERED)
def test_the_order_is_scipys_tau(first: dict[int, int], second: dict[int, int]) -> None:
    from scipy.stats import kendalltau  # takes a second to load

    both = [one for one in first if one in second]
    found = order(first, second)
    if len(both) < 2:
        assert found is None
        return
    expected = kendalltau([first[one] for one in both], [second[one] for one in both]).statistic
    assert found == (None if math.isnan(expected) else pytest.approx(expected))


def test_citations_have_the_place_of_the_first_step_that_cites_them() -> None:
    trace = answered(a_case(), steps=[("late", (9, 4)), ("early", (4, 2))], cited=(2, 4, 9, 30, 31))
    assert cited(trace) == {9: 1, 4: 1, 2: 2, 30: 3, 31: 3}
    assert cited(failed(a_case())) == {}


def test_two_lists_of_citations_without_steps_agree_in_no_order() -> None:
    """They are kept rising, which is nobody's order."""
    told = [answered(a_case(), cited=(2, 4, 9)) for _ in range(2)]
    assert order(cited(told[0]), cited(told[1])) is None


def text_case(name: str = "t") -> Case:
    return asked(name, "cofca", question={"kind": "text", "options": {}}, gold=Gold(answer="the Ferry Inn"))


def test_the_same_answer_is_a_label_or_a_text_of_the_same_words() -> None:
    case, text = a_case(), text_case()
    assert same_answer(case, answered(case, "A"), answered(case, "A")) == 1.0
    assert same_answer(case, answered(case, "A"), answered(case, None)) == 0.0
    assert same_answer(case, answered(case, None), failed(case)) is None
    assert same_answer(text, answered(text, "The Ferry Inn"), answered(text, "ferry inn")) == 1.0
    assert same_answer(text, answered(text, "The Ferry Inn"), answered(text, "the mill")) == 0.0


def moves(*told: tuple[str, Mapping[str, Any]], player: Player = MODEL) -> list[Event]:
    return events(a_case(), player, *told)


def test_two_researches_part_at_their_first_differing_move() -> None:
    first, second = moves(*queried("Q1"), quoted("E1", 3)), moves(*queried("Q1", [3]), quoted("E1", 4))
    parting = divergence(first, second)
    assert (parting.common, parting.first, parting.second) == (1, "noted", "noted")


def test_who_researched_and_when_is_no_difference() -> None:
    told = [*queried("Q1"), quoted("E1", 3)]
    later = [e.model_copy(update={"at": "2030-01-01T00:00:00Z"}) for e in moves(*told, player=EXTRACTIVE)]
    parting = divergence(moves(*told), later)
    assert (parting.common, parting.first, parting.second) == (2, "", "")


def test_one_that_goes_on_parts_from_one_that_ends() -> None:
    parting = divergence(moves(*queried("Q1")), moves(*queried("Q1"), quoted("E1", 3)))
    assert (parting.common, parting.first, parting.second) == (1, "", "noted")


def verdicts(**steps: int) -> list[dict[str, object]]:
    """Of each reference step, in which of the answer's steps it was found; 0 for none."""
    return [{"reference": name, "step": step} for name, step in steps.items()]


def test_who_found_which_gold_step_by_hand() -> None:
    why = [
        {"reference": "the key", "step": 1},
        {"reference": "the lock", "step": 0},
        {"reference": "the key", "step": 0},
    ]
    other = [
        {"reference": "the key", "step": 2},
        {"reference": "the lock", "step": 1},
        {"reference": "the key", "step": 0},
    ]
    first = scored("StepRecall(lexical)", {"a": 1 / 3}, why=why)
    second = scored("StepRecall(lexical)", {"a": 2 / 3}, why=other)
    (table,) = found([], first, second)
    assert (table.both, table.first, table.second, table.neither) == (1, 0, 1, 1)
    # observed 2/3; expected 1/3 · 2/3 + 2/3 · 1/3 = 4/9
    assert table.kappa == pytest.approx((2 / 3 - 4 / 9) / (5 / 9))


def test_a_gold_step_that_a_judge_finds_without_saying_where_is_found() -> None:
    """People, and a prompt of one's own, name no step."""
    first = [{"reference": "the key", "step": 0, "span": "", "found": True}, {"reference": "the lock", "step": 0}]
    scores = [scored("StepRecall(people-ann)", {"a": 0.5}, why=why) for why in (first, first[1:])]
    (table,) = found([], scores[0], scores[1])
    assert (table.both, table.first, table.second, table.neither) == (0, 0, 0, 1)
    (table,) = found([], scores[0], scores[0])
    assert (table.both, table.neither) == (1, 1)


def test_a_step_that_one_does_not_attempt_is_in_no_table() -> None:
    first = scored("StepRecall(m)", {"a": 1.0}, why=[{"reference": "seen", "step": 1}])
    both = [{"reference": "seen", "step": 0}, {"reference": "concluded", "step": 1}]
    (table,) = found([], first, scored("StepRecall(m)", {"a": 0.5}, why=both))
    assert (table.what, table.both + table.first + table.second + table.neither) == (
        "gold steps in the reasoning, by m",
        1,
    )


def test_steps_that_people_or_indices_alone_tell_of_are_found_too() -> None:
    """They name no step of the answer, and no words."""
    why = [
        {"reference": "the key", "step": 0, "span": "", "found": True},
        {"reference": "the lock", "step": 0, "span": ""},
    ]
    people = scored("StepRecall(people-ann)", {"a": 1 / 2}, why=why)
    (table,) = found([], people, people)
    assert (table.both, table.neither, table.kappa) == (1, 1, 1.0)


def test_who_got_to_which_gold_paragraph() -> None:
    case = a_case(("one", 3), ("two", 9), ("three", 12))
    first, second = scored("read", {case.id: 2 / 3}, read=[3, 9]), scored("read", {case.id: 1 / 3}, read=[9])
    (table,) = found([case], first, second)
    assert (table.what, table.both, table.first, table.second, table.neither) == ("gold paragraphs read", 1, 1, 0, 1)


def test_agreement_gathers_the_pairs_that_define_each_measure() -> None:
    case = a_case()
    told = answered(case, steps=[("a", (3,)), ("b", (5,))], before=queried("Q1", [3]))
    other = answered(case, "A", steps=[("a", (4,))], before=queried("Q1", [3]))
    made = agreement([(case, told, other), (case, told, told)], ([], []))
    alike = {one.name: (one.value, one.n) for one in made.alike}
    assert alike["same answer"] == (0.5, 2)
    assert alike["paragraphs cited: Jaccard"] == (0.5, 2)
    assert alike["paragraphs read: Jaccard"] == (None, 0)
    assert alike["order of common citations: τ_b"] == (1.0, 1)
    assert (made.same, made.parted, made.n) == (1, {"answered / answered": 1}, 2)


def test_the_agreement_of_nothing_is_nothing() -> None:
    made = agreement([], ([], []))
    assert (made.n, made.common, made.found) == (0, None, [])
