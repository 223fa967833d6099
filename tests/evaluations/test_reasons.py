"""Wrong chains, shortcuts and joints, by hand, with what is unknown left unknown."""

from __future__ import annotations

import pytest

from agent import fold
from agent.trace import Trace
from evaluations.case import Case, Score
from evaluations.metrics import reasons
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Citation, Contained, Findings
from evaluations.metrics.reasons import THETA, THETAS, Grounds
from tests.evaluations.test_steps import EVEN
from tests.evaluations.traces import a_case, answered, failed

CASE = a_case(("copper pan bottom turned silver", 1), ("captain boots dried white salt", 20), ("so", -1), ("then", -1))


def measured(trace: Trace, judged: Findings | None = None, case: Case = CASE) -> dict[str, Score]:
    return {one.metric: one for one in reasons.measure(Exhibit(case, trace, EVEN, judged=judged))}


def judged(found: int, supported: tuple[bool | None, ...] | None, cite: bool | None = None) -> Findings:
    """Findings with so many of the four reference steps found, and all citations good or bad."""
    return Findings(
        judge="mouse",
        contained=tuple(Contained(found=n < found) for n in range(4)),
        supported=supported,
        entailed=None if cite is None else (cite,),
        citations=None if cite is None else (Citation(step=1, paragraph=1, useful=cite),),
    )


def test_limits_stand_in_the_names_with_two_places_at_most() -> None:
    assert [reasons.at(theta) for theta in THETAS] == ["0.2", "0.3", "0.33", "0.4", "0.5", "0.6"]
    assert reasons.named(reasons.SHORTCUT, "lexical", THETA) == "shortcut@0.33(lexical)"


@pytest.mark.parametrize(
    ("grounds", "wrong", "strict"),
    [
        (Grounds(True, 0.5, 0.8, 1.0), False, True),
        (Grounds(False, 0.5, 0.8, 1.0), False, False),
        (Grounds(True, 0.25, 0.8, 1.0), True, False),  # by StepRecall
        (Grounds(True, 1 / 3, 0.5, 0.5), False, True),  # the limits themselves are enough
        (Grounds(True, 0.5, 0.4, 1.0), True, False),  # by support
        (Grounds(True, 0.5, 0.8, 0.0), True, True),  # by evidence, which is no part of the joint
        (Grounds(True, 0.5, None, None), False, None),
        (Grounds(False, 0.5, None, None), False, False),
        (Grounds(True, 0.25, None, None), True, False),
        (Grounds(True, None, None, 0.0), True, None),
        (Grounds(True, None, None, 0.5), False, None),
        (Grounds(True, None, None, None), None, None),
        (Grounds(False, None, None, None), None, False),
    ],
)
def test_wrong_and_strict_at_a_third(grounds: Grounds, wrong: bool | None, strict: bool | None) -> None:
    assert (grounds.wrong(THETA), grounds.strict(THETA)) == (wrong, strict)


@pytest.mark.parametrize(
    ("grounds", "soft"),
    [
        (Grounds(True, 0.5, None, None, 0.8), 0.4),
        (Grounds(False, 0.5, None, None, 0.8), 0.0),
        (Grounds(False, None, None, None, None), 0.0),
        (Grounds(True, 0.0, None, None, None), 0.0),
        (Grounds(True, 0.5, None, None, None), None),
        (Grounds(True, None, None, None, 1.0), None),
        (Grounds(True, 1.0, None, None, 1.0), 1.0),
    ],
)
def test_soft_is_a_product_and_unknown_factors_stay_unknown(grounds: Grounds, soft: float | None) -> None:
    assert grounds.soft() == (None if soft is None else pytest.approx(soft))


def test_a_right_answer_whose_chain_misses_the_gold_is_a_shortcut_and_says_why() -> None:
    # of four reference steps the lexical judge finds one (0.25); cited [1] is gold [1]
    trace = answered(CASE, "D", cited=[1], steps=[("copper pan bottom", (1,))])
    found = measured(trace)
    causes = {"StepRecall<0.33": True, "StepPrecision_supported<0.5": None, "evidence recall@2=0": False}
    assert (found["chain wrong@0.33(lexical)"].value, found["chain wrong@0.33(lexical)"].why) == (1.0, causes)
    assert (found["shortcut@0.33(lexical)"].value, found["shortcut@0.33(lexical)"].why) == (1.0, causes)
    joint = found["joint strict@0.33(lexical)"]
    assert (joint.value, joint.why) == (None, "support not judged")  # known zeros alone would make a mean of 0
    assert [found[f"chain wrong@{reasons.at(t)}(lexical)"].value for t in THETAS] == [0, 1, 1, 1, 1, 1]
    assert found["joint soft(lexical)"].value is None


