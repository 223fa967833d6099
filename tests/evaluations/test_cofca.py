"""CofCA: its six files with their traps, its evidence, given or silver, its settings and its reading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent.question import Question
from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.cofca import BENCHMARK, load, read
from evaluations.benchmarks.loaded import Loaded
from evaluations.case import Case
from tools.book import book_of
from tools.mistake import Mistake
from tools.search import BookSearch

DATASET = Path(__file__).resolve().parent.parent / "data" / "cofca"
ROW: dict[str, Any] = json.loads((DATASET / "2hop_qa.json").read_text("utf-8"))[0]
ABSENT = object()


def loaded(path: Path = DATASET, *chosen: str) -> Loaded:
    return load(Source(path, None, BENCHMARK.chosen(chosen)))


@pytest.fixture(scope="module")
def everything() -> Loaded:
    return loaded(DATASET, "files=all")


def case(made: Loaded, case_id: str) -> Case:
    return next(one for one in made.cases if one.id == case_id)


def placed(one: Case) -> list[tuple[str, int | None]]:
    return [(step.kind, step.position) for step in one.gold.steps]


def second(folder: Path, *chosen: str, **changes: Any) -> tuple[Case, list[str]]:
    """The case of the first row changed, after the good row, and what was repaired in it."""
    made = of(folder, *chosen, **changes)
    assert [one.source for one in made.cases] == ["2hop_qa.json row 1", "2hop_qa.json row 2"]
    return made.cases[1], [odd.what for odd in made.oddities if odd.source.endswith("row 2")]


def skipped(folder: Path, **changes: Any) -> str:
    made = of(folder, **changes)
    assert [one.source for one in made.cases] == ["2hop_qa.json row 1"]
    (odd,) = made.skipped
    assert odd.source == "2hop_qa.json row 2"
    return odd.what


def of(folder: Path, *chosen: str, **changes: Any) -> Loaded:
    row = {k: v for k, v in (ROW | {"_id": "x"} | changes).items() if v is not ABSENT}
    (folder / "2hop_qa.json").write_text(json.dumps([ROW, row]), "utf-8")
    return loaded(folder / "2hop_qa.json", *chosen)


def test_every_row_of_the_six_files_becomes_a_case_with_an_id_of_its_own(everything: Loaded) -> None:
    assert not everything.skipped
    ids = [one.id for one in everything.cases]
    assert sorted(ids) == sorted(
        ["2hop-f01", "2hop-f02", "2hop-f01-2", "3hop-f01", "4hop-f03", "hotpot-f01", "2wiki-w01", "musique-2hop__11_22"]
    )
    assert loaded(DATASET, "files=all") == everything


def test_the_counterfactual_files_are_the_default_and_the_factual_ones_a_setting(everything: Loaded) -> None:
    assert {one.tags["set"] for one in loaded().cases} == {"counterfactual"}
    assert {one.tags["origin"] for one in loaded(DATASET, "files=factual").cases} == {"hotpot", "2wiki", "musique"}
    with pytest.raises(Mistake, match=r"is a factual file; got 'files=counterfactual'\. --set files=factual"):
        loaded(DATASET / "selected_2wiki_data.json")
    with pytest.raises(Mistake, match="is a counterfactual file"):
        loaded(DATASET / "2hop_qa.json", "files=factual")


def test_titles_and_sentences_are_paragraphs_and_both_are_found(everything: Loaded) -> None:
    one = case(everything, "2hop-f01")
    assert one.context[:5] == (
        "Grey Tower",
        "The Grey Tower is a lighthouse, finished in 1794.",
        "It stands on a rock.",
        "Lantern Quay",
        "Lantern Quay is the third oldest harbour of Vessany, opened on 9 May 1811.",
    )
    search = BookSearch(book_of(one.context, one.id))
    assert search.look("phrase", "Grey Tower", 5)[0].paragraph == 1
    assert search.look("keyword", "harbour master", 1)[0].paragraph == 6


def test_supporting_facts_with_indices_of_either_kind_are_the_gold_positions(everything: Loaded) -> None:
    one = case(everything, "2hop-f01")
    assert placed(one) == [("explicit", 6), ("explicit", 10)]
    assert one.gold.steps[1].text == "She was born in Tarn Hollow."
    assert (one.gold.silver, one.tags["evidence"]) == (False, "given")
    assert placed(case(everything, "hotpot-f01")) == [("explicit", 2), ("explicit", 5)]


def test_facts_that_name_the_original_passages_give_way_to_silver_ones(everything: Loaded) -> None:
    one = case(everything, "2hop-f02")
    assert placed(one) == [("explicit", 3), ("explicit", 2)]
    assert (one.gold.silver, one.tags["evidence"]) == (True, "silver")
    said = [odd.what for odd in everything.oddities if odd.source == one.source]
    assert said == ["supporting_facts name 'Southwold Harbour', which is not in the context; silver evidence is used"]


def test_a_fact_outside_its_passage_is_left_out_and_named(everything: Loaded) -> None:
    one = case(everything, "2hop-f01-2")
    assert placed(one) == [("explicit", 2)]
    said = [odd.what for odd in everything.oddities if odd.source == one.source]
    assert "1 of 2 supporting_facts lie outside their passage" in said
    assert "its _id 'f01' was there before; the case is called 2hop-f01-2" in said
    assert "a stray apostrophe before 2 titles was taken away" in said


def test_an_answer_that_stands_in_its_question_or_nowhere_is_unplaced(everything: Loaded) -> None:
    one = case(everything, "3hop-f01")
    assert placed(one) == [("explicit", 2), ("explicit", 5), ("unplaced", None)]
    assert one.gold.steps[2].text == "Which year is earlier, 1794 or 1811? 1794"


def test_type_may_be_a_text_or_a_list_and_level_may_be_missing(everything: Loaded) -> None:
    tags = case(everything, "2hop-f01").tags
    assert (tags["hops"], tags["type"], tags["level"]) == ("2", "bridge", "medium")
    tags = case(everything, "4hop-f03").tags
    assert tags["hops"] == "4"
    assert "type" not in tags
    assert "level" not in tags


def test_the_sub_questions_of_2wiki_and_musique_are_read(everything: Loaded) -> None:
    wiki, musique = case(everything, "2wiki-w01"), case(everything, "musique-2hop__11_22")
    assert wiki.question.sub_questions[0] == "what is the builder of the Bell Rock Lighthouse ?"
    assert wiki.gold.sub_answers == musique.gold.sub_answers == ("Robert Stevenson", "Glasgow")
    assert musique.question.sub_questions == ("Bell Rock Lighthouse >> builder", "#1 >> place of birth")
    assert musique.gold.aliases == ("City of Glasgow", "Glasgow")


def test_musique_names_the_passage_and_the_sub_answer_the_sentence_so_it_is_silver(everything: Loaded) -> None:
    one = case(everything, "musique-2hop__11_22")
    assert [one.context[p - 1] for _, p in placed(one) if p] == [
        "Its builder was Robert Stevenson.",
        "He was born in Glasgow.",
    ]
    assert (one.gold.silver, one.tags["hops"]) == (True, "2")


def test_hidden_sub_questions_are_in_no_public_part_of_the_case(everything: Loaded) -> None:
    assert {one.question.sub_mode for one in everything.cases} == {"apart"}
    hidden = loaded(DATASET, "sub-questions=hidden").cases[0]
    assert hidden.question.sub_questions == ()
    assert hidden.gold.sub_answers == ("Orla Pemmick", "Tarn Hollow")
    assert loaded(DATASET, "sub-questions=in-prompt").cases[0].question.sub_mode == "in-prompt"


def test_the_settings_of_scoring_travel_with_the_case() -> None:
    tags = loaded(DATASET, "chain-by=em", "empty-f1=squad2", "joint-base=10", "joint-level=question").cases[0].tags
    assert [tags[n] for n in ("chain-by", "empty-f1", "joint-base", "joint-level")] == [
        "em",
        "squad2",
        "10",
        "question",
    ]
    with pytest.raises(Mistake, match="allowed: e, 2, 10"):
        BENCHMARK.chosen(["joint-base=3"])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"question": ABSENT}, "it has no question"),
        ({"question": ["x"]}, "it has no question"),
        ({"answer": ""}, "it has no answer"),
        ({"answer": float("nan")}, "it has no answer"),
        ({"answer": True}, "it has no answer"),
        ({"context": ABSENT}, "it has no context"),
        ({"context": "text"}, "it has no context"),
        ({"context": [["t", []], ["u"], 3]}, "it has no context"),
    ],
)
def test_a_row_that_cannot_be_asked_is_skipped_by_name(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    assert skipped(tmp_path, **changes) == said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"answer": 1811}, "answer is a number; it was read as text"),
        ({"sub_answers": ["Orla Pemmick"]}, "2 sub-questions have 1 answers; the surplus is left out"),
        ({"sub_answers": ["Orla Pemmick", None]}, "1 sub-questions without a text or an answer were left out"),
        ({"sub_questions": ABSENT}, "it has no usable sub-questions; its chain is undefined"),
        ({"supporting_facts": [["Lantern Quay", "1"], ["x"]]}, "1 supporting facts are not [title, index]"),
        ({"supporting_facts": [["Lantern Quay", -1]]}, "1 supporting facts are not [title, index]"),
        ({"_id": ABSENT}, "it has no _id"),
        ({"context": [*ROW["context"], ["t", 3]]}, "1 of 5 documents have no sentences and were left out"),
    ],
)
def test_an_odd_row_is_repaired_by_name(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    _, repaired = second(tmp_path, **changes)
    assert any(what.startswith(said) for what in repaired), repaired


def test_facts_lost_altogether_leave_silver_evidence(tmp_path: Path) -> None:
    one, _ = second(tmp_path, supporting_facts=ABSENT)
    assert placed(one) == [("explicit", 6), ("explicit", 10)]
    assert one.gold.silver


def test_a_file_is_told_by_its_rows_when_its_name_tells_nothing(tmp_path: Path) -> None:
    for name in ("2hop_qa", "300_original_hotpot", "selected_2wiki_data", "selected_300_musique"):
        text = (DATASET / f"{name}.json").read_text("utf-8")
        (tmp_path / "rows.json").write_text(text, "utf-8")
        ours = loaded(tmp_path / "rows.json", "files=all").cases
        theirs = loaded(DATASET / f"{name}.json", "files=all").cases
        assert [one.id for one in ours] == [one.id for one in theirs]
    (tmp_path / "rows.json").write_text('[{"a": 1}]', "utf-8")
    with pytest.raises(Mistake, match=r"rows\.json is not one of CofCA's files"):
        loaded(tmp_path / "rows.json")


def test_another_file_in_the_folder_is_skipped_by_name(tmp_path: Path) -> None:
    (tmp_path / "2hop_qa.json").write_text(json.dumps([ROW]), "utf-8")
    (tmp_path / "notes.json").write_text("{", "utf-8")
    assert [odd.source for odd in loaded(tmp_path).skipped] == ["notes.json"]


def test_what_is_not_there_is_a_mistake_with_the_cure(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="CofCA needs its files"):
        load(Source())
    with pytest.raises(Mistake, match="do not exist"):
        loaded(tmp_path / "2hop_qa.json")
    with pytest.raises(Mistake, match=r"holds no \.json file"):
        loaded(tmp_path)


QUESTION = Question(id="2hop-f01", benchmark="cofca", kind="text", text="Where?")


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Tarn Hollow", "Tarn Hollow"),
        ("She was a pilot.\n\nTarn Hollow.", "Tarn Hollow"),
        ("Answer 1: Orla Pemmick\nAnswer 2: x\nFinal answer: **Tarn Hollow**\nBecause of [10].", "Tarn Hollow"),
        ("Sub-answer: Orla\nAnswer: Tarn Hollow", "Tarn Hollow"),
        ("So the answer is Tarn Hollow.", "Tarn Hollow"),
        ("The final answer is:\n\n> “Tarn Hollow”", "Tarn Hollow"),
        ("答案：塔恩谷。", "塔恩谷"),
        ("She is from the U.S.", "She is from the U.S."),
        ("Final answer: -5", "-5"),
        ("", None),
        ("Final answer:", None),
    ],
)
def test_the_final_answer_of_a_raw_reply_is_read(reply: str, answer: str | None) -> None:
    assert BENCHMARK.reading(BENCHMARK.chosen([]))(QUESTION, reply) == read(QUESTION, reply) == answer
