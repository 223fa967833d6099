"""The English prequels: each verdict rests on named paragraphs or a named absence, and no look of a text tells it."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from statistics import fmean
from typing import Any

import pytest

from evaluations.benchmarks import sample

(STORY,) = (sample.HERE / "novel_data_en").glob("*.txt")
TEXTS = {
    int(number): text
    for number, text in re.findall(r"^\[(\d+)\] (.*)$", STORY.read_text(encoding="utf-8"), re.MULTILINE)
}
ROWS = [
    row
    for line in (sample.HERE / "prelude" / "prelude.jsonl").read_text(encoding="utf-8").splitlines()
    if (row := json.loads(line))["book_name"] == TEXTS[1]
]
PROOFS = {
    proof["id"]: proof
    for proof in tomllib.loads((sample.HERE / "proofs_sets.toml").read_text(encoding="utf-8"))["prelude"]
}
LENGTHS = {
    label: [len(row["content"].split()) for row in ROWS if row["label"] == label]
    for label in ("Contradict", "Consistent")
}

each_prequel = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])


def stand(words: list[str], number: int) -> bool:
    return all(word in TEXTS.get(number, "") for word in words)


@each_prequel
def test_the_verdict_is_tied_to_its_paragraphs_and_to_no_neighbour(row: dict[str, Any]) -> None:
    assert PROOFS[row["id"]]["keys"]
    for key in PROOFS[row["id"]]["keys"]:
        around = [number for number in range(key["paragraph"] - 1, key["paragraph"] + 2) if stand(key["words"], number)]
        assert around == [key["paragraph"]]


@each_prequel
def test_a_local_verdict_needs_one_place_and_a_global_one_several_or_an_absence(row: dict[str, Any]) -> None:
    proof, kind = PROOFS[row["id"]], row["sub_label"]
    places = len(proof["keys"])
    if kind == "global II":
        assert proof["basis"] == "absence"
        assert len(proof["absent"]) >= 3
    elif row["label"] == "Contradict":
        assert proof["basis"] == "statement"
        assert places <= 2 if kind == "local" else places >= 3
    else:
        assert proof["basis"] == "fits"


def test_there_are_seven_of_each_verdict_and_all_kinds_of_them() -> None:
    kinds = Counter((row["label"], row["sub_label"]) for row in ROWS)
    assert kinds == {
        ("Contradict", "local"): 2,
        ("Contradict", "global I"): 3,
        ("Contradict", "global II"): 2,
        ("Consistent", "core"): 4,
        ("Consistent", "irrelevant"): 3,
    }
    assert len({row["char"] for row in ROWS}) >= 4
    both = Counter(char for char, _ in {(row["char"], row["label"]) for row in ROWS})
    assert sum(verdicts == 2 for verdicts in both.values()) >= 3, "a character's name must not tell the verdict"


def test_no_length_parts_the_verdicts() -> None:
    contradict, consistent = LENGTHS["Contradict"], LENGTHS["Consistent"]
    assert abs(fmean(contradict) - fmean(consistent)) <= 4
    for limit in {*contradict, *consistent}:
        right = sum(length <= limit for length in contradict) + sum(length > limit for length in consistent)
        assert 4 <= right <= 10
