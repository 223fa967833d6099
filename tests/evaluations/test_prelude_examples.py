"""PRELUDE's few-shot examples: how many, which, and never of the question's own book."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluations.benchmarks.loaded import Loaded
from tests.evaluations.prequels import EN, EN_WRONG, ROWS, ZH, jsonl, loaded_rows
from tools.mistake import Mistake

BOOKS = ["One", "Two", "Three", "四", "五"]


def many_rows(each: int = 6) -> list[dict[str, object]]:
    """Rows of five books, both labels by turns."""
    rows = []
    for book in BOOKS:
        for n in range(each):
            good = ZH if book in "四五" else EN
            label = "Consistent" if n % 2 else "Contradict"
            rows.append(good | {"book_name": book, "content": f"{good['content']} {n}", "label": label, "sublabel": ""})
    return rows


def shown(loaded: Loaded) -> list[list[str]]:
    return [[example.text for example in case.question.examples] for case in loaded.cases]


@pytest.mark.parametrize(("shots", "count"), [("0", 0), ("1", 1), ("5", 5), ("many", 24)])
def test_a_question_gets_so_many_examples_and_none_of_its_own_book(tmp_path: Path, shots: str, count: int) -> None:
    loaded = loaded_rows(tmp_path, *many_rows(), shots=shots)
    for case in loaded.cases:
        assert len(case.question.examples) == count
        assert case.question.title not in {example.source for example in case.question.examples}


def test_many_shots_end_at_forty(tmp_path: Path) -> None:
    loaded = loaded_rows(tmp_path, *many_rows(20), shots="many")
    assert {len(case.question.examples) for case in loaded.cases} == {40}


def test_examples_hold_for_the_same_rows_and_change_with_the_seed(tmp_path: Path) -> None:
    first = shown(loaded_rows(tmp_path, *many_rows(), shots="3"))
    assert shown(loaded_rows(tmp_path, *many_rows(), shots="3")) == first
    assert shown(loaded_rows(tmp_path, *many_rows(), shots="3", seed="1")) != first


def test_fewer_shots_are_the_first_of_more(tmp_path: Path) -> None:
    two, five = (shown(loaded_rows(tmp_path, *many_rows(), shots=shots)) for shots in "25")
    assert two == [some[:2] for some in five]


def test_five_examples_have_both_labels_by_turns_in_the_questions_language_first(tmp_path: Path) -> None:
    for case in loaded_rows(tmp_path, *many_rows(), shots="5").cases:
        examples = case.question.examples
        assert [e.answer for e in examples] == ["contradict", "consistent", "contradict", "consistent", "contradict"]
        chinese = case.question.language == "zh"
        assert all(("前传" in e.options["consistent"]) == chinese for e in examples)


def test_one_book_under_its_two_names_gives_itself_no_example(tmp_path: Path) -> None:
    rows = [EN | {"book_name": "Romance of the Three Kingdoms"}, ZH | {"book_name": "三国演义"}, EN_WRONG]
    by_title = {c.question.title: c.question.examples for c in loaded_rows(tmp_path, *rows, shots="5").cases}
    assert [e.source for e in by_title["三国演义"]] == ["The Last Ferry"]
    assert len(by_title["The Last Ferry"]) == 2


def test_too_few_examples_are_said_once(tmp_path: Path) -> None:
    loaded = loaded_rows(tmp_path, *ROWS, shots="5")
    (odd,) = loaded.oddities
    assert odd.what == "4 questions have fewer than 5 examples from other books, at least 2"


def test_examples_may_come_from_a_file_of_their_own(tmp_path: Path) -> None:
    extra = [ZH | {"book_name": "别的书", "rationale": "原著没有写到。"}, EN | {"label": "?"}, EN_WRONG]
    file = jsonl(tmp_path / "shown.jsonl", extra)
    loaded = loaded_rows(tmp_path, EN, ZH, shots="1", examples=str(file))
    (first,), (second,) = (case.question.examples for case in loaded.cases)
    assert (first.source, first.reasoning, first.answer) == ("别的书", "原著没有写到。", "consistent")
    assert first.text.startswith("《别的书》老秦：少年从军：")
    assert second.source == "The Last Ferry"
    assert [odd.source for odd in loaded.skipped] == ["examples shown.jsonl row 2"]


def test_a_file_of_examples_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"none\.jsonl"):
        loaded_rows(tmp_path, EN, shots="1", examples=str(tmp_path / "none.jsonl"))