def test_the_causes_are_told_one_by_one() -> None:
    whole = answered(CASE, "D", cited=[22], steps=[("a", (22,))])
    far = answered(CASE, "D", cited=[23], steps=[("a", (23,))])
    cases = [
        (whole, judged(2, (True,)), (False, False, False)),
        (whole, judged(1, (True,)), (True, False, False)),
        (whole, judged(2, (False, False, True)), (False, True, False)),
        (far, judged(4, (True,)), (False, False, True)),
        (far, judged(0, (False,)), (True, True, True)),
    ]
    for trace, findings, causes in cases:
        score = measured(trace, findings)["chain wrong@0.33(mouse)"]
        assert isinstance(score.why, dict)
        assert tuple(score.why.values()) == causes
        assert score.value == float(any(causes))


def test_a_wrong_answer_is_no_shortcut_and_no_joint_but_its_chain_is_judged() -> None:
    found = measured(answered(CASE, "A", cited=[1], steps=[("a", (1,))]), judged(4, (True,), cite=True))
    assert (found["shortcut@0.33(mouse)"].value, found["shortcut@0.33(mouse)"].why) == (None, "the answer is not right")
    assert (found["chain wrong@0.33(mouse)"].value, found["joint strict@0.33(mouse)"].value) == (0.0, 0.0)
    assert found["joint soft(mouse)"].value == 0.0


def test_all_good_is_no_shortcut_and_joint_is_one() -> None:
    found = measured(answered(CASE, "D", cited=[1], steps=[("a", (1,))]), judged(4, (True,), cite=True))
    values = {found[f"{name}@0.6(mouse)"].value for name in (reasons.WRONG, reasons.SHORTCUT)}
    assert (values, found["joint strict@0.6(mouse)"].value, found["joint soft(mouse)"].value) == ({0.0}, 1.0, 1.0)


def test_an_answer_without_a_chain_has_a_wrong_one() -> None:
    found = measured(answered(CASE, "D"))
    assert found["shortcut@0.2(lexical)"].value == 1.0
    lost = measured(failed(CASE))
    assert (lost["shortcut@0.2(lexical)"].value, lost["chain wrong@0.2(lexical)"].value) == (None, 1.0)


def test_without_gold_positions_evidence_is_no_cause() -> None:
    case = a_case(("copper pan bottom turned silver", -1))
    score = measured(answered(case, "D", steps=[("copper pan silver", ())]), case=case)["shortcut@0.6(lexical)"]
    assert isinstance(score.why, dict)
    assert (score.value, score.why["evidence recall@2=0"]) == (0.0, None)


def test_a_case_without_gold_steps_has_none_of_these() -> None:
    assert measured(answered(a_case(), "D"), case=a_case()) == {}


def test_without_the_book_only_the_positions_tell() -> None:
    trace = answered(CASE, "D", cited=[9])
    found = {one.metric: one for one in reasons.measure(Exhibit(CASE, trace))}
    assert found["shortcut@0.33(lexical)"].value == 1.0
    bare = a_case(("so", -1))
    unknown = {one.metric: one for one in reasons.measure(Exhibit(bare, answered(bare, "D")))}
    assert unknown["shortcut@0.33(lexical)"].why == "nothing can be told of the chain"


def test_what_an_imported_file_does_not_tell_is_no_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fold._CHANGES, "imported", lambda state, payload: None)
    untold = ("imported", {"untold": ["steps", "citations"]})
    found = measured(answered(CASE, "D", before=[untold]))
    assert found["shortcut@0.33(lexical)"].why == "nothing can be told of the chain"
    assert found["joint strict@0.33(lexical)"].value is None
    half = measured(answered(CASE, "D", cited=[9], before=[("imported", {"untold": ["steps"]})]))
    assert half["shortcut@0.33(lexical)"].value == 1.0


def test_steps_of_an_imported_file_that_tells_no_citations_are_not_called_unsupported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing carries a step that cites nothing; where citations are untold it may have cited all it needs."""
    monkeypatch.setitem(fold._CHANGES, "imported", lambda state, payload: None)
    judged = Findings(
        judge="m", contained=tuple(Contained(found=True, step=n) for n, _ in enumerate(CASE.gold.steps, 1)),
        supported=(False, False), entailed=(False, False), citations=(),
    )  # fmt: skip
    untold = ("imported", {"untold": ["citations"]})
    told = answered(CASE, "D", steps=[("a", ()), ("b", ())], before=[untold])
    grounds = reasons.grounds(Exhibit(CASE, told, judged=judged))
    assert (grounds.recall, grounds.supported, grounds.cited) == (1.0, None, None)
    assert (grounds.wrong(1 / 3), grounds.strict(1 / 3), grounds.soft()) == (False, None, None)
    ours = answered(CASE, "D", steps=[("a", ()), ("b", ())])
    assert reasons.grounds(Exhibit(CASE, ours, judged=judged)).supported == 0.0
