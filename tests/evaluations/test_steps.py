"""StepRecall with the lexical judge, worked by hand on views whose word counts are known."""

from __future__ import annotations

import math

import pytest

from agent.trace import Trace
from evaluations.case import Case, ReferenceStep, Score
from evaluations.metrics import steps
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.lexical import judge
from tests.evaluations.traces import EXTRACTIVE, a_case, answered, failed
from tools.book import Book, Paragraph
from tools.keyword import KeywordIndex

EVEN = Book(
    title="Even",
    paragraphs=(
        Paragraph(1, "copper pan bottom turned silver"),
        Paragraph(2, "captain boots dried white salt"),
        Paragraph(3, "ferry hearth clock mantel bolt"),
        Paragraph(4, "红漆铁末"),
    ),
)
"""Every word stands in one paragraph of four: all weigh the same, and containment is a share of words."""

Given = list[tuple[str, tuple[int, ...]]]


def scores(case: Case, trace: Trace, view: Book | None = EVEN) -> dict[str, Score]:
    return {score.metric: score for score in steps.measure(Exhibit(case, trace, view))}


def recall(reference: str, at: int | None, *told: tuple[str, tuple[int, ...]], view: Book = EVEN) -> float | None:
    """StepRecall of one reference step when the answer has these (text, paragraphs) as steps."""
    case = a_case((reference, at))
    return scores(case, answered(case, steps=told), view)[steps.ALL].value


@pytest.mark.parametrize(
    ("step", "found"),
    [
        ("copper pan bottom turned silver", 1.0),  # 5 of 5
        ("silver turned bottom", 1.0),  # 3 of 5 is the limit of 0.6, in any order
        ("copper pan", 0.0),  # 2 of 5
        ("The copper of the pan was turned over.", 1.0),  # 3 of 5, among stop words and others
        ("captain boots dried white salt", 0.0),
        ("", 0.0),
    ],
)
def test_a_step_is_found_when_another_holds_six_tenths_of_its_words(step: str, found: float) -> None:
    assert recall("copper pan bottom turned silver", 1, (step, ())) == found


@pytest.mark.parametrize(
    ("at", "cited", "found"),
    [
        (10, (10,), 1.0),
        (10, (9,), 1.0),
        (10, (3, 11), 1.0),
        (10, (8,), 0.0),
        (10, (12,), 0.0),
        (10, (), 0.0),
        (-1, (10,), 0.0),
        (None, (10,), 0.0),
    ],
)
def test_three_tenths_are_enough_when_a_cited_paragraph_lies_within_one(
    at: int | None, cited: tuple[int, ...], found: float
) -> None:
    # "copper pan" holds 2 of 5 words: 0.4
    assert recall("copper pan bottom turned silver", at, ("copper pan", cited)) == found


def test_three_tenths_is_the_limit_nearby() -> None:
    ten = "copper pan bottom turned silver captain boots dried white salt"
    assert recall(ten, 10, ("copper pan bottom", (10,))) == 1.0  # 3 of 10
    assert recall(ten, 10, ("copper pan", (10,))) == 0.0  # 2 of 10


@pytest.mark.parametrize("paragraphs", [1, 2, 3, 5, 7, 10, 50, 333])
def test_the_limits_themselves_are_enough_however_much_a_word_weighs(paragraphs: int) -> None:
    texts = ["copper pan bottom turned silver captain boots dried white salt"]
    texts += [f"ferry {n}" for n in range(paragraphs - 1)]
    view = Book(title="", paragraphs=tuple(Paragraph(n, text) for n, text in enumerate(texts, 1)))
    assert recall("copper pan bottom turned silver", -1, ("copper pan bottom", ()), view=view) == 1.0
    assert recall(texts[0], 10, ("copper pan bottom", (10,)), view=view) == 1.0
    assert recall(texts[0], -1, ("salt white dried boots captain silver", ()), view=view) == 1.0


def test_rare_words_weigh_more_than_common_ones() -> None:
    # of four paragraphs "hallam" stands in all and "pan" in one: ln(1 + .5/4.5) = .1054, ln(1 + 3.5/1.5) = 1.2040
    texts = ["Hallam saw the pan", "Hallam sat", "Hallam ate", "Hallam slept"]
    index = KeywordIndex(enumerate(texts, 1))
    case = a_case(("Hallam has the pan", 1))
    answer = answered(case, steps=[("Hallam", ()), ("the pan", ())]).answer
    assert answer is not None
    (verdict,) = judge(case.gold.steps, answer.steps, index).contained or ()
    assert (verdict.found, verdict.step) == (True, 2)
    assert verdict.containment == pytest.approx(math.log(10 / 3) / (math.log(10 / 3) + math.log(10 / 9)), abs=1e-4)
    assert verdict.containment == pytest.approx(0.9195, abs=1e-4)
    (only_common,) = judge(case.gold.steps, answer.steps[:1], index).contained or ()
    assert (only_common.found, only_common.step) == (False, 0)
    assert only_common.containment == pytest.approx(0.0805, abs=1e-4)


def test_repeated_words_count_once_on_both_sides() -> None:
    assert recall("pan pan pan pan copper", 10, ("pan", ())) == 0.0  # 1 of 2, not 4 of 5
    assert recall("pan copper", 10, ("pan pan pan pan", ())) == 0.0  # 1 of 2
    assert recall("pan pan copper", 10, ("copper pan", ())) == 1.0


def test_words_are_compared_by_their_stems_and_without_case() -> None:
    assert recall("The captain's boots dried", 2, ("BOOT, drying: captains", ())) == 1.0


