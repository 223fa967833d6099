"""Figures of the reading, worked by hand on a trace's events."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from agent.question import View
from agent.trace import Trace
from evaluations.case import Case, Score
from evaluations.metrics import reading
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.reading import AREA, CLOCKS, COVERAGE, JUMP, REVISITS, SPREAD, durations, until
from tests.evaluations.traces import a_case, answered, asked, read

Told = tuple[str, Mapping[str, Any]]

VIEW = View(title="B", digest="d", cut=101, paragraphs=100, characters=900, tokens=300, language="en")
GOLD = a_case(("the pan", 20), ("the boots", 60), cut=101)


def measured(*before: Told, case: Case = GOLD, view: View | None = VIEW) -> dict[str, Score]:
    return of(answered(case, before=before, view=view), case)


def of(trace: Trace, case: Case = GOLD) -> dict[str, Score]:
    return {one.metric: one for one in reading.measure(Exhibit(case, trace))}


def timed(trace: Trace, times: Sequence[str]) -> Trace:
    return trace.model_copy(
        update={"events": tuple(e.model_copy(update={"at": at}) for e, at in zip(trace.events, times, strict=True))}
    )


def called(tokens: int, seconds: float) -> Told:
    return "called", {"usage": {"calls": 1, "input_tokens": tokens, "seconds": seconds}}


def test_reading_again_covering_and_jumping() -> None:
    found = measured(read(5, 6, 7), read(6), read(96))
    assert (found[REVISITS].value, found[REVISITS].read) == (1 / 5, "1 of 5")
    assert (found[COVERAGE].value, found[COVERAGE].read) == (4 / 100, "4 of 100")
    assert found[JUMP].value == pytest.approx((1 + 1 + 1 + 90) / 4)


def test_nothing_read_leaves_undefined_what_is_a_mean_and_covers_nothing() -> None:
    found = measured()
    assert {found[name].why for name in (REVISITS, SPREAD)} == {"nothing was read"}
    assert (found[COVERAGE].value, found[JUMP].why) == (0.0, "fewer than two readings")
    assert measured(read(5))[JUMP].value is None
    assert measured(view=None)[COVERAGE].why == "there is no text to read"


@pytest.mark.parametrize(
    ("paragraphs", "bits"),
    [
        ([1], 0.0),
        ([1, 2, 10, 10], 0.0),  # all in the first tenth
        ([10, 11], 1.0),
        ([1, 100], 1.0),
        (range(1, 101), math.log2(10)),
        ([5, 15, 25, 35, 45, 55, 65, 75, 85, 95], math.log2(10)),
        ([1, 2, 3, 91], 0.75 * math.log2(4 / 3) + 0.25 * 2),
    ],
)
def test_entropy_over_tenths_of_the_view(paragraphs: Sequence[int], bits: float) -> None:
    assert measured(read(*paragraphs))[SPREAD].value == pytest.approx(bits)


def test_an_excerpt_keeps_its_tenths_by_the_numbers_of_the_whole_view() -> None:
    excerpt = VIEW.model_copy(update={"paragraphs": 2})
    assert measured(read(3, 98), view=excerpt)[SPREAD].value == 1.0
    assert measured(read(3, 98), view=None)[SPREAD].value == 1.0


def test_the_time_to_the_first_gold_paragraph_on_each_clock() -> None:
    # events: opened, queried, called, read (no gold), called, read (gold is the 5th paragraph), read, called, answered
    before = [asked("Q1"), called(100, 2.5), read(1, 2, 3), called(50, 1.0), read(4, 60, 5), read(20), called(7, 9.0)]
    found = measured(*before)
    assert [found[until(clock)].value for clock in CLOCKS] == [6, 5, 150, 3.5]
    assert {found[until(clock)].why for clock in CLOCKS} == {None}


def test_where_gold_was_never_read_the_times_are_censored_and_kept() -> None:
    found = measured(asked("Q1"), called(100, 2.5), read(1, 2, 3))
    assert [found[until(clock)].value for clock in CLOCKS] == [None] * 4
    assert [found[until(clock)].read for clock in CLOCKS] == [5, 3, 100, 2.5]
    assert {found[until(clock)].why for clock in CLOCKS} == {"censored: no gold paragraph was read"}
    assert [measured()[until(clock)].read for clock in CLOCKS[:3]] == [2, 0, 0]


def test_without_calls_the_seconds_are_those_between_the_events() -> None:
    trace = answered(GOLD, before=[read(1), read(20)], view=VIEW)
    times = ["2026-03-01T10:00:00+00:00", "2026-03-01T10:00:30+00:00", "2026-03-01T10:01:30.500+00:00", ""]
    assert of(timed(trace, times))[until("seconds")].value == 90.5
    assert (of(trace)[until("seconds")].value, of(trace)[until("seconds")].why) == (None, "the events have no times")
    assert of(timed(trace, ["2026-03-01T10:00:00", "", "noon", ""]))[until("seconds")].value is None
    mixed = ["2026-03-01T10:00:00", "", "2026-03-01T10:00:00+00:00", ""]
    assert of(timed(trace, mixed))[until("seconds")].value is None


def test_durations_are_ready_for_an_estimate_with_censoring() -> None:
    bare = a_case(("so", -1))
    scores = [
        *measured(read(1, 20)).values(),
        *measured(read(1, 2, 3)).values(),
        *measured(read(60)).values(),
        *measured(read(60), case=bare).values(),  # no gold: neither met nor censored
    ]
    assert durations(scores, "paragraphs") == ([2.0, 3.0, 1.0], [True, False, True])
    assert durations(scores, "seconds") == ([], [])
    assert durations([], "tokens") == ([], [])


def test_the_area_is_the_mean_share_of_gold_read_over_the_first_hundred_readings() -> None:
    # 20 is met at the 2nd reading: 99 of 100 readings have it; 60 at the 4th (after one repeat): 97 of 100
    found = measured(read(1, 20), read(20, 60), read(5))
    assert found[AREA].value == pytest.approx((99 + 97) / 200)
    assert (found[AREA].read, found[AREA].why) == ([2, 4], "2 of 2 within 100 readings")
    assert measured(read(20, 60))[AREA].value == pytest.approx((100 + 99) / 200)
    assert measured(read(1))[AREA].value == measured()[AREA].value == 0.0


def test_gold_met_after_the_horizon_adds_nothing_and_a_short_view_has_a_short_horizon() -> None:
    assert measured(read(*[1] * 99, 20, 60))[AREA].value == pytest.approx(1 / 200)
    short = VIEW.model_copy(update={"paragraphs": 4})
    assert measured(read(60, 1, 1, 20, 20), view=short)[AREA].value == pytest.approx((4 + 1) / 8)
    assert measured(read(60), view=None)[AREA].value == pytest.approx(100 / 200)


def test_without_gold_in_the_view_there_is_no_time_and_no_area() -> None:
    found = measured(read(20), case=a_case(("late", 101), ("so", -1), cut=101))
    assert {found[name].why for name in (AREA, *(until(clock) for clock in CLOCKS))} == {
        "no gold paragraph in the view"
    }
