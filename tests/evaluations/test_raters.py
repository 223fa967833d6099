"""Kappa, confusion and corrected rates, by hand and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.statistics import wilson
from evaluations.statistics.raters import Confusion, corrected, kappa


def test_kappa_by_hand() -> None:
    # observed .7; expected .5 · .6 + .5 · .4 = .5
    pairs = [(1, 1)] * 20 + [(1, 0)] * 5 + [(0, 1)] * 10 + [(0, 0)] * 15
    assert kappa(pairs) == pytest.approx(0.4)


def test_kappa_takes_any_labels() -> None:
    # observed 2/3; expected 1/3 · 1/3 + 1/3 · 2/3 + 1/3 · 0 = 1/3
    assert kappa([("A", "A"), ("B", "B"), ("C", "B")]) == pytest.approx((2 / 3 - 1 / 3) / (1 - 1 / 3))


def test_kappa_is_undefined_where_both_always_say_one_thing() -> None:
    assert kappa([]) is None
    assert kappa([("A", "A")] * 5) is None
    assert kappa([("A", "B")] * 5) == pytest.approx(0.0)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=20))
def test_kappa_is_at_most_one_and_the_same_from_either_side(pairs: list[tuple[str, str]]) -> None:
    found, turned = kappa(pairs), kappa([(b, a) for a, b in pairs])
    assert found == turned or found == pytest.approx(turned)
    assert found is None or -1 - 1e-9 <= found <= 1 + 1e-9


def test_sensitivity_and_specificity_by_hand() -> None:
    told = Confusion.of([(True, True)] * 9 + [(False, True)] + [(True, False)] * 4 + [(False, False)] * 16)
    assert told == Confusion(tp=9, fn=1, fp=4, tn=16)
    assert (told.sensitivity.value, told.specificity.value, told.accuracy.value) == (0.9, 0.8, 25 / 30)
    assert (told.sensitivity.low, told.sensitivity.high) == wilson(9, 10)
    assert Confusion(0, 0, 1, 1).sensitivity.value is None


def test_a_corrected_rate_by_hand() -> None:
    # (.5 + .8 − 1) / (.9 + .8 − 1) = .3 / .7
    found = corrected(50, 100, Confusion(90, 10, 20, 80))
    assert found.value == pytest.approx(3 / 7)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 3 / 7 < found.high


def test_a_corrected_rate_stays_within_nothing_and_all() -> None:
    labels = Confusion(90, 10, 20, 80)
    assert corrected(0, 100, labels).value == 0.0
    assert corrected(100, 100, labels).value == 1.0


@pytest.mark.parametrize("labels", [Confusion(0, 0, 2, 8), Confusion(9, 1, 0, 0), Confusion(5, 5, 5, 5)])
def test_without_labels_of_both_kinds_or_a_judge_better_than_chance_nothing_is_corrected(labels: Confusion) -> None:
    assert corrected(5, 10, labels).value is None
    assert corrected(0, 0, Confusion(9, 1, 2, 8)).value is None


@pytest.mark.parametrize(("truth", "asked", "labelled"), [(0.33, 400, 100), (0.1, 400, 100), (0.6, 2000, 100)])
def test_a_judges_corrected_interval_covers_the_truth_in_95_of_100_simulations(
    truth: float, asked: int, labelled: int
) -> None:
    """Sensitivity .9, specificity .8, both known only from `labelled` labels; within 3 points of 95 %."""
    random, covered = np.random.default_rng(3), 0
    for _ in range(1000):
        held = random.binomial(labelled, truth)
        tp, tn = random.binomial(held, 0.9), random.binomial(labelled - held, 0.8)
        there = random.binomial(asked, truth)
        said = random.binomial(there, 0.9) + random.binomial(asked - there, 0.2)
        found = corrected(int(said), asked, Confusion(int(tp), int(held - tp), int(labelled - held - tn), int(tn)))
        covered += found.low is not None and found.high is not None and found.low <= truth <= found.high
    assert 920 <= covered <= 980
