"""Sub-answers by position and the chain they make; the tables of CofCA."""

from __future__ import annotations

import math

import pytest

from agent.question import Player
from agent.trace import Trace
from evaluations.benchmarks.cofca import BENCHMARK
from evaluations.case import Case, Score
from evaluations.metrics import FAMILIES, subquestions
from evaluations.metrics.exhibit import Exhibit
from evaluations.scoring import score
from evaluations.table import Grid
from tests.evaluations.test_texts import text_case
from tests.evaluations.traces import EXTRACTIVE, a_case, answered, failed

SUBS = ("Orla Pemmick", "Tarn Hollow")


def chained(case_id: str = "2hop-1", mode: str = "apart", **tags: str) -> Case:
    case = text_case("Tarn Hollow", **({"set": "counterfactual", "origin": "cofca", "hops": "2"} | tags))
    asked = () if mode == "hidden" else ("Who?", "Where?")
    update = {"id": case_id, "sub_questions": asked, "sub_mode": mode}
    question = case.question.model_copy(update=update)
    return case.model_copy(update={"question": question, "gold": case.gold.model_copy(update={"sub_answers": SUBS})})


def values(case: Case, trace: Trace) -> dict[str, float | None]:
    return {one.metric: one.value for one in subquestions.measure(Exhibit(case, trace))}


def test_each_sub_answer_is_scored_by_its_position_and_the_chain_by_pm() -> None:
    case = chained()
    trace = answered(case, "Tarn Hollow", sub_answers=["Captain Orla Pemmick", "Grey Tower"])
    found = values(case, trace)
    first = [found[f"sub1 {name}"] for name in ("EM", "F1", "PM(lexical)", "token precision", "token recall")]
    assert first == pytest.approx([0, 0.8, 1, 2 / 3, 1])
    assert found["sub2 F1"] == 0
    assert (found["PrefixAcc@1"], found["PrefixAcc@2"], found["ChainAcc"]) == (1, 0, 0)
    chain = subquestions.measure(Exhibit(case, trace))[-1]
    assert (chain.metric, chain.read, chain.why) == ("ChainAcc", "cwc", "by PM(lexical), asked apart")
    assert subquestions.measure(Exhibit(case, trace))[0].read == "Captain Orla Pemmick"


def test_the_chain_may_be_judged_by_em() -> None:
    case = chained(**{"chain-by": "em"})
    trace = answered(case, "Tarn Hollow", sub_answers=["Captain Orla Pemmick", "tarn hollow"])
    assert subquestions.measure(Exhibit(case, trace))[-1].read == "wcc"


def test_a_sub_answer_that_was_not_given_is_wrong() -> None:
    case = chained()
    assert subquestions.measure(Exhibit(case, answered(case, "x", sub_answers=["Orla Pemmick"])))[-1].read == "cww"
    assert subquestions.measure(Exhibit(case, answered(case, "Tarn Hollow")))[-1].read == "wwc"
    assert set(values(case, failed(case)).values()) == {0}


@pytest.mark.parametrize(
    ("mode", "player", "why"),
    [
        ("hidden", Player(name="agent", kind="model"), "the sub-questions were not asked"),
        ("apart", EXTRACTIVE, "the researcher answers no sub-questions"),
        ("in-prompt", Player(name="constant", kind="control"), "the researcher answers no sub-questions"),
    ],
)
def test_what_was_not_asked_or_cannot_be_answered_is_undefined_and_not_0(mode: str, player: Player, why: str) -> None:
    case = chained(mode=mode)
    scores = subquestions.measure(Exhibit(case, answered(case, "Tarn Hollow", player=player)))
    assert len(scores) == 2 * 5 + 2 + 1
    assert {(one.value, one.why) for one in scores} == {(None, why)}


def test_questions_without_sub_questions_have_no_such_scores() -> None:
    assert subquestions.measure(Exhibit(text_case("Glasgow"), answered(text_case("Glasgow"), "Glasgow"))) == []
    assert subquestions.measure(Exhibit(a_case(), answered(a_case()))) == []


def grids(cases: list[Case], traces: list[Trace]) -> dict[str, Grid]:
    scores: list[Score] = score(cases, traces, lambda case, digest: None, (*FAMILIES, *BENCHMARK.measures))
    return {grid.title: grid for grid in BENCHMARK.grids(cases, scores)}


def test_the_tables_worked_by_hand() -> None:
    one, two = chained("2hop-1"), chained("2hop-2")
    factual = text_case("Glasgow", set="factual", origin="hotpot", hops="2")
    made = grids(
        [one, two, factual],
        [
            answered(one, "Tarn Hollow", sub_answers=["Orla Pemmick", "Tarn Hollow"]),
            answered(two, "Tarn Hollow", sub_answers=["Orla Pemmick", "Grey Tower"]),
            answered(factual, "Edinburgh"),
        ],
    )
    answers = made["Answers"]
    assert answers.rows[0] == ("2 hops", 1.0, 1.0, 1.0, 2)
    assert answers.rows[1] == ("hotpot", 0.0, 0.0, 0.0, 1)
    assert answers.rows[-1] == ("factual − counterfactual", -1.0, -1.0, -1.0, "")
    assert made["Sub-answers by position"].rows == (
        ("2 hops, sub 1", 1.0, 1.0, 1.0),
        ("2 hops, sub 2", 0.5, 0.5, 0.5),
    )
    chains = made["Chains, 2 hops: 2 questions, right by PM"]
    assert chains.header == ("sub 1", "sub 2", "final", "share")
    assert len(chains.rows) == 8
    assert [row for row in chains.rows if row[-1]] == [("c", "c", "c", 0.5), ("c", "w", "c", 0.5)]
    assert "50.0 % of all, 50.0 % of right finals" in chains.note
    joint = made["Joint scores of sub-answers and final answer"]
    assert joint.rows == (("2 hops", 0.5, 0.5, f"{math.log(2):.2f}", f"{math.log(2):.2f}", 2),)


def test_repeats_are_averaged_per_question() -> None:
    one = chained()
    made = grids(
        [one],
        [
            answered(one, "Tarn Hollow", sub_answers=SUBS, repeat=1),
            answered(one, "Grey Tower", sub_answers=SUBS, repeat=2),
        ],
    )
    assert made["Answers"].rows[0] == ("2 hops", 0.5, 0.5, 0.5, 1)
    rows = made["Chains, 2 hops: 1 questions, right by PM"].rows
    assert [row for row in rows if row[-1]] == [("c", "c", "c", 0.5), ("c", "c", "w", 0.5)]


def test_without_sub_answers_only_the_answers_have_a_table() -> None:
    one = chained(mode="hidden")
    assert list(grids([one], [answered(one, "Tarn Hollow")])) == ["Answers"]
    assert grids([one], [])["Answers"].rows[0] == ("2 hops", None, None, None, 0)
