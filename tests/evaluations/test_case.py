"""Cases, their gold and scores as records."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from evaluations.benchmarks.loaded import Loaded
from evaluations.case import Case, Gold, ReferenceStep, Score
from tests.evaluations.traces import a_case
from tools.mistake import Mistake


def gold(*positions: int | None) -> Gold:
    return a_case(*((f"step {n}", p) for n, p in enumerate(positions))).gold


def test_gold_positions_are_distinct_and_rise() -> None:
    assert gold(20, 9, 20, -1, None, 3).positions(None) == (3, 9, 20)


@pytest.mark.parametrize(("cut", "seen"), [(21, (3, 9, 20)), (20, (3, 9)), (9, (3,)), (4, (3,)), (3, ()), (1, ())])
def test_gold_positions_lie_strictly_before_the_cut(cut: int, seen: tuple[int, ...]) -> None:
    assert gold(20, 9, 3).positions(cut) == seen


def test_gold_without_explicit_steps_has_no_positions() -> None:
    assert gold(-1, None).positions(None) == ()
    assert Gold(answer="D").positions(5) == ()


def test_a_case_is_called_like_its_question() -> None:
    assert a_case().id == a_case().question.id == "en-ai-7-q1"


def test_a_case_survives_json_in_both_languages() -> None:
    case = a_case(("铁末里混着红漆。", 14), ("So it was Nell.", -1)).model_copy(update={"source": "8.json 题 1"})
    assert Case.model_validate_json(case.model_dump_json()) == case


def test_the_public_question_holds_nothing_of_the_gold() -> None:
    case = a_case(("the canary sang", 14), answer="D")
    public = case.question.model_dump_json()
    assert "canary" not in public
    assert {"answer", "gold", "steps", "answer_position", "cut", "book"}.isdisjoint(type(case.question).model_fields)


def test_records_cannot_be_changed_and_refuse_unknown_fields() -> None:
    step = ReferenceStep(text="so", kind="inferred")
    with pytest.raises(ValidationError, match="frozen"):
        step.position = 3  # type: ignore[misc]
    with pytest.raises(ValidationError, match="Extra inputs"):
        ReferenceStep.model_validate({"text": "so", "kind": "inferred", "paragraph": 3})
    with pytest.raises(ValidationError, match="kind"):
        ReferenceStep.model_validate({"text": "so", "kind": "guessed"})


def test_an_undefined_score_stays_undefined_through_json() -> None:
    score = Score(case="q1", repeat=1, metric="accuracy", value=None, read=[1, 2], why={"verbatim": 1})
    assert Score(score.case, score.repeat, **json.loads(json.dumps(score.told))) == score
    assert score.value is None


def test_what_was_loaded_tells_skipped_from_repaired() -> None:
    loaded = Loaded()
    loaded.repaired("a.json", "odd")
    loaded.skip("b.json", "bad")
    assert [(odd.source, odd.done) for odd in loaded.oddities] == [("a.json", "repaired"), ("b.json", "skipped")]
    assert [odd.source for odd in loaded.skipped] == ["b.json"]


def test_nothing_loaded_is_a_mistake_with_the_first_three_reasons() -> None:
    loaded = Loaded()
    with pytest.raises(Mistake, match=r"here holds no usable question \(it is empty\)"):
        loaded.usable("here")
    for name in "abcd":
        loaded.skip(f"{name}.json", "bad")
    with pytest.raises(Mistake, match=r"\(a\.json: bad; b\.json: bad; c\.json: bad\)"):
        loaded.usable("here")
    loaded.cases.append(a_case())
    assert loaded.usable("here") is loaded
