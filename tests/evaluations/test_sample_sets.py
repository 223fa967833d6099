"""The small sets over the embedded stories: each verdict and letter is proved from the files themselves."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import evaluations
from evaluations.benchmarks.lfed.rows import BLOCKS, UNANSWERABLE

SAMPLE = Path(evaluations.__file__).parent / "benchmarks" / "sample"
PROOFS: dict[str, list[dict[str, Any]]] = tomllib.loads((SAMPLE / "proofs_sets.toml").read_text(encoding="utf-8"))


def rows_of(name: str) -> list[dict[str, Any]]:
    text = (SAMPLE / name).read_text(encoding="utf-8")
    loaded = json.loads(text) if name.endswith(".json") else [json.loads(line) for line in text.splitlines()]
    return list(loaded)


def story(language: str) -> dict[int, str]:
    (file,) = (SAMPLE / f"novel_data_{language}").glob("*.txt")
    marked = re.findall(r"^\[(\d+)\] (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {int(number): text for number, text in marked}


STORIES = {paragraphs[1]: paragraphs for paragraphs in map(story, ("en", "zh"))}
PRELUDE = rows_of("prelude/prelude.jsonl")
LFED_BYTES = (SAMPLE / "lfed" / "LFED.csv").read_bytes()
HEADER, *LFED = csv.reader(io.StringIO(LFED_BYTES.decode("gb18030"), newline=""))


def test_every_entry_has_its_proof_and_every_proof_its_entry() -> None:
    assert [proof["id"] for proof in PROOFS["prelude"]] == [row["id"] for row in PRELUDE]
    assert len(PROOFS["lfed"]) == len(LFED)
    assert all(proof["why"] for proofs in PROOFS.values() for proof in proofs)


BOOKS_OF_PROOFS = [(row["book_name"], proof) for row, proof in zip(PRELUDE, PROOFS["prelude"], strict=True)] + [
    (row[0], proof) for row, proof in zip(LFED, PROOFS["lfed"], strict=True)
]


@pytest.mark.parametrize(("book", "proof"), BOOKS_OF_PROOFS)
def test_key_words_stand_in_their_paragraphs_and_absent_words_nowhere(book: str, proof: dict[str, Any]) -> None:
    paragraphs = STORIES[book]
    assert proof["keys"]
    for key in proof["keys"]:
        missing = [word for word in key["words"] if word not in paragraphs[key["paragraph"]]]
        assert not missing, f"[{key['paragraph']}] lacks {missing}"
    for word in proof.get("absent", []):
        found = [number for number, text in paragraphs.items() if word.casefold() in text.casefold()]
        assert not found, f"{word!r} stands in {found}"


def test_prequels_have_the_official_fields_and_a_name_of_their_own() -> None:
    fields = {"id", "book_name", "char", "content", "label", "sub_label"}
    assert all(row.keys() == fields and all(isinstance(row[f], str) and row[f] for f in fields) for row in PRELUDE)
    assert len({row["id"] for row in PRELUDE}) == len({row["content"] for row in PRELUDE}) == len(PRELUDE)


def test_prequels_are_balanced_over_books_labels_and_characters() -> None:
    books = Counter(row["book_name"] for row in PRELUDE)
    assert books.keys() == STORIES.keys()
    assert (books["The Counterweight"], books["黑舌先生"]) == (14, 10)
    labels = Counter((row["book_name"], row["label"]) for row in PRELUDE)
    assert all(labels[book, "Contradict"] == labels[book, "Consistent"] for book in books)
    kinds = {"Contradict": {"local", "global"}, "Consistent": {"core", "irrelevant"}}
    for label, allowed in kinds.items():
        assert {row["sub_label"].split()[0] for row in PRELUDE if row["label"] == label} == allowed
    assert len({row["char"] for row in PRELUDE}) >= 5


def test_a_contradiction_rests_on_a_statement_or_an_absence_and_a_fit_on_neither() -> None:
    bases = {"Contradict": set[str](), "Consistent": set[str]()}
    for row, proof in zip(PRELUDE, PROOFS["prelude"], strict=True):
        bases[row["label"]].add(proof["basis"])
        for word in proof.get("absent", [])[:1]:
            assert word in row["content"], "the first word searched for is the prequel's own"
        assert proof["basis"] != "absence" or len(proof["absent"]) >= 3
    assert bases == {"Contradict": {"statement", "absence"}, "Consistent": {"fits"}}


def test_prequels_of_both_labels_are_equally_long() -> None:
    for row in PRELUDE:
        zh = row["book_name"] == "黑舌先生"
        length = len(row["content"]) if zh else len(row["content"].split())
        assert 100 <= length <= 250 if zh else 60 <= length <= 150, row["id"]


def test_lfed_is_written_as_the_official_file_is_with_its_categories_named_in_a_column_more() -> None:
    assert HEADER == ["名字", "题目", "选项1", "选项2", "选项3", "选项4", "答案", "类别"]
    assert LFED_BYTES.count(b"\n") == LFED_BYTES.count(b"\r\n") == len(LFED) + 1
    for name, question, *options, letter, _ in LFED:
        assert question.startswith(f"关于《{name}》这本小说，")
        assert len(options) == len({*options}) == 4
        assert all(option == option.strip() != "" for option in options)
        assert letter in "ABCD"
    assert len({row[1] for row in LFED}) == len(LFED)


def gold(row: list[str]) -> str:
    return row[2:6]["ABCD".index(row[6])]


def test_lfed_asks_three_of_the_chinese_tale_in_every_category_in_order() -> None:
    order = [name for name, _ in BLOCKS]
    assert [proof["category"] for proof in PROOFS["lfed"]] == [name for name in order for _ in range(3)]
    assert [row[7] for row in LFED] == [name for name in order for _ in range(3)]
    assert {row[0] for row in LFED} == {"黑舌先生"}


def test_lfed_cannot_be_answered_in_the_last_block_but_for_one_row_of_it() -> None:
    *told, first, second, third = LFED
    assert not [row for row in told if UNANSWERABLE in row]
    last = [first, second, third]
    assert all(row[2:6].count(UNANSWERABLE) == 1 for row in last)
    assert Counter(gold(row) == UNANSWERABLE for row in last) == {True: 2, False: 1}
    assert len({row.index(UNANSWERABLE) for row in last}) > 1


def test_lfed_letters_are_balanced_and_lengths_give_nothing_away() -> None:
    assert Counter(row[6] for row in LFED) == dict.fromkeys("ABCD", len(LFED) / 4)
    for row in LFED:
        others = [len(option) for option in row[2:6] if option not in (gold(row), UNANSWERABLE)]
        assert gold(row) == UNANSWERABLE or min(others) - 2 <= len(gold(row)) <= max(others) + 2
        assert gold(row) not in row[1]
    longest = ["ABCD"[row[2:6].index(max(row[2:6], key=len))] for row in LFED]
    assert sum(guess == row[6] for guess, row in zip(longest, LFED, strict=True)) <= len(LFED) / 3
