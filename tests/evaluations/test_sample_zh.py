"""The Chinese tale of the sample: its length, names and depths, and proofs that hold at one paragraph only."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from statistics import fmean
from typing import Any

import pytest

from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source
from evaluations.case import Case
from evaluations.views import Views
from tools.chapters import chapters

CASES = [c for c in sample.load(Source(settings={"part": "detectiveqa"})).cases if c.question.language == "zh"]
BOOK = Views().book(CASES[0])
TOLD = {paragraph.number: paragraph.text for paragraph in BOOK.paragraphs}
KEYS: list[list[list[str]]] = [
    question["keys"]
    for question in tomllib.loads((sample.HERE / "proofs_zh.toml").read_text(encoding="utf-8"))["question"]
]
SETS = tomllib.loads((sample.HERE / "proofs_sets.toml").read_text(encoding="utf-8"))
PREQUELS = {
    row["id"]: row
    for row in map(json.loads, (sample.HERE / "prelude/prelude.jsonl").read_text(encoding="utf-8").splitlines())
    if row["book_name"] == "黑舌先生"
}
PROOFS = {proof["id"]: proof for proof in SETS["prelude"] if proof["id"] in PREQUELS}

NAMES = {
    "程砚农": ("程东家", "砚农兄", "黑舌先生", "叔", "师父", "树本", "叔祖大人", "程伯伯"),
    "卢景明": ("卢会长", "卢善人", "晴川", "老二", "二爷", "二伯", "卢老爷"),
    "何望之": ("何先生", "小囡", "乳名就叫小满"),
    "柳月桥": ("二太太", "二婶", "柳姐姐"),
    "韩静山": ("静山先生", "韩东家"),
    "严": ("严文书", "严格子", "严先生"),
}


def test_the_tale_is_long_enough_and_has_chapters() -> None:
    assert sum(map(len, TOLD.values())) >= 10_000
    titles = [chapter.title for chapter in chapters(BOOK.paragraphs)]
    assert len(titles) == 13
    assert all(title.startswith("第") and "章" in title for title in titles)


@pytest.mark.parametrize("person", NAMES)
def test_one_person_is_called_by_many_names(person: str) -> None:
    whole = "\n".join(TOLD.values())
    missing = [name for name in (person, *NAMES[person]) if name not in whole]
    assert not missing
    assert person not in NAMES[person]


def test_there_are_eight_deep_questions_with_balanced_letters() -> None:
    assert len(CASES) == len(KEYS) == 8
    assert fmean(len(case.gold.steps) for case in CASES) >= 6
    assert min(len(case.gold.steps) for case in CASES) >= 6
    assert Counter(case.gold.answer for case in CASES) == dict.fromkeys("ABCD", 2)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_options_are_equally_long(case: Case) -> None:
    assert len({len(option) for option in case.question.options.values()}) == 1


def test_needles_lie_at_every_depth() -> None:
    depths = [(position - 1) / ((case.cut or 1) - 1) for case in CASES for position in case.gold.positions(case.cut)]
    tenths = Counter(int(depth * 10) for depth in depths)
    assert all(tenths[tenth] >= 2 for tenth in range(10)), sorted(tenths.items())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_key_words_of_a_step_stand_together_in_no_other_paragraph(case: Case) -> None:
    for step, words in zip(case.gold.steps, KEYS[CASES.index(case)], strict=True):
        assert (step.position is None) == (not words)
        if words:
            assert [number for number, text in TOLD.items() if all(word in text for word in words)] == [step.position]


ENTRIES: list[dict[str, Any]] = [*PROOFS.values(), *SETS["lfed"]]


@pytest.mark.parametrize("proof", ENTRIES, ids=lambda proof: proof.get("id", proof["why"][:12]))
def test_the_key_words_of_a_verdict_would_not_fit_the_paragraph_beside(proof: dict[str, Any]) -> None:
    for key in proof["keys"]:
        for beside in (key["paragraph"] - 1, key["paragraph"] + 1):
            assert not all(word in TOLD.get(beside, "") for word in key["words"]), key


def test_prequels_are_ten_half_of_them_contradictions_of_every_kind() -> None:
    assert Counter(row["label"] for row in PREQUELS.values()) == {"Contradict": 5, "Consistent": 5}
    assert Counter(proof["kind"] for proof in PROOFS.values()) == {
        "local": 2, "global I": 2, "global II": 1, "core": 3, "irrelevant": 2,
    }  # fmt: skip
    assert {name: proof["kind"].split()[0] for name, proof in PROOFS.items()} == {
        name: row["sub_label"] for name, row in PREQUELS.items()
    }
    assert len({row["char"] for row in PREQUELS.values()}) == 10
    assert all(row["char"] in row["content"] for row in PREQUELS.values())


def test_a_contradiction_names_what_it_contradicts() -> None:
    bases = {name: proof["basis"] for name, proof in PROOFS.items()}
    assert Counter(bases.values()) == {"statement": 4, "absence": 1, "fits": 5}
    for name, proof in PROOFS.items():
        assert (bases[name] == "fits") == (PREQUELS[name]["label"] == "Consistent")
        if proof["kind"] == "global I":
            assert len({key["paragraph"] for key in proof["keys"]}) >= 3
        if bases[name] != "statement":
            assert len(proof["absent"]) >= 3
            assert proof["absent"][0] in PREQUELS[name]["content"]