def test_chinese_is_compared_by_characters_and_their_pairs() -> None:
    # 红漆铁末 has four characters and three pairs: 红漆 holds 2 + 1 of 7, 红漆铁 holds 3 + 2 of 7
    assert recall("红漆铁末", -1, ("红漆", ())) == 0.0
    assert recall("红漆铁末", 10, ("红漆", (10,))) == 1.0
    assert recall("红漆铁末", -1, ("红漆铁", ())) == 1.0


def test_words_must_stand_in_one_step_not_in_several_together() -> None:
    assert recall("copper pan bottom turned silver", 1, ("copper pan", ()), ("bottom turned", ())) == 0.0


def test_only_the_first_twenty_steps_are_read() -> None:
    idle: Given = [("ferry", ())] * 19
    right = ("copper pan bottom turned silver", ())
    assert recall("copper pan bottom turned silver", 1, *idle, right) == 1.0
    assert recall("copper pan bottom turned silver", 1, *idle, ("ferry", ()), right) == 0.0


def test_only_the_first_sixty_words_of_a_step_are_read() -> None:
    assert recall("copper pan silver", 1, ("ferry " * 57 + "copper pan silver", ())) == 1.0
    assert recall("copper pan silver", 1, ("ferry " * 58 + "copper pan silver", ())) == 1.0  # 2 of 3
    assert recall("copper pan silver", 1, ("ferry " * 59 + "copper pan silver", ())) == 0.0  # 1 of 3


def test_only_the_first_hundred_and_twenty_characters_of_chinese_are_read() -> None:
    assert recall("红漆铁末", -1, ("天" * 116 + "红漆铁末", ())) == 1.0
    assert recall("红漆铁末", -1, ("天" * 117 + "红漆铁末", ())) == 1.0  # 红漆铁, 5 of 7
    assert recall("红漆铁末", -1, ("天" * 118 + "红漆铁末", ())) == 0.0  # 红漆, 3 of 7


def test_a_chinese_name_in_an_english_step_does_not_shorten_it() -> None:
    step = "陈医生 told them of it when " + "the ferry came and " * 8 + "copper pan silver"
    assert len(step) > 120
    assert recall("copper pan silver", 1, (step, ())) == 1.0


def test_recall_is_the_share_found_over_all_and_over_explicit_and_inferred_steps() -> None:
    case = a_case(
        ("copper pan bottom turned silver", 1),
        ("captain boots dried white salt", 2),
        ("ferry hearth clock mantel bolt", -1),
        ("mantel clock", None),
    )
    trace = answered(case, steps=[("copper pan bottom", (1,)), ("ferry hearth clock mantel bolt", ())], repeat=2)
    found = scores(case, trace)
    assert found[steps.ALL].value == 3 / 4
    assert found[steps.EXPLICIT].value == 1 / 2
    assert found[steps.INFERRED].value == 1.0
    assert (found[steps.ALL].read, found[steps.EXPLICIT].read) == ("3 of 4", "1 of 2")
    assert {(score.case, score.repeat) for score in found.values()} == {(case.id, 2)}


def test_a_score_names_the_step_each_reference_was_found_in_and_its_containment() -> None:
    case = a_case(("copper pan bottom turned silver", 1), ("captain boots dried white salt", 2))
    trace = answered(case, steps=[("copper", ()), ("copper pan bottom turned", ()), ("captain", ())])
    assert scores(case, trace)[steps.ALL].why == [
        {"reference": "copper pan bottom turned silver", "step": 2, "containment": 0.8},
        {"reference": "captain boots dried white salt", "step": 0, "containment": 0.2},
    ]


def test_a_nearby_step_is_preferred_to_one_with_more_of_the_words_that_is_not_found() -> None:
    case = a_case(("copper pan bottom turned silver captain boots dried white salt", 10))
    trace = answered(case, steps=[("copper pan bottom turned silver", (1,)), ("captain boots dried", (10,))])
    found = {"reference": case.gold.steps[0].text, "step": 2, "containment": 0.3}
    assert scores(case, trace)[steps.ALL].why == [found]


def test_inferred_steps_of_a_researcher_that_draws_no_inferences_are_not_attempted() -> None:
    case = a_case(("copper pan bottom turned silver", 1), ("ferry hearth clock mantel bolt", -1))
    found = scores(case, answered(case, steps=[("copper pan bottom", ())], player=EXTRACTIVE))
    assert (found[steps.ALL].value, found[steps.EXPLICIT].value) == (1.0, 1.0)
    assert (found[steps.INFERRED].value, found[steps.INFERRED].why) == (None, "not attempted")


def test_recall_is_undefined_without_the_book() -> None:
    case = a_case(("copper pan", 1), ("so", -1))
    found = scores(case, answered(case, steps=[("copper pan", (1,))]), None)
    assert [(s.value, s.why) for s in found.values()] == [(None, "book not found")] * 3


def test_recall_is_undefined_without_reference_steps() -> None:
    case = a_case()
    found = scores(case, answered(case, steps=[("copper pan", (1,))]))
    assert [(name, score.value, score.why) for name, score in found.items()] == [
        (steps.ALL, None, "no reference steps"),
        (steps.EXPLICIT, None, "no explicit steps"),
        (steps.INFERRED, None, "no inferred steps"),
    ]


def test_recall_is_zero_without_an_answer_or_without_steps() -> None:
    case = a_case(("copper pan", 1))
    for trace in (failed(case), answered(case, None), answered(case, "D")):
        assert scores(case, trace)[steps.ALL].value == 0.0


def test_a_reference_without_any_word_is_not_found_and_divides_nothing() -> None:
    reference = ReferenceStep(text="It was so, then.", kind="inferred")
    (verdict,) = judge([reference], [], KeywordIndex([(1, "copper")])).contained or ()
    assert (verdict.found, verdict.step, verdict.containment) == (False, 0, 0.0)
    assert recall("…！？", 1, ("…！？", (1,))) == 0.0
