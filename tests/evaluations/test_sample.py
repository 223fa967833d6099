"""The embedded sample: every clue stands where the gold says, and no answer is said before its cut."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source
from evaluations.case import Case
from evaluations.views import Views
from tools.book import about_tokens

CASES = sample.load(Source(settings={"part": "detectiveqa"})).cases
ENGLISH = [case for case in CASES if case.question.language == "en"]
VIEWS = Views()


def proofs_in(language: str, unnamed: str) -> dict[str, dict[str, Any]]:
    """The proofs of a language by their case ids; those without an id are numbered in order."""
    found = tomllib.loads((sample.HERE / f"proofs_{language}.toml").read_text(encoding="utf-8"))["question"]
    return {proof.get("id", f"{unnamed}{number}"): proof for number, proof in enumerate(found, 1)}


PROOFS = proofs_in("en", "en-human-1-q") | proofs_in("zh", "zh-human-2-q")


def stand(words: list[str], case: Case, number: int) -> bool:
    """Whether all the words stand in that paragraph of the case's book."""
    texts = {p.number: p.text.casefold() for p in VIEWS.book(case).paragraphs}
    return all(word.casefold() in texts.get(number, "") for word in words)


def first_said(pattern: str, case: Case) -> int | None:
    said = (p.number for p in VIEWS.book(case).paragraphs if re.search(pattern, p.text, re.IGNORECASE))
    return next(said, None)


each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
each_english_case = pytest.mark.parametrize("case", ENGLISH, ids=lambda case: case.id)


def test_every_question_has_its_proof_and_every_proof_its_question() -> None:
    assert sorted(PROOFS) == sorted(case.id for case in CASES)


@each_case
def test_the_key_words_of_each_step_stand_in_its_paragraph(case: Case) -> None:
    view, keys = VIEWS.view(case), PROOFS[case.id]["keys"]
    assert len(keys) == len(case.gold.steps)
    for step, words in zip(case.gold.steps, keys, strict=True):
        if step.position is None:
            assert step.kind == "inferred"
            continue
        assert words, step.text
        missing = [word for word in words if word.casefold() not in view[step.position].casefold()]
        assert not missing, f"[{step.position}] lacks {missing}"


@each_english_case
def test_a_position_that_is_off_by_one_would_be_noticed(case: Case) -> None:
    for step, words in zip(case.gold.steps, PROOFS[case.id]["keys"], strict=True):
        if step.position is not None:
            assert stand(words, case, step.position), step.text
            assert not stand(words, case, step.position - 1), step.text
            assert not stand(words, case, step.position + 1), step.text


@each_case
def test_the_answer_is_said_behind_the_cut_and_not_before(case: Case) -> None:
    cut = case.cut
    assert cut is not None
    for pattern in PROOFS[case.id]["sealed"]:
        said = first_said(pattern, case)
        assert said is not None, f"{pattern!r} is said nowhere"
        assert said >= cut, f"{pattern!r} is said in [{said}], before [{cut}]"


@each_english_case
def test_the_cut_is_the_very_paragraph_in_which_the_answer_is_first_said(case: Case) -> None:
    assert case.cut in {first_said(pattern, case) for pattern in PROOFS[case.id]["sealed"]}


@each_case
def test_a_question_needs_explicit_and_inferred_steps_from_several_places(case: Case) -> None:
    kinds = [step.kind for step in case.gold.steps]
    assert kinds.count("explicit") >= 3
    assert kinds.count("inferred") >= 1
    assert len(case.gold.positions(case.cut)) >= 3


def test_the_story_is_a_novella_and_its_questions_are_deep() -> None:
    paragraphs = VIEWS.book(ENGLISH[0]).paragraphs
    assert sum(len(p.text.split()) for p in paragraphs) >= 20_000
    assert len(paragraphs) >= 500
    assert [p.number for p in paragraphs] == list(range(1, len(paragraphs) + 1))
    assert sum(p.text.startswith("Chapter ") for p in paragraphs) == 14
    assert [case.id.rpartition("-q")[0] for case in ENGLISH].count("en-human-1") == 12
    assert len(ENGLISH) == 16
    assert fmean(len(case.gold.steps) for case in ENGLISH) >= 6


def test_needles_lie_at_every_depth_of_what_may_be_seen() -> None:
    depths = {position * 10 // case.cut for case in ENGLISH if case.cut for position in case.gold.positions(case.cut)}
    assert depths == set(range(10))


def test_gold_letters_are_balanced_and_lengths_give_nothing_away() -> None:
    for language in ("en", "zh"):
        mine = [case for case in CASES if case.question.language == language]
        letters = [case.gold.answer for case in mine]
        assert {letters.count(letter) for letter in "ABCD"} == {len(mine) // 4}
        longest = [max(c.question.options, key=lambda o: about_tokens(c.question.options[o])) for c in mine]
        assert sum(a == b for a, b in zip(longest, letters, strict=True)) <= len(mine) / 2


def test_the_options_of_a_question_are_of_like_length() -> None:
    for case in ENGLISH:
        lengths = [len(option) for option in case.question.options.values()]
        assert max(lengths) <= 1.25 * min(lengths), case.id


def test_the_plan_names_every_clue_of_a_question_and_none_that_it_may_not_see() -> None:
    plan = (sample.HERE / "plan_en.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .+ \| (\d+) \| ([a\d, ]+) \|$", plan, re.MULTILINE)
    told: dict[str, set[int]] = {case.id: set() for case in ENGLISH}
    for number, questions in rows:
        for question in questions.split(", "):
            told[f"en-ai-1-q{question[1:]}" if question[0] == "a" else f"en-human-1-q{question}"].add(int(number))
    for case in ENGLISH:
        assert case.cut is not None
        assert max(told[case.id]) < case.cut
        assert told[case.id].issuperset(case.gold.positions(case.cut)), case.id


def test_the_sample_has_nothing_odd() -> None:
    assert sample.load(Source(settings={"part": "detectiveqa"})).oddities == []


def test_the_sample_is_found_in_the_package() -> None:
    assert all(Path(case.book or "").is_file() for case in CASES)
