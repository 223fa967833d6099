"""The embedded multi-hop questions: every hop is proved by its sentence and by nothing else in the context."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from evaluations.benchmarks import cofca, sample
from evaluations.benchmarks.benchmark import Source
from tools.terms import keys

FOLDER = Path(sample.__file__).parent
PROOFS: list[dict[str, str]] = tomllib.loads((FOLDER / "proofs_sets.toml").read_text(encoding="utf-8"))["cofca"]
ROWS: dict[int, list[dict[str, Any]]] = {
    hops: json.loads((FOLDER / "cofca" / f"{hops}hop_qa.json").read_text(encoding="utf-8")) for hops in (2, 3, 4)
}
CHAINS = [
    (hops, row, proof) for (hops, row), proof in zip([(h, r) for h in ROWS for r in ROWS[h]], PROOFS, strict=True)
]
CASES = cofca.load(Source(FOLDER / "cofca", None, cofca.BENCHMARK.chosen([])))

each_chain = pytest.mark.parametrize(("hops", "row", "proof"), CHAINS, ids=[row["_id"] for _, row, _ in CHAINS])


def articles(row: dict[str, Any]) -> dict[str, list[str]]:
    """Title to sentences."""
    return dict(row["context"])


def holding(row: dict[str, Any], *words: str) -> set[str]:
    """The titles of the articles that hold all these words, the title's own counted."""
    texts = {title: " ".join([title, *sentences]).casefold() for title, sentences in articles(row).items()}
    return {title for title, text in texts.items() if all(word.casefold() in text for word in words)}


def known_before(row: dict[str, Any], hop: int) -> list[str]:
    """What a reader must bring to a sub-question: earlier answers that it names, else the article it asks about.

    A year is left out: a list of keepers holds it between two others and does not name it.
    """
    named = [answer for answer in row["sub_answers"][:hop] if answer in row["sub_questions"][hop]]
    earlier = [answer for answer in named if not answer.isdigit()]
    return earlier or [row["supporting_facts"][hop][0]]


def test_six_questions_of_each_hop_count_in_both_languages_each_with_an_id_and_a_proof_of_its_own() -> None:
    assert {hops: len(rows) for hops, rows in ROWS.items()} == {2: 6, 3: 6, 4: 6}
    assert [row["_id"] for _, row, _ in CHAINS] == [proof["id"] for proof in PROOFS]
    for part in ("_id", "question", "answer"):
        assert len({row[part] for _, row, _ in CHAINS}) == 18
    chinese = Counter(hops for hops, row, _ in CHAINS if re.search("[一-鿿]", row["question"]))
    assert chinese == {2: 2, 3: 2, 4: 2}


@each_chain
def test_each_hop_is_answered_literally_by_its_supporting_sentence(
    hops: int, row: dict[str, Any], proof: dict[str, str]
) -> None:
    asked, answers, facts = row["sub_questions"], row["sub_answers"], row["supporting_facts"]
    assert len(asked) == len(answers) == len(facts) == hops
    assert len({title for title, _ in facts}) == hops
    for answer, (title, index) in zip(answers, facts, strict=True):
        assert answer in articles(row)[title][int(index)]
    assert row["answer"] == answers[-1]
    assert not [answer for answer in answers if answer.casefold() in row["question"].casefold()]


@each_chain
def test_without_any_one_of_its_articles_the_chain_is_gone(
    hops: int, row: dict[str, Any], proof: dict[str, str]
) -> None:
    answers, facts = row["sub_answers"], row["supporting_facts"]
    for hop, answer in enumerate(answers[:-1]):
        assert any(answer in later for later in row["sub_questions"][hop + 1 :]), "a later hop needs this one"
    for hop in range(hops):
        assert holding(row, *known_before(row, hop), answers[hop]) == {facts[hop][0]}
    assert holding(row, row["answer"]) == {facts[-1][0]}


@each_chain
def test_a_context_holds_a_rival_answer_which_no_supporting_article_names(
    hops: int, row: dict[str, Any], proof: dict[str, str]
) -> None:
    rivals = holding(row, proof["rival"])
    assert rivals
    assert not rivals & {title for title, _ in row["supporting_facts"]}
    assert proof["rival"] != row["answer"]
    assert proof["why"]
    assert 8 <= len(row["context"]) == len(articles(row)) <= 10
    assert all(3 <= len(sentences) <= 5 for sentences in articles(row).values())


def test_rows_have_the_official_fields_and_those_official_traps_that_need_no_repair() -> None:
    fields = set("_id type level question sub_questions sub_answers answer supporting_facts context".split())
    kinds = Counter[str]()
    for hops, row, _ in CHAINS:
        assert fields - {"level"} <= row.keys() <= fields
        assert row["type"] in (f"{hops} hop", [f"{hops} hop", "bridge"], [f"{hops} hop", "compositional"])
        kinds["plain type"] += isinstance(row["type"], str)
        kinds["no level"] += "level" not in row
        kinds["textual index"] += all(isinstance(index, str) for _, index in row["supporting_facts"])
    assert kinds == {"plain type": 2, "no level": 2, "textual index": 2}


def test_the_loader_reads_all_of_them_with_given_evidence_in_the_order_of_the_hops() -> None:
    assert len(CASES.cases) == 18
    assert CASES.oddities == []
    for case, (hops, row, _) in zip(CASES.cases, CHAINS, strict=True):
        assert case.tags["evidence"] == "given"
        assert case.tags["hops"] == str(hops)
        assert [answer for answer, step in zip(row["sub_answers"], case.gold.steps, strict=True) if answer in step.text]


def test_no_place_in_the_context_is_better_than_another() -> None:
    """Supporting articles stand at every depth, and not in the order of the hops."""
    places = [[list(articles(row)).index(title) for title, _ in row["supporting_facts"]] for _, row, _ in CHAINS]
    assert {place for found in places for place in found} >= set(range(8))
    assert sum(all(a < b for a, b in pairwise(found)) for found in places) <= 6


@each_chain
def test_the_sentence_that_is_most_like_the_question_does_not_answer_it(
    hops: int, row: dict[str, Any], proof: dict[str, str]
) -> None:
    asked = {*keys(row["question"])}
    told = [sentence for sentences in articles(row).values() for sentence in sentences]
    shared = [len(asked & {*keys(sentence)}) for sentence in told]
    nearest = [sentence for sentence, words in zip(told, shared, strict=True) if words == max(shared)]
    assert len(nearest) > 1 or row["answer"] not in nearest[0]
