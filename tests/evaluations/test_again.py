"""What an answer says again counts once, worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.question import Step
from evaluations.metrics import citations, precision, reasons
from evaluations.metrics.again import said_again
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Citation, Contained, Findings
from tests.evaluations.traces import a_case, answered

TRIVIAL = "There was a ferry."


def step(text: str, *paragraphs: int) -> Step:
    return Step(kind="evidence", text=text, node="E1", paragraphs=paragraphs)


@pytest.mark.parametrize(
    ("second", "again"),
    [
        (step("There was a ferry.", 3, 5), True),
        (step("  there was a FERRY!", 5, 3, 3), True),
        (step("Ｔｈｅｒｅ was a “ferry”", 3, 5), True),
        (step("There was a ferry.", 3), False),
        (step("There was no ferry.", 3, 5), False),
        (step("有渡船。", 3, 5), False),
        (step("", 3, 5), False),
    ],
)
def test_the_same_letters_with_the_same_citations_are_the_same_step(second: Step, again: bool) -> None:
    assert said_again([step(TRIVIAL, 3, 5), second]) == (frozenset({2}) if again else frozenset())


def test_steps_without_a_letter_are_the_same_when_their_marks_are() -> None:
    assert said_again([step("…"), step("!"), step("…"), step("")]) == {3}


def test_a_conclusion_said_again_is_the_same_whatever_it_rests_on() -> None:
    rests = [Step(kind="inference", text="So it was Luce.", node=f"I{n}", rests_on=(n,)) for n in (1, 2)]
    assert said_again(rests) == {2}


@given(st.lists(st.tuples(st.sampled_from(["a", "A.", "b"]), st.sampled_from([(), (1,), (1, 2)])), max_size=12))
def test_what_is_left_is_distinct_and_nothing_is_lost(told: list[tuple[str, tuple[int, ...]]]) -> None:
    keys = [(text.strip(".").lower(), at) for text, at in told]
    again = said_again([step(text, *at) for text, at in told])
    left = [key for n, key in enumerate(keys, 1) if n not in again]
    assert len(left) == len(set(left)) == len(set(keys))


CASE = a_case(("copper pan bottom turned silver", 1), ("captain boots dried white salt", 2))


def measured(steps: list[Step], found: Findings) -> Exhibit:
    return Exhibit(CASE, answered(CASE, told=steps), None, judged=found)


def test_a_supported_step_said_twenty_times_counts_once() -> None:
    """19 copies of what is trivially true beside one wrong step made 19/20; they are 1 of 2."""
    steps = [step(TRIVIAL, 3)] * 19 + [step("Nell stole the pan.", 4)]
    supported = (True,) * 19 + (False,)
    shown = measured(steps, Findings(judge="m", matches=((1, 1), (2, 1), (20, 2)), supported=supported))
    gold, share, first = precision.measure(shown)
    assert (share.value, share.read) == (1 / 2, "1 of 2, 18 said again")
    assert share.why == {"unsupported": [20], "said again": [*range(2, 20)]}
    assert (gold.value, gold.read) == (1.0, "2 of 2, 18 said again")
    assert gold.why == {"matched": [1, 20], "said again": [*range(2, 20)]}
    assert (first.metric, first.value) == ("FirstError(m)", 20.0)
    assert precision.supported(shown) == 1 / 2


def test_an_unsupported_step_said_again_counts_against_the_answer_once() -> None:
    steps = [step("a"), step("b"), step("b"), step("b")]
    _, share, first = precision.measure(measured(steps, Findings(judge="m", supported=(True, False, False, False))))
    assert (share.value, first.value) == (1 / 2, 2.0)


def test_the_first_saying_decides_where_a_judge_does_not_agree_with_itself() -> None:
    steps = [step("a"), step("A"), step("b")]
    _, share, first = precision.measure(measured(steps, Findings(judge="m", supported=(True, False, True))))
    assert (share.value, first.value, first.why) == (1.0, None, "no unsupported step")
    lost = precision.measure(measured(steps, Findings(judge="m", supported=(None, True, True))))[1]
    assert (lost.value, lost.read) == (1.0, "1 of 1, 1 without a verdict, 1 said again")


def test_the_cap_comes_before_the_counting() -> None:
    steps = [step("a")] * 20 + [step("b")]
    _, share, _ = precision.measure(measured(steps, Findings(judge="m", supported=(True,) * 20 + (False,))))
    assert (share.value, share.read) == (1.0, "1 of 1, 19 said again")


def test_repeats_heal_no_wrong_chain() -> None:
    """1 of 3 supported is a wrong chain however often the one is said."""
    found = (Contained(found=True, step=1), Contained(found=True, step=2))
    steps = [step("a", 1), step("b", 2), step("c", 2), *[step("a", 1)] * 5]
    shown = measured(steps, Findings(judge="m", contained=found, supported=(True, False, False, *[True] * 5)))
    grounds = reasons.grounds(shown)
    assert grounds.supported == 1 / 3
    assert grounds.causes(1 / 3)["StepPrecision_supported<0.5"] is True
    assert grounds.strict(1 / 3) is False


def test_citations_of_a_step_said_again_count_once() -> None:
    """Of two steps one is entailed, and one of their two citations is useful, however often they are said."""
    steps = [step("a", 1), step("b", 2), step("a", 1), step("a", 1)]
    useful = [Citation(step=n, paragraph=p, useful=u) for n, p, u in ((1, 1, True), (2, 2, False), (3, 1, True))]
    found = Findings(judge="m", entailed=(True, False, True, True), citations=tuple(useful))
    shown = measured(steps, found)
    recall, share, f1 = citations.judged(shown)
    assert (recall.value, recall.read) == (1 / 2, "1 of 2, 2 said again")
    assert (share.value, share.read) == (1 / 2, "1 of 2, 1 said again")
    assert f1.value == citations.cite_f1(shown) == 1 / 2
