"""F1s, accuracy and bias of verdicts, by numbers worked by hand; PRELUDE's tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.question import CONSISTENT, CONTRADICT, Question
from evaluations.benchmarks.prelude.tables import grids
from evaluations.case import Case, Gold, Score
from evaluations.metrics import verdicts
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.verdicts import Verdict, agreement
from tests.evaluations.traces import answered, failed


def told(*counts: tuple[str, str | None, int]) -> list[Verdict]:
    return [(gold, predicted) for gold, predicted, count in counts for _ in range(count)]


def test_always_consistent_gets_the_published_figures() -> None:
    made = agreement(told((CONSISTENT, CONSISTENT, 434), (CONTRADICT, CONSISTENT, 361)))
    assert round(100 * made.accuracy, 1) == 54.6
    assert made.macro_f1 is not None
    assert round(100 * made.macro_f1, 1) == 35.3
    assert made.f1_contradict == 0
    assert made.bias == pytest.approx(-361 / 795)


def test_f1s_of_a_mixed_set_by_hand() -> None:
    # consistent: TP 6, FP 2, FN 4 -> 12/18; contradict: TP 3, FP 3, FN 2 -> 6/11; one of the 15 is unread
    made = agreement(
        told(
            (CONSISTENT, CONSISTENT, 6),
            (CONSISTENT, CONTRADICT, 3),
            (CONSISTENT, None, 1),
            (CONTRADICT, CONTRADICT, 3),
            (CONTRADICT, CONSISTENT, 2),
        )
    )
    assert made.f1_consistent == pytest.approx(12 / 18)
    assert made.f1_contradict == pytest.approx(6 / 11)
    assert made.macro_f1 == pytest.approx((12 / 18 + 6 / 11) / 2)
    assert (made.n, made.unread) == (15, 1)
    assert made.accuracy == pytest.approx(9 / 15)
    assert made.bias == pytest.approx(6 / 15 - 5 / 15)


def test_an_unread_reply_is_a_miss_for_its_class_and_nothing_for_the_other() -> None:
    read = told((CONSISTENT, CONSISTENT, 3), (CONTRADICT, CONTRADICT, 3))
    made = agreement([*read, (CONTRADICT, None)])
    assert made.f1_consistent == 1
    assert made.f1_contradict == pytest.approx(6 / 7)
    assert made.accuracy == pytest.approx(6 / 7)


def test_a_class_that_no_verdict_bears_on_has_no_f1() -> None:
    made = agreement(told((CONSISTENT, CONSISTENT, 2)))
    assert (made.f1_consistent, made.f1_contradict, made.macro_f1) == (1, None, None)
    with pytest.raises(ValueError, match="at least one"):
        agreement([])


LABELS = [CONSISTENT, CONTRADICT]


@given(st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from([*LABELS, None])), min_size=1))
def test_figures_are_shares_and_do_not_depend_on_the_order(some: list[Verdict]) -> None:
    made = agreement(some)
    assert made == agreement(reversed(some))
    assert 0 <= made.accuracy <= 1
    assert -1 <= made.bias <= 1
    assert all(f1 is None or 0 <= f1 <= 1 for f1 in (made.f1_consistent, made.f1_contradict, made.macro_f1))


def case(name: str, gold: str, title: str = "The Last Ferry", language: str = "en", **tags: str) -> Case:
    question = Question.model_validate(
        {"id": name, "benchmark": "prelude", "kind": "verdict", "text": "x", "title": title, "language": language}
    )
    return Case(question=question, gold=Gold(answer=gold), tags=tags)


def test_the_measure_tells_predicted_and_gold_and_leaves_an_abstention_undefined() -> None:
    one = case("a", CONTRADICT)
    predicted, gold = verdicts.measure(Exhibit(one, answered(one, CONTRADICT)))
    assert (predicted.metric, predicted.value, predicted.read) == (verdicts.PREDICTED, 1.0, CONTRADICT)
    assert (gold.metric, gold.value) == (verdicts.GOLD, 1.0)
    for trace in (answered(one, None), answered(one, "maybe"), failed(one)):
        assert verdicts.measure(Exhibit(one, trace))[0].value is None
    assert verdicts.measure(Exhibit(one, answered(one, CONSISTENT)))[0].value == 0.0


def scored(*pairs: tuple[Case, str | None]) -> list[Score]:
    return [score for one, value in pairs for score in verdicts.measure(Exhibit(one, answered(one, value)))]


def test_the_tables_group_by_language_book_public_books_and_sub_label() -> None:
    cases = [
        case("a", CONSISTENT, **{"public": "yes", "sub-label": "core"}),
        case("b", CONTRADICT, **{"public": "yes", "sub-label": "global"}),
        case("c", CONTRADICT, "更楼", "zh", **{"public": "no", "sub-label": "global"}),
        case("d", CONSISTENT, "更楼", "zh", **{"public": "no"}),
    ]
    scores = scored((cases[0], CONSISTENT), (cases[1], CONTRADICT), (cases[2], CONSISTENT), (cases[3], None))
    verdict, book, sub_label = grids(cases, scores)
    assert [row[:2] for row in verdict.rows] == [("all", 4), ("en", 2), ("zh", 2), ("public books", 2)]
    rows = {row[0]: row[2:] for row in verdict.rows}
    assert rows["en"] == (1.0, 1.0, 1.0, 1.0, 0.0, 0)
    assert rows["zh"] == (0.0, 0.0, 0.0, 0.0, -0.5, 1)
    assert rows["public books"] == rows["en"]
    assert [row[:2] for row in book.rows] == [("The Last Ferry", 2), ("更楼", 2)]
    assert sub_label.rows == (("core", CONSISTENT, 1, 1.0, 0), ("global", CONTRADICT, 2, 0.5, 0))


def test_there_are_no_tables_without_verdicts_and_none_by_sub_label_without_any() -> None:
    one = case("a", CONSISTENT)
    assert grids([one], []) == []
    assert [grid.title for grid in grids([one], scored((one, CONSISTENT)))] == ["Verdicts", "By book"]
