"""Intervals over verdicts that hang together by question and by book: by hand, and by simulation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from agent.question import Question
from evaluations.calibration.agreement import calibrated
from evaluations.calibration.figures import Figure
from evaluations.calibration.sheet import Label
from evaluations.case import Case, Gold, ReferenceStep
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Contained, Findings
from evaluations.statistics import Interval, wilson
from evaluations.statistics.clusters import clustered, share, units
from evaluations.statistics.confusions import correlations, kappas, row, true_shares
from evaluations.statistics.raters import Confusion, corrected, kappa
from evaluations.statistics.sums import mean, percentiles, tail, value
from tests.evaluations.traces import answered

VERDICTS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=20)


def table(verdicts: list[tuple[bool, bool]]) -> NDArray[np.float64]:
    return np.array([row(*one) for one in verdicts])


def test_a_verdict_falls_into_one_cell() -> None:
    assert row(True, True) == (1, 0, 0, 0)
    assert row(False, True) == (0, 1, 0, 0)
    assert row(True, False) == (0, 0, 1, 0)
    assert row(False, False) == (0, 0, 0, 1)


def test_kappa_of_sums_by_hand() -> None:
    # observed .7, expected .5 · .6 + .5 · .4 = .5; and where both always say yes, none
    assert kappas(np.array([[20.0, 10, 5, 15], [5, 0, 0, 0]])) == pytest.approx([0.4, np.nan], nan_ok=True)


@given(VERDICTS)
def test_kappa_of_sums_is_kappa(verdicts: list[tuple[bool, bool]]) -> None:
    assert value(table(verdicts), kappas) == pytest.approx(kappa(verdicts))


@given(VERDICTS, st.integers(0, 30))
def test_the_corrected_share_of_sums_is_the_corrected_share(verdicts: list[tuple[bool, bool]], yes: int) -> None:
    sums = np.array([[yes, 30, *table(verdicts).sum(axis=0)]])
    found = float(true_shares(sums)[0])
    assert (None if np.isnan(found) else found) == pytest.approx(corrected(yes, 30, Confusion.of(verdicts)).value)


def test_r_of_sums_by_hand() -> None:
    pairs = [(0.8, 0.8), (0.6, 0.4), (0.2, 0.4), (0.2, 0.0)]
    rows = np.array([(1, x, y, x * x, y * y, x * y) for x, y in pairs])
    assert value(rows, correlations) == pytest.approx(0.24 / (0.27 * 0.32) ** 0.5)
    assert value(rows[:1], correlations) is None
    assert value(rows[[1, 1, 1]], correlations) is None


def test_books_are_resampled_from_ten_on_and_questions_before() -> None:
    questions = [f"q{n // 2}" for n in range(40)]
    assert units(questions, [f"b{n // 4}" for n in range(40)]) == ([f"b{n // 4}" for n in range(40)], "books")
    assert units(questions, [f"b{n // 8}" for n in range(40)]) == (questions, "questions")
    assert units(questions, questions) == (questions, "questions")  # each question a text of its own


def test_a_question_said_again_and_again_is_one_question() -> None:
    """Ten verdicts on each of ten questions, alike: as wide as ten verdicts, not as a hundred."""
    flags = [n < 5 for n in range(10) for _ in range(10)]
    questions = [f"q{n}" for n in range(10) for _ in range(10)]
    found = share(flags, questions, ["b"] * 100)
    assert found is not None
    assert found.over == "questions"
    # a mean of ten halves has sd √(.25 / 9): 2.2622 of them, by Student, are .377; the bootstrap's grid is .1
    assert (found.low, found.high) == pytest.approx((0.123, 0.877), abs=0.08)
    apart = share(flags, [str(n) for n in range(100)], ["b"] * 100)
    assert apart == Interval(*wilson(50, 100), "questions")


def test_all_alike_is_not_certain_and_counts_each_question_once() -> None:
    assert share([True] * 30, [f"q{n % 6}" for n in range(30)], ["b"] * 30) == Interval(*wilson(6, 6), "questions")
    assert share([False] * 30, [f"q{n % 6}" for n in range(30)], ["b"] * 30) == Interval(*wilson(0, 6), "questions")
    assert share([], [], []) is None


def test_one_question_or_no_difference_between_them_has_no_interval() -> None:
    rows = np.array([(1.0, 1.0), (0.0, 1.0)] * 3)
    assert clustered(rows, mean, ["q"] * 6, ["b"] * 6) is None
    assert clustered(rows, mean, [f"q{n // 2}" for n in range(6)], ["b"] * 6) is None


def a_run(random: np.random.Generator, asked: int, alike: float) -> tuple[list[Exhibit], list[Label]]:
    """So many questions of five steps, of which a third holds on average; the judge is right in .9 and .8.

    What holds, and how well the judge judges, is `alike` within a question. People labelled every fourth verdict.
    """
    exhibits, labels = [], []
    weight = 1 / alike - 1
    for n in range(asked):
        holds, finds, leaves = (random.beta(p * weight, (1 - p) * weight) for p in (0.33, 0.9, 0.8))
        truth = random.random(5) < holds
        said = np.where(truth, random.random(5) < finds, random.random(5) >= leaves)
        exhibits.append(shown(f"q{n}", "one book", [bool(yes) for yes in said]))
        marks = random.permutation(5)[: 1 + (n % 4 == 0)]
        labels += [Label((f"q{n}", 1, "contained", int(at) + 1), bool(truth[at])) for at in marks]
    return exhibits, labels


def shown(name: str, book: str, said: list[bool]) -> Exhibit:
    steps = tuple(ReferenceStep(text=f"clue {n}", kind="explicit", position=n) for n in range(1, len(said) + 1))
    question = Question(id=name, benchmark="x", kind="choice", text="Who?", title=book)
    case = Case(question=question, gold=Gold(answer="A", steps=steps))
    found = Findings(judge="m", contained=tuple(Contained(found=yes, step=int(yes)) for yes in said))
    return Exhibit(case, answered(case), judged=found)


def test_the_intervals_of_a_calibration_say_what_they_resample() -> None:
    exhibits, labels = a_run(np.random.default_rng(1), 24, 0.2)
    few = calibrated("m", "contained", labels, exhibits)
    figures = (few.kappa, few.accuracy, few.sensitivity, few.specificity, few.r, few.raw, few.corrected)
    assert {one.over for one in figures} == {"questions"}
    many = [replace(one, case=shown(one.case.id, f"book {n % 12}", [True] * 5).case) for n, one in enumerate(exhibits)]
    by_book = calibrated("m", "contained", labels, many)
    assert {by_book.kappa.over, by_book.accuracy.over, by_book.raw.over, by_book.corrected.over} == {"books"}
    assert by_book.kappa.value == few.kappa.value


def test_a_judge_without_a_mistake_in_the_labels_may_still_make_one() -> None:
    exhibits = [shown(f"q{n}", "b", [True, n % 2 == 0, False]) for n in range(12)]
    labels = [Label((f"q{n}", 1, "contained", at), at == 1) for n in range(12) for at in (1, 3)]
    found = calibrated("m", "contained", labels, exhibits)
    assert found.sensitivity == Figure(1.0, *wilson(12, 12), 12, "questions")
    assert found.corrected.value == 0.5
    least = corrected(18, 36, Confusion(12, 0, 0, 12))
    assert least.low is not None
    assert least.high is not None
    assert found.corrected.low is not None
    assert found.corrected.high is not None
    assert found.corrected.low <= least.low < 0.5 < least.high <= found.corrected.high


def a_world(random: np.random.Generator, asked: int, alike: float) -> NDArray[np.float64]:
    """The same as sums: of each question the judge's yes, its verdicts, and the labelled ones' table."""
    weight = 1 / alike - 1
    rows = []
    for _ in range(asked):
        holds, finds, leaves = (random.beta(p * weight, (1 - p) * weight) for p in (0.33, 0.9, 0.8))
        truth = random.random(5) < holds
        said = np.where(truth, random.random(5) < finds, random.random(5) >= leaves)
        told = np.array([row(bool(yes), bool(held)) for yes, held in zip(said, truth, strict=True)])
        rows.append((said.sum(), 5, *told[:2].sum(axis=0)))
    return np.array(rows, dtype=float)


@pytest.mark.parametrize(("asked", "alike"), [(20, 0.3), (40, 0.2)])
def test_the_corrected_share_over_questions_covers_the_truth_in_95_of_100_worlds(asked: int, alike: float) -> None:
    """Sensitivity .9, specificity .8, and no question like another; 95 % ± 3 of 1,000."""
    random, covered = np.random.default_rng(5), 0
    for _ in range(1000):
        rows = a_world(random, asked, alike)
        found = percentiles(rows, true_shares, tail(asked))
        covered += found is not None and found[0] <= 0.33 <= found[1]
    assert 920 <= covered <= 980
