"""LFED's reading of replies, its three tries, its table; option letters beside Chinese text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.question import Question
from evaluations.benchmarks.letters import letters, most_frequent
from evaluations.benchmarks.lfed.reading import LETTER_ONLY, Tried, read, three_tries
from evaluations.benchmarks.lfed.tables import always_unanswerable, best_letter, grids
from evaluations.case import Case, Gold, Score

ASKED = Question(id="q", benchmark="lfed", kind="choice", text="谁？", options={"A": "甲", "B": "乙", "C": "丙"})


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("B", "B"),
        ("答案是B。", "B"),
        ("选B，因为乙最像", "B"),
        ("B2", "B"),
        ("（Ｂ）", "B"),
        ("B B B", "B"),
        ("A不对，C也不对，所以选C", "C"),
        ("D", "D"),
        ("选项A和B都有道理", None),
        ("A、B、C、D", None),
        ("ABC", None),
        ("Because of the Bell", None),
        ("b", None),
        ("", None),
        ("不知道", None),
        ("éB", None),
    ],
)
def test_one_letter_or_the_most_frequent_is_read_and_a_tie_is_not(reply: str, letter: str | None) -> None:
    assert read(ASKED, reply) == letter


def test_a_letter_counts_when_no_latin_letter_touches_it() -> None:
    assert letters("选A不选B, not C: Dog cAt 1D2", "ABCD") == ["A", "B", "C", "D"]
    assert letters("A", "") == []
    assert letters("一 1", ("1", "zwei")) == ["1"]


@given(st.text(max_size=60))
def test_what_is_read_is_the_strictly_most_frequent_letter(reply: str) -> None:
    found = letters(reply, "ABCD")
    letter = most_frequent(found)
    if letter is None:
        assert not found or max(map(found.count, "ABCD")) in [
            found.count(x) for x in "ABCD" if x != max("ABCD", key=found.count)
        ]
    else:
        assert all(found.count(letter) > found.count(other) for other in "ABCD" if other != letter)


async def tried(*replies: str) -> tuple[Tried, list[str]]:
    waiting, added = list(replies), []

    async def ask(suffix: str) -> str:
        added.append(suffix)
        return waiting.pop(0)

    return await three_tries(ASKED, ask), added


async def test_a_reply_that_can_be_read_is_asked_for_once() -> None:
    assert await tried("B", "C") == (Tried("B", ("B",)), [""])


async def test_an_unreadable_reply_is_asked_again_for_a_letter_only() -> None:
    assert await tried("A或B", "嗯", "C") == (Tried("C", ("A或B", "嗯", "C")), ["", LETTER_ONLY, LETTER_ONLY])


async def test_after_three_tries_there_is_no_answer() -> None:
    made, added = await tried("", "A和B", "不知道", "C")
    assert made == Tried(None, ("", "A和B", "不知道"))
    assert len(added) == 3


def case(name: str, gold: str, category: str = "", last: str = "丁") -> Case:
    options = {"A": "甲", "B": "乙", "C": "丙", "D": last}
    question = Question(id=name, benchmark="lfed", kind="choice", text="谁？", options=options)
    return Case(question=question, gold=Gold(answer=gold), tags={"category": category} if category else {})


def scored(**right: float) -> list[Score]:
    return [Score(case=name, repeat=1, metric="accuracy", value=value) for name, value in right.items()]


def test_constant_controls_by_hand() -> None:
    cases = [case("a", "A"), case("b", "B"), case("c", "B"), case("d", "D", last="无法回答，书中没有")]
    assert best_letter(cases) == ("B", 0.5)
    assert best_letter(cases[:2]) == ("A", 0.5)
    assert always_unanswerable(cases) == 0.25
    assert always_unanswerable([case("e", "A", last="无法回答")]) == 0


def test_the_table_has_a_row_a_category_in_the_official_order_and_one_for_all() -> None:
    cases = [
        case("a", "D", "counterfactual", "无法回答"),
        case("b", "A", "literary style"),
        case("c", "B", "literary style"),
        case("d", "B", "别的"),
        case("e", "B", "literary style"),
    ]
    (grid,) = grids(cases, scored(a=1.0, b=0.0, c=1.0, d=0.5))
    assert grid.rows == (
        ("literary style", 2, 0.5, "A", 0.5, 0.0),
        ("counterfactual", 1, 1.0, "D", 1.0, 1.0),
        ("别的", 1, 0.5, "B", 1.0, 0.0),
        ("all", 4, 0.625, "B", 0.5, 0.25),
    )


def test_without_categories_there_is_one_row_and_without_scores_no_table() -> None:
    (grid,) = grids([case("a", "A")], scored(a=1.0))
    assert [row[0] for row in grid.rows] == ["all"]
    assert grids([case("a", "A")], []) == []
