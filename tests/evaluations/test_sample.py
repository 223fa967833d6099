"""The embedded sample: every clue stands where the gold says, and no answer is said before its cut."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from statistics import fmean

import pytest

from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source
from evaluations.case import Case
from evaluations.views import Views
from tools.book import about_tokens

CASES = sample.load(Source(settings={"part": "detectiveqa"})).cases
VIEWS = Views()
PROOFS = {
    language: tomllib.loads((sample.HERE / f"proofs_{language}.toml").read_text(encoding="utf-8"))["question"]
    for language in ("en", "zh")
}


def proof(case: Case) -> dict[str, list[list[str]]]:
    proofs = PROOFS[case.question.language]
    mine: dict[str, list[list[str]]] = proofs[int(case.id.rpartition("q")[2]) - 1]
    return mine


each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


@each_case
def test_the_key_words_of_each_step_stand_in_its_paragraph(case: Case) -> None:
    view, keys = VIEWS.view(case), proof(case)["keys"]
    assert len(keys) == len(case.gold.steps)
    for step, words in zip(case.gold.steps, keys, strict=True):
        if step.position is None:
            assert step.kind == "inferred"
            continue
        assert words, step.text
        missing = [word for word in words if word.casefold() not in view[step.position].casefold()]
        assert not missing, f"[{step.position}] lacks {missing}"


@each_case
def test_the_answer_is_said_behind_the_cut_and_not_before(case: Case) -> None:
    book, cut = VIEWS.book(case), case.cut
    assert cut is not None
    for pattern in proof(case)["sealed"]:
        said = [p.number for p in book.paragraphs if re.search(str(pattern), p.text, re.IGNORECASE)]
        assert said, f"{pattern!r} is said nowhere"
        assert min(said) >= cut, f"{pattern!r} is said in [{min(said)}], before [{cut}]"


@each_case
def test_a_question_needs_explicit_and_inferred_steps_from_several_places(case: Case) -> None:
    kinds = [step.kind for step in case.gold.steps]
    assert kinds.count("explicit") >= 3
    assert kinds.count("inferred") >= 1
    assert len(case.gold.positions(case.cut)) >= 3


def test_the_story_is_long_enough_and_its_questions_deep_enough() -> None:
    english = next(case for case in CASES if case.question.language == "en")
    words = sum(len(p.text.split()) for p in VIEWS.book(english).paragraphs)
    assert words >= 5000
    assert sum(case.question.language == "en" for case in CASES) >= 6
    assert fmean(len(case.gold.steps) for case in CASES) >= 5


def test_gold_letters_are_balanced_and_lengths_give_nothing_away() -> None:
    for language in ("en", "zh"):
        mine = [case for case in CASES if case.question.language == language]
        letters = [case.gold.answer for case in mine]
        assert {letters.count(letter) for letter in "ABCD"} == {len(mine) // 4}
        longest = [max(c.question.options, key=lambda o: about_tokens(c.question.options[o])) for c in mine]
        assert sum(a == b for a, b in zip(longest, letters, strict=True)) <= len(mine) / 2


def test_the_sample_has_nothing_odd() -> None:
    assert sample.load(Source(settings={"part": "detectiveqa"})).oddities == []


def test_the_sample_is_found_in_the_package() -> None:
    assert all(Path(case.book or "").is_file() for case in CASES)
