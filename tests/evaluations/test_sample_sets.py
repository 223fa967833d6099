"""The small sets over the embedded stories: each verdict, letter and fact is proved from the files themselves."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import evaluations

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
HEADER, *LFED = csv.reader(io.StringIO(LFED_BYTES.decode("utf-8"), newline=""))
COFCA = {hops: rows_of(f"cofca/{hops}hop_qa.json") for hops in (2, 3, 4)}
CHAINS = [(hops, row) for hops, rows in COFCA.items() for row in rows]
SPLITS = ("original", "expanded", "8k", "16k")
LONGREASON = {split: rows_of(f"longreason/{split}.jsonl") for split in SPLITS}


def test_every_entry_has_its_proof_and_every_proof_its_entry() -> None:
    assert [proof["id"] for proof in PROOFS["prelude"]] == [row["id"] for row in PRELUDE]
    assert [proof["id"] for proof in PROOFS["cofca"]] == [row["_id"] for _, row in CHAINS]
    assert len(PROOFS["lfed"]) == len(LFED)
    for rows in LONGREASON.values():
        assert [proof["example_idx"] for proof in PROOFS["longreason"]] == [row["example_idx"] for row in rows]
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
    assert books["The Counterweight"] == 14
    labels = Counter(row["label"] for row in PRELUDE)
    assert abs(labels["Contradict"] - labels["Consistent"]) <= 1
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


def test_lfed_is_written_as_the_official_file_is() -> None:
    assert HEADER == ["名字", "题目", "选项1", "选项2", "选项3", "选项4", "答案"]
    assert LFED_BYTES.count(b"\n") == LFED_BYTES.count(b"\r\n") == len(LFED) + 1
    for name, question, *options, letter in LFED:
        assert question.startswith(f"关于《{name}》这本小说，")
        assert len(options) == len({*options}) == 4
        assert all(option == option.strip() != "" for option in options)
        assert letter in "ABCD"
    assert len({row[1] for row in LFED}) == len(LFED) == 10


def test_lfed_asks_in_every_category_in_order_and_of_both_books() -> None:
    categories = [proof["category"] for proof in PROOFS["lfed"]]
    order = ["character relationships", "characterization", "literary style", "role behavior"]
    order += ["event relation", "fiction plot", "background topic", "counterfactual"]
    assert list(dict.fromkeys(categories)) == order == sorted(dict.fromkeys(categories), key=order.index)
    assert Counter(row[0] for row in LFED) == {"黑舌先生": 6, "The Counterweight": 4}
    for row, category in zip(LFED, categories, strict=True):
        gold = row[2:6]["ABCD".index(row[6])]
        assert (gold == "无法回答") == ("无法回答" in row[2:6]) == (category == "counterfactual")


def test_lfed_letters_are_balanced_and_the_longest_option_wins_nothing() -> None:
    counts = Counter(row[6] for row in LFED)
    assert {counts[letter] for letter in "ABCD"} <= {2, 3}
    longest = ["ABCD"[row[2:6].index(max(row[2:6], key=len))] for row in LFED]
    assert sum(guess == row[6] for guess, row in zip(longest, LFED, strict=True)) <= len(LFED) / 2


@pytest.mark.parametrize(("hops", "row"), CHAINS, ids=lambda value: value["_id"] if isinstance(value, dict) else "")
def test_each_hop_is_answered_literally_by_its_supporting_sentence(hops: int, row: dict[str, Any]) -> None:
    sentences = dict(row["context"])
    asked, answers, facts = row["sub_questions"], row["sub_answers"], row["supporting_facts"]
    assert len(asked) == len(answers) == len(facts) == hops
    for answer, (title, index) in zip(answers, facts, strict=True):
        assert answer in sentences[title][index]
    for answer, following in zip(answers, asked[1:], strict=False):
        assert answer in following, "each hop needs the one before"
    assert row["answer"] == answers[-1]
    assert not [answer for answer in answers if answer in row["question"]]


@pytest.mark.parametrize(("hops", "row"), CHAINS, ids=lambda value: value["_id"] if isinstance(value, dict) else "")
def test_a_chain_has_the_official_fields_and_a_context_with_a_rival(hops: int, row: dict[str, Any]) -> None:
    fields = "_id type level question sub_questions sub_answers answer supporting_facts context"
    assert row.keys() == set(fields.split())
    assert row["type"] == [f"{hops} hop", "bridge"]
    titles = [title for title, _ in row["context"]]
    assert len(set(titles)) == len(titles)
    assert 4 <= len(titles) <= 6
    assert all(3 <= len(sentences) <= 5 for _, sentences in row["context"])
    rival = next(proof["rival"] for proof in PROOFS["cofca"] if proof["id"] == row["_id"])
    holding = [t for t, sentences in row["context"] if rival in " ".join(sentences)]
    assert holding
    assert not {*holding} & {title for title, _ in row["supporting_facts"]}


def test_chains_are_enough_in_both_languages() -> None:
    assert {hops: len(rows) for hops, rows in COFCA.items()} == {2: 3, 3: 3, 4: 2}
    assert len({row["_id"] for _, row in CHAINS}) == len(CHAINS)
    assert sum(bool(re.search("[一-鿿]", row["question"])) for _, row in CHAINS) == 2


def third_boat() -> str:
    boats = ("Curlew", "Dipper", "Heron", "Lapwing", "Teal")
    orders = [
        order
        for order in permutations(boats)
        if order[3] == "Dipper"
        and order.index("Curlew") == order.index("Heron") + 1
        and order.index("Lapwing") > order.index("Heron")
        and order.index("Teal") > order.index("Dipper")
    ]
    assert len(orders) == 1
    return f"The {orders[0][2]}"


def salt_warden() -> str:
    lives_in_the_row = {"Bridie Fenn"}
    wardens = ("Anselm Roke", "Bridie Fenn", "Corin Hale")
    fitting = [(r, s, w) for r, s, w in permutations(wardens) if w in lives_in_the_row and s != "Anselm Roke"]
    assert len(fitting) == 1
    return fitting[0][1]


def latest_boat() -> str:
    departures = range(6 * 60 + 40, 24 * 60, 2 * (18 + 7))
    hours, minutes = divmod(max(left for left in departures if left + 18 + 12 <= 9 * 60), 60)
    return f"{hours}.{minutes:02}"


COMPUTED = {
    "1": str(340 - 85 + 3 * 24),
    "2": third_boat(),
    "3": salt_warden(),
    "4": latest_boat(),
    "5": str(120 * 2 // 3 - 2 * (120 * 2 // 3 * 45 // 100)),
}


@pytest.mark.parametrize("split", SPLITS)
def test_the_letter_is_the_option_that_the_facts_compute(split: str) -> None:
    for row, proof in zip(LONGREASON[split], PROOFS["longreason"], strict=True):
        inquiry, *options = row["final_inquiry"].split("\n")
        assert inquiry.endswith("?")
        by_letter = dict(option.split(". ", 1) for option in options)
        assert list(by_letter) == list("ABCDE"[: len(options)])
        assert len({*by_letter.values()}) == len(options) >= 4
        assert by_letter[row["answer"]] == proof["computed"] == COMPUTED[row["example_idx"]]
        assert row["analysis"].endswith(f"The answer is {row['answer']}.")
    assert sorted(row["answer"] for row in LONGREASON[split]) == list("ABCDE")


@pytest.mark.parametrize("split", SPLITS)
def test_every_fact_stands_once_at_every_length(split: str) -> None:
    fields = "question background final_inquiry example_idx prompt answer analysis"
    for row, proof in zip(LONGREASON[split], PROOFS["longreason"], strict=True):
        assert row.keys() == set(fields.split())
        assert all(isinstance(value, str) for value in row.values())
        for fact in proof["facts"]:
            for text in (row["question"], row["background"], row["prompt"]):
                assert text.casefold().count(fact.casefold()) == 1, fact
        assert row["prompt"].endswith(f"{row['background']}\n\n{row['final_inquiry']}")


def test_an_example_asks_the_same_at_every_length() -> None:
    for rows in zip(*LONGREASON.values(), strict=True):
        for field in ("example_idx", "question", "final_inquiry", "answer", "analysis"):
            assert len({row[field] for row in rows}) == 1


def test_long_backgrounds_are_the_passages_among_paragraphs_of_the_story() -> None:
    told = {text for number, text in STORIES["The Counterweight"].items() if number > 2}
    for split, least, most in (("8k", 3000, 4000), ("16k", 7500, 8500)):
        for row, expanded in zip(LONGREASON[split], LONGREASON["expanded"], strict=True):
            passages = expanded["background"].split("\n\n")
            assert len(passages) == 3
            assert all(150 <= len(passage.split()) <= 250 for passage in passages)
            paragraphs = row["background"].split("\n\n")
            filler = [paragraph for paragraph in paragraphs if paragraph not in passages]
            assert len(filler) == len(paragraphs) - 3
            assert told.issuperset(filler)
            assert least <= len(row["background"]) / 4 <= most
