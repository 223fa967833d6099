"""The judge's findings: reference steps, matches, support and soundness, by votes, with every failure counted."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from agent.model.faults import Unreached
from agent.model.meter import Limits
from agent.question import Step
from agent.trace import Event
from evaluations.judge.prompts import prompts, version
from evaluations.judge.sitting import sit
from evaluations.metrics import citations, order, precision, soundness, steps
from evaluations.metrics.exhibit import Exhibit
from tests.agent.llm.talker import Reply, Talker
from tests.evaluations.bench import block, contents, exhibit, judgement, points, prequel, verbatim, view
from tests.evaluations.traces import a_case
from tools.book import Language
from tools.mistake import Mistake

CASE = a_case(("Luce had the key.", 3), ("The ferry ran at nine.", 5), ("So it was Luce.", -1))
TEXT = "Luce had the key. I am sure.\nSo it was Luce."
NONE = contents()


def test_both_languages_have_the_same_tasks_and_words() -> None:
    both: tuple[Language, Language] = ("en", "zh")
    english, chinese = (prompts(language) for language in both)
    assert english.tasks.keys() == chinese.tasks.keys() == {"system", "recall", "match", "support", "sound"}
    for name in english.tasks:
        assert set(english.tasks[name].get_identifiers()) == set(chinese.tasks[name].get_identifiers()), name
    assert english.words.keys() == chinese.words.keys()
    assert len(version()) == 8


def test_a_reference_step_is_contained_by_words_that_stand_in_the_reasoning() -> None:
    reply = contents((0, "Luce had the key"), (2, "it was not Luce"), (2, "So it was Luce."), (7, "I am sure"))
    made = judgement(exhibit(CASE, TEXT), Talker({"Contents": [reply]}), parts=["recall"])
    assert [(one.found, one.step, one.span) for one in made.findings.contained or ()] == [
        (True, 1, "Luce had the key"), (False, 0, ""), (True, 2, "So it was Luce."),
    ]  # fmt: skip
    assert (made.tally.verdicts, made.tally.void, made.tally.calls) == (3, 0, 1)
    shown = Exhibit(CASE, exhibit(CASE, TEXT).trace, judged=made.findings)
    assert [score.value for score in steps.measure(shown)] == [pytest.approx(2 / 3), 0.5, 1.0]
    assert steps.measure(shown)[0].metric == "StepRecall(m@x-v1)"


def test_words_that_stand_nowhere_void_the_verdict() -> None:
    made = judgement(
        exhibit(CASE, TEXT), Talker({"Contents": [contents((0, "the key was Luce's"), (1, "am"))]}), parts=["recall"]
    )
    assert [one.found for one in made.findings.contained or ()] == [False] * 3
    assert made.tally.void == 2


def test_a_failed_judge_is_counted_and_undefined_never_zero() -> None:
    made = judgement(exhibit(CASE, TEXT), Talker({"Contents": ["I think so."]}), parts=["recall"])
    assert made.findings.contained is None
    assert (made.tally.verdicts, made.tally.failed, made.tally.calls) == (3, 3, 2)
    scores = steps.measure(Exhibit(CASE, exhibit(CASE, TEXT).trace, judged=made.findings))
    assert [score.value for score in scores] == [None] * 3
    assert "no JSON object" in str(scores[0].why)


def test_where_nothing_is_written_nothing_is_contained_and_nobody_is_asked() -> None:
    talker = Talker({"Contents": [NONE]})
    made = judgement(exhibit(CASE, "", value=None), talker)
    assert [one.found for one in made.findings.contained or ()] == [False] * 3
    assert talker.prompts == []


def test_most_votes_decide_and_the_flip_rate_tells_how_often_they_differ() -> None:
    def vote(*texts: str):  # type: ignore[no-untyped-def]
        return lambda prompt: contents(*((points(prompt)[text], text) for text in texts))

    yes, both = vote("Luce had the key."), vote("Luce had the key.", "So it was Luce.")
    made = judgement(exhibit(CASE, TEXT), Talker({"Contents": [both, yes, yes]}), votes=3, parts=["recall"])
    assert [one.found for one in made.findings.contained or ()] == [True, False, False]
    assert (made.tally.voted, made.tally.flipped) == (3, 1)
    assert made.tally.flip_rate == pytest.approx(1 / 3)


def test_a_vote_that_fails_is_no_vote_and_an_even_rest_is_no_verdict() -> None:
    replies: list[Reply] = ["nonsense", "nonsense", contents((0, "Luce had the key")), NONE]
    made = judgement(exhibit(a_case(("Luce had the key.", 3)), TEXT), Talker({"Contents": replies}), votes=3)
    assert made.findings.contained is None
    assert made.tally.failed == 1
    assert "unreadable" in made.tally.reasons[0]


def test_each_further_vote_sees_the_reference_steps_in_another_order_and_finds_the_same() -> None:
    case = a_case(*((f"Clue number {n} was found.", n) for n in range(1, 8)))
    text = "Clue number 2 was found. Clue number 5 was found."
    talker = Talker({"Contents": [verbatim]})
    made = judgement(exhibit(case, text), talker, votes=5, parts=["recall"])
    orders = [tuple(points(prompt)) for prompt in talker.sent("Contents")]
    assert orders[0] == tuple(step.text for step in case.gold.steps)
    assert len(set(orders)) == 5
    assert [one.found for one in made.findings.contained or ()] == [n in (2, 5) for n in range(1, 8)]
    assert made.tally.flip_rate == 0


def test_a_judge_that_always_takes_the_first_point_is_seen_by_its_flips() -> None:
    case = a_case(*((f"Clue number {n} was found.", n) for n in range(1, 8)))
    talker = Talker({"Contents": [contents((0, "Nothing at all"))]})
    made = judgement(exhibit(case, "Nothing at all is known."), talker, votes=3, parts=["recall"])
    assert made.tally.flipped >= 2


def test_a_prompt_of_ones_own_is_filled_and_read_by_its_indices() -> None:
    own = "Steps:\n{reference_steps}\nOf {title}. {question}\nText:\n{reasoning}\n{unknown} End."
    talker = Talker({"text": ["Two are there.\nIncluded Reference Steps: [2, 0, 0, 9]"]})
    made = judgement(exhibit(CASE, TEXT), talker, own=own, parts=["recall"])
    assert [one.found for one in made.findings.contained or ()] == [True, False, True]
    (sent,) = talker.sent("text")
    assert sent.startswith("Steps:\n0. Luce had the key.\n1. The ferry ran at nine.\n2. So it was Luce.\nOf ")
    assert sent.endswith("{unknown} End.")
    assert "[1] Luce had the key. I am sure.\n[2] So it was Luce." in sent
    (whole, *_) = steps.measure(Exhibit(CASE, exhibit(CASE, TEXT).trace, judged=made.findings))
    assert [one["found"] if "found" in one else bool(one["step"]) for one in whole.why] == [True, False, True]  # type: ignore


def test_a_prompt_of_ones_own_must_say_where_things_go() -> None:
    with pytest.raises(Mistake, match="reference_steps"):
        judgement(exhibit(CASE, TEXT), Talker({}), own="Judge {reasoning}.", parts=["recall"])


STEPS = (
    Step(kind="evidence", text="Luce had the only key.", node="E1", paragraphs=(3,)),
    Step(kind="evidence", text="The boat left at nine.", node="E2", paragraphs=(5, 8)),
    Step(kind="inference", text="So Luce opened the door.", node="I1", paragraphs=(), rests_on=(1, 2)),
    Step(kind="inference", text="Everybody knows it.", node="I2"),
)


def carried(supported: bool, by_book: bool, span: str, *needed: int) -> dict[str, object]:
    return {"explanation": "", "supported": supported, "by_book": by_book, "span": span, "needed": [*needed]}


def test_steps_are_judged_against_what_they_cite_and_rest_on() -> None:
    talker = Talker({"Support": [carried(True, True, "ran at nine", 5, 99), carried(True, False, "had the only key")]})
    shown = exhibit(CASE, "", *STEPS, seen=view(), cited=(3, 5, 8))
    made = judgement(shown, talker, parts=["support"])
    assert made.findings.supported == (True, True, True, False)
    assert made.findings.entailed == (True, True, False, False)
    assert [(c.step, c.paragraph, c.useful) for c in made.findings.citations or ()] == [
        (1, 3, True), (2, 5, True), (2, 8, False),
    ]  # fmt: skip
    first, second = talker.sent("Support")  # the quotation and the bare claim need no judge
    assert "[5] The ferry ran at nine.\n[8] Mud lay on the stairs." in first
    assert block(first) == "[2] The boat left at nine.\n"
    assert "[1] Luce had the only key.\n[2] The boat left at nine.\n===== END" in second
    assert block(second) == "[3] So Luce opened the door.\n"
    judged = Exhibit(CASE, shown.trace, view(), judged=made.findings)
    found = {s.metric: s.value for s in [*precision.measure(judged), *citations.judged(judged)]}
    assert found["StepPrecision_supported(m@x-v1)"] == 0.75
    assert found["FirstError(m@x-v1)"] == 4
    # E1 and E2 are entailed, I1 cites nothing but rests on steps, I2 cites nothing at all: 2 of 3
    assert found["CiteRecall(m@x-v1)"] == pytest.approx(2 / 3)
    assert found["CitePrecision(m@x-v1)"] == pytest.approx(2 / 3)


def test_a_conclusion_of_a_source_that_tells_no_links_is_not_called_unsupported() -> None:
    told = (
        Step(kind="evidence", text="Luce had the only key.", node="E1", paragraphs=(3,)),
        Step(kind="inference", text="So Luce did it.", node="I1"),
    )
    shown = exhibit(CASE, "", *told, seen=view())
    source = Event(k=2, kind="imported", payload={"raw": "", "untold": ["links"]})
    abroad = shown.trace.model_copy(update={"events": (shown.trace.events[0], source)})
    made = judgement(Exhibit(CASE, abroad, view()), Talker({}), parts=["support"])
    assert made.findings.supported == (True, None)


def test_no_step_is_its_own_premise_nor_rests_on_what_rests_on_it() -> None:
    told = (
        Step(kind="inference", text="Luce did it.", node="I1", rests_on=(1,)),
        Step(kind="inference", text="She is guilty.", node="I2", rests_on=(3, 2)),
        Step(kind="inference", text="She committed it.", node="I3", rests_on=(2, 9)),
        Step(kind="inference", text="The end comes first.", node="I4", rests_on=(5,)),
        Step(kind="evidence", text="Luce had the only key.", node="E1", paragraphs=(3,)),
    )
    talker = Talker({"Support": [carried(True, False, "had the only key")]})
    made = judgement(exhibit(CASE, "", *told, seen=view()), talker, parts=["support"])
    assert made.findings.supported == (False, False, False, True, True)
    (asked,) = talker.sent("Support")  # nothing else has anything to be judged by
    assert "[5] Luce had the only key.\n===== END" in asked


@pytest.mark.parametrize(
    ("reply", "supported", "entailed"),
    [
        (carried(True, True, "ran at ten", 5), False, False),  # words that stand nowhere
        (carried(True, True, "The boat left at nine"), False, False),  # the step's own words prove nothing
        (carried(True, False, "ran at nine"), True, False),
        (carried(False, False, "ran at nine", 5), False, False),
        ("hm", None, None),
    ],
)
def test_support_needs_words_of_what_is_cited(reply: object, supported: bool | None, entailed: bool | None) -> None:
    made = judgement(exhibit(CASE, "", STEPS[1], seen=view()), Talker({"Support": [reply]}), parts=["support"])  # type: ignore[list-item]
    assert made.findings.supported == (supported,)
    assert made.findings.entailed == (entailed,)


def test_without_the_book_support_is_undefined() -> None:
    made = judgement(exhibit(CASE, "", *STEPS), Talker({}), parts=["support"])
    assert (made.findings.supported, made.findings.why) == (None, "book not found")


def test_paragraphs_behind_the_cut_are_not_shown() -> None:
    step = Step(kind="inference", text="He did it.", node="I1", paragraphs=(40, 3))
    talker = Talker({"Support": [carried(False, False, "")]})
    made = judgement(exhibit(CASE, "", step, seen=view()), talker, parts=["support"])
    assert "[40]" not in talker.sent("Support")[0]
    assert [(c.paragraph, c.useful) for c in made.findings.citations or ()] == [(40, False), (3, False)]


def test_steps_are_matched_only_with_what_the_reasoning_contains() -> None:
    told = [
        Step(kind="inference", text="So it was Luce.", node="I1"),
        Step(kind="inference", text="For Luce had the key.", node="I2"),
    ]
    found = contents((0, "Luce had the key"), (2, "So it was Luce"))
    says = [{"explanation": "", "says": [2, 1]}, {"explanation": "", "says": [0, 0, 7]}]
    talker = Talker({"Contents": [found], "Says": says})
    shown = exhibit(CASE, "", *told, seen=view())
    made = judgement(shown, talker, parts=["recall", "match"])
    assert made.findings.matches == ((1, 3), (2, 1))  # step 1 is not taken for point 1, which nothing contains
    assert len(talker.sent("Says")) == 2
    (tau,) = order.measure(Exhibit(CASE, shown.trace, view(), judged=made.findings))
    assert tau.value == -1.0


def test_nobody_is_asked_for_matches_where_nothing_is_contained() -> None:
    talker = Talker({"Contents": [NONE], "Says": [{"explanation": "", "says": [0]}]})
    made = judgement(exhibit(CASE, "", STEPS[3]), talker, parts=["recall", "match"])
    assert made.findings.matches == ()
    assert talker.sent("Says") == []


def test_a_step_without_a_verdict_is_told_apart_from_one_that_does_not_match() -> None:
    talker = Talker({"Contents": [contents((0, "had the only key"))], "Says": ["?"]})
    made = judgement(exhibit(CASE, "", STEPS[0], seen=view()), talker, parts=["recall", "match"])
    assert (made.findings.matches, made.findings.unmatched) == ((), ((1, 1),))


def sound(right: bool, span: str = "She could swim") -> dict[str, object]:
    return {"explanation": "", "right": right, "span": span}


@pytest.mark.parametrize(
    ("value", "reply", "verdict", "accuracy"),
    [
        ("contradict", sound(True), "right", 1.0),
        ("contradict", sound(False), "wrong", 0.0),
        ("contradict", sound(True, "words of nobody"), "wrong", 0.0),
        ("contradict", sound(True, "all of the points"), "wrong", 0.0),  # words about nothing but the judging
        ("contradict", "hm", "failed", None),
        ("consistent", sound(True), "wrong", 0.0),  # a wrong answer: not asked
    ],
)
def test_the_reasoning_of_a_prequel_counts_when_the_answer_and_the_reasoning_are_right(
    value: str, reply: object, verdict: str, accuracy: float | None
) -> None:
    talker = Talker({"Soundness": [reply]})  # type: ignore[list-item]
    shown = exhibit(
        prequel(),
        "She could swim in chapter one, so all of the points are right.",
        value=value,
        seen=view(),
        cited=(3,),
    )
    made = judgement(shown, talker)
    assert made.findings.reasoning == verdict
    assert bool(talker.prompts) == (value == "contradict")
    (score,) = soundness.measure(Exhibit(shown.case, shown.trace, view(), judged=made.findings))
    assert (score.metric, score.value) == ("ReasonAcc(m@x-v1)", accuracy)


def test_the_budget_of_a_question_leaves_the_rest_undefined() -> None:
    talker = Talker({"Contents": [contents((0, "had the only key"))], "Says": [{"explanation": "", "says": [0]}]})
    shown = exhibit(CASE, "", *STEPS, seen=view())
    made = judgement(shown, talker, parts=["recall", "match"], limits=Limits(calls=2))
    assert len(talker.prompts) == 2
    assert made.findings.matches == ((1, 1),)
    assert made.findings.unmatched == ((2, 1), (3, 1), (4, 1))
    assert made.tally.reasons == ("the budget of a question is spent: calls",)


def test_what_was_asked_is_read_from_the_record(tmp_path: Path) -> None:
    talker, shown = Talker({"Contents": [verbatim]}), exhibit(CASE, TEXT)
    first = judgement(shown, talker, calls=tmp_path, parts=["recall"])
    again = judgement(shown, None, calls=tmp_path, parts=["recall"])
    assert again == first
    more = judgement(shown, talker, calls=tmp_path, parts=["recall"], votes=3)
    assert len(talker.prompts) == 3  # the first vote was there already
    assert more.findings.contained == first.findings.contained
    with pytest.raises(Mistake, match="holds no reply"):
        judgement(exhibit(CASE, "Other words."), None, calls=tmp_path, parts=["recall"])


class Silent(Talker):
    """An endpoint that cannot be reached."""

    async def complete(self, messages, schema):  # type: ignore[no-untyped-def]
        raise Unreached("nobody there")


def test_a_trace_that_cannot_be_judged_now_is_left_out_and_said() -> None:
    from agent.model.meter import RunMeter
    from agent.model.prices import Prices
    from evaluations.judge.asking import Bench
    from evaluations.judge.judge import Judge
    from evaluations.scorers import Scorer
    from tests.agent.llm.talker import ENDPOINT

    judge = Judge(Bench(ENDPOINT, Silent({}), RunMeter(), Prices({})), Scorer(name="m@x-v1", parts=("recall",)))
    with pytest.raises(Mistake, match="2 questions are not finished"):
        asyncio.run(sit(judge, [exhibit(CASE, TEXT)] * 2, lambda made: pytest.fail("judged")))
    with pytest.raises(Mistake, match="The judging stopped"):
        asyncio.run(sit(judge, [exhibit(CASE, TEXT)] * 9, lambda made: pytest.fail("judged"), concurrency=1))


def test_a_chinese_case_is_judged_in_chinese() -> None:
    asked = CASE.question.model_copy(update={"language": "zh", "text": "谁拿了钥匙？"})
    case = CASE.model_copy(update={"question": asked})
    talker = Talker({"Contents": [json.dumps(contents((0, "露西拿了钥匙")), ensure_ascii=False)]})
    made = judgement(exhibit(case, "因为露西拿了钥匙。"), talker, parts=["recall"])
    assert "读者的推理包含其中哪些要点" in talker.sent("Contents")[0]
    assert (made.findings.contained or ())[0].found
