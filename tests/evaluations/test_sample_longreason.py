"""The embedded reasoning questions: each letter is computed here again, each fact stands once at every length."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from evaluations.benchmarks import longreason, sample
from evaluations.benchmarks.benchmark import Source
from tests.evaluations.longreason_solved import COMPUTED

FOLDER = Path(sample.__file__).parent
PROOFS: list[dict[str, Any]] = tomllib.loads((FOLDER / "proofs_sets.toml").read_text(encoding="utf-8"))["longreason"]
SPLITS = ("original", "expanded", "8k", "16k")
ROWS: dict[str, list[dict[str, str]]] = {
    split: [json.loads(line) for line in (FOLDER / "longreason" / f"{split}.jsonl").read_text("utf-8").splitlines()]
    for split in SPLITS
}
LENGTHS = {"8k": (11_500, 12_500), "16k": (23_500, 24_500)}
"""Characters of a background: fewer than a split's name says, so that the package stays small."""
NO_NAMES = {*"March May Monday Tuesday Thursday Street Moss The".split()}
"""Words with a capital that questions and irrelevant passages share and that name nobody."""


def options(row: dict[str, str]) -> dict[str, str]:
    return dict(option.split(". ", 1) for option in row["final_inquiry"].split("\n")[1:])


def irrelevant(split: str) -> list[list[str]]:
    """For each row, the paragraphs of its background that are not its own."""
    return [
        [text for text in row["background"].split("\n\n") if text not in expanded["background"].split("\n\n")]
        for row, expanded in zip(ROWS[split], ROWS["expanded"], strict=True)
    ]


@pytest.mark.parametrize("split", SPLITS)
def test_the_letter_is_the_option_that_the_facts_compute(split: str) -> None:
    for row, proof in zip(ROWS[split], PROOFS, strict=True):
        assert row["example_idx"] == proof["example_idx"]
        assert row["final_inquiry"].split("\n")[0].endswith("?")
        assert "".join(options(row)) == "ABCDE"
        assert len({*options(row).values()}) == 5
        assert options(row)[row["answer"]] == proof["computed"] == COMPUTED[row["example_idx"]]
        assert row["analysis"].endswith(f"The answer is {row['answer']}.")


@pytest.mark.parametrize("split", SPLITS)
def test_every_fact_stands_once_at_every_length(split: str) -> None:
    fields = "question background final_inquiry example_idx prompt answer analysis"
    for row, proof in zip(ROWS[split], PROOFS, strict=True):
        assert row.keys() == set(fields.split())
        assert all(isinstance(value, str) for value in row.values())
        for fact in proof["facts"]:
            for text in (row["question"], row["background"]):
                assert text.casefold().count(fact.casefold()) == 1, fact


@pytest.mark.parametrize("split", SPLITS)
def test_a_prompt_marks_where_the_text_and_the_inquiry_stand_instead_of_repeating_them(split: str) -> None:
    for row in ROWS[split]:
        assert row["prompt"].format(**row).endswith(f"{row['background']}\n\n{row['final_inquiry']}")
        assert len(row["prompt"]) < 200


def test_an_example_asks_the_same_at_every_length() -> None:
    assert len(ROWS["original"]) == 12
    for rows in zip(*ROWS.values(), strict=True):
        for field in ("example_idx", "question", "final_inquiry", "prompt", "answer", "analysis"):
            assert len({row[field] for row in rows}) == 1
        assert rows[0]["question"] == f"{rows[0]['background']} {rows[0]['final_inquiry']}"
    assert len({row["example_idx"] for row in ROWS["original"]}) == 12


def test_letters_are_balanced_and_the_length_of_an_option_tells_little() -> None:
    rows = ROWS["original"]
    assert sorted(Counter(row["answer"] for row in rows).values()) == [2, 2, 2, 3, 3]
    for row in rows:
        lengths = [len(option) for option in options(row).values()]
        assert max(lengths) - min(lengths) <= 3, "options are of like length"
    assert all(by_length(rows, rule) <= 3 for rule in (max, min)), "of 12, where guessing gives 2.4"


def test_the_right_number_is_no_more_often_the_middle_one_than_another() -> None:
    ranks = Counter[int]()
    for row in ROWS["original"]:
        values = {letter: float(found[0]) for letter, o in options(row).items() if (found := re.findall(r"[\d.]+", o))}
        if values:
            ranks[sorted(values.values()).index(values[row["answer"]])] += 1
    assert ranks.total() == 8
    assert max(ranks.values()) <= 3


def by_length(rows: list[dict[str, str]], rule: Callable[[Iterable[int]], int]) -> float:
    """How many rows a guesser gets who takes one of the longest, or of the shortest, options."""
    right = 0.0
    for row in rows:
        lengths = {letter: len(option) for letter, option in options(row).items()}
        taken = [letter for letter, length in lengths.items() if length == rule(lengths.values())]
        right += (row["answer"] in taken) / len(taken)
    return right


def test_no_passage_alone_holds_all_the_facts() -> None:
    for row, proof in zip(ROWS["expanded"], PROOFS, strict=True):
        passages = row["background"].split("\n\n")
        assert len(passages) == 3
        assert all(150 <= len(passage.split()) <= 250 for passage in passages)
        for passage in passages:
            assert [fact for fact in proof["facts"] if fact.casefold() not in passage.casefold()]


@pytest.mark.parametrize("split", LENGTHS)
def test_long_backgrounds_part_the_passages_and_shuffle_them(split: str) -> None:
    orders = set()
    for row, expanded in zip(ROWS[split], ROWS["expanded"], strict=True):
        paragraphs, passages = row["background"].split("\n\n"), expanded["background"].split("\n\n")
        assert len({*paragraphs}) == len(paragraphs)
        places = [paragraphs.index(passage) for passage in passages]
        assert all(b - a >= 2 for a, b in pairwise(sorted(places))), "no two are neighbours"
        orders.add(tuple(sorted(range(3), key=lambda n: places[n])))
        assert LENGTHS[split][0] <= len(row["background"]) <= LENGTHS[split][1]
    assert len(orders) >= 4


@pytest.mark.parametrize("split", LENGTHS)
def test_irrelevant_passages_are_sixty_and_more_of_like_length_and_name_nothing_of_the_questions(split: str) -> None:
    around = {text for texts in irrelevant(split) for text in texts}
    assert len(around) >= 60
    assert all(190 <= len(text.split()) <= 240 for text in around)
    words = {word for text in around for word in re.findall(r"\w+", text)}
    for row in ROWS["original"]:
        told = re.sub(r"\n[A-E]\. ", "\n", row["question"])
        named = {*re.findall(r"(?<![.?:] )(?<!^)\b[A-Z]\w{2,}", told)} - NO_NAMES
        assert not named & words, row["example_idx"]


def test_each_irrelevant_passage_is_used_about_equally_often() -> None:
    for split in LENGTHS:
        uses = Counter(text for texts in irrelevant(split) for text in texts).values()
        assert max(uses) - min(uses) <= 2


def test_the_loader_reads_four_lengths_of_twelve_questions_without_an_oddity() -> None:
    loaded = longreason.load(Source(FOLDER / "longreason", None, longreason.BENCHMARK.chosen([])))
    assert Counter(case.tags["split"] for case in loaded.cases) == dict.fromkeys(SPLITS, 12)
    assert loaded.oddities == []
    for case in loaded.cases:
        assert len(case.context) == {"8k": 11, "16k": 22}.get(case.tags["split"], 0)
        assert len(case.question.options) == 5
