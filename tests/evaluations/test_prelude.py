"""PRELUDE's loader: rows, novels, languages, ids and what is skipped."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from evaluations.benchmarks import BENCHMARKS
from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.prelude.words import OPTIONS, RULES
from evaluations.case import Case
from tests.evaluations.prequels import (
    EN,
    EN_WRONG,
    FERRY,
    ROWS,
    TOWER,
    ZH,
    ZH_WRONG,
    as_csv,
    jsonl,
    load,
    loaded_rows,
    shelf,
    skipped,
)
from tools.mistake import Mistake


def with_books(folder: Path, rows: list[dict[str, object]], **settings: str) -> list[Case]:
    return load(jsonl(folder / "all.jsonl", rows), shelf(folder / "books"), settings).cases


def test_a_row_becomes_a_verdict_question_over_its_novel(tmp_path: Path) -> None:
    one = with_books(tmp_path, ROWS)[0]
    asked = one.question
    assert (asked.kind, asked.title, asked.character, asked.language) == ("verdict", FERRY, "Nell Pym", "en")
    assert asked.text == f"A Childhood by the River: {EN['content']}"
    assert asked.options == OPTIONS["en"]
    assert asked.rules == RULES["en"]
    assert (one.gold.answer, one.cut) == ("consistent", None)
    assert one.book is not None
    assert Path(one.book).name == "the_last_ferry.txt"
    assert one.tags == {"public": "no", "mode": "agent", "sub-label": "core"}
    assert one.source == "all.jsonl row 1"


def test_a_chinese_row_is_asked_in_chinese(tmp_path: Path) -> None:
    one = with_books(tmp_path, ROWS)[3]
    assert one.question.language == "zh"
    assert one.question.text == f"少年从军：{ZH_WRONG['content']}"
    assert one.question.options == OPTIONS["zh"]
    assert one.question.rules == RULES["zh"]
    assert (one.gold.answer, one.tags["sub-label"]) == ("contradict", "local")


def test_the_language_is_the_novels_and_without_one_the_prequels(tmp_path: Path) -> None:
    rows = [EN | {"book_name": TOWER}]
    assert with_books(tmp_path, rows)[0].question.language == "zh"
    assert loaded_rows(tmp_path, *rows).cases[0].question.language == "en"


@pytest.mark.parametrize("label", ["Contradict", "contradict", " CONTRADICT ", "矛盾", "Contradictory", "contradict."])
def test_labels_of_both_languages_in_any_case_are_read(tmp_path: Path, label: str) -> None:
    assert loaded_rows(tmp_path, EN | {"label": label, "sublabel": None}).cases[0].gold.answer == "contradict"


@pytest.mark.parametrize(
    "names",
    [
        {"book_name": "book", "char": "character", "subject": "title", "content": "setup", "label": "answer"},
        {"book_name": "Book Name", "char": "Char", "subject": "Subject", "content": "prequel", "label": "groundtruth"},
        {"book_name": "BOOK-NAME", "char": "char ", "content": "Content", "label": "Ground-Truth"},
    ],
)
def test_fields_are_known_by_their_other_names(tmp_path: Path, names: dict[str, str]) -> None:
    renamed = {names.get(name, name): value for name, value in EN.items()}
    assert loaded_rows(tmp_path, renamed).cases[0].question == loaded_rows(tmp_path, EN).cases[0].question


def test_a_title_field_that_repeats_the_book_is_no_subject(tmp_path: Path) -> None:
    row = {
        "book": FERRY,
        "character": "Nell",
        "title": "the last ferry",
        "content": "She rowed.",
        "label": "Consistent",
    }
    assert loaded_rows(tmp_path, row).cases[0].question.text == "She rowed."


@pytest.mark.parametrize(
    ("told", "tag"), [("Global I", "global"), ("LOCAL", "local"), ("全局", "global"), ("odd", "odd")]
)
def test_sub_labels_are_tags_without_what_follows(tmp_path: Path, told: str, tag: str) -> None:
    assert loaded_rows(tmp_path, EN_WRONG | {"sublabel": told}).cases[0].tags["sub-label"] == tag


def test_a_sub_label_of_the_other_class_is_left_out_and_said(tmp_path: Path) -> None:
    loaded = loaded_rows(tmp_path, EN | {"sublabel": "Local"})
    assert "sub-label" not in loaded.cases[0].tags
    assert "does not go with consistent" in loaded.oddities[0].what


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"content": None}, "no prequel"),
        ({"content": "  "}, "no prequel"),
        ({"content": ["x"]}, "no prequel"),
        ({"book_name": ""}, "names no book"),
        ({"book_name": "…"}, "names no book"),
        ({"char": None}, "names no character"),
        ({"label": "Maybe"}, "label 'Maybe' is neither"),
        ({"label": True}, "label '' is neither"),
        ({"label": "x" * 5000}, "is neither Consistent nor Contradict"),
    ],
)
def test_a_row_that_cannot_be_asked_is_skipped_and_says_why(
    tmp_path: Path, changes: dict[str, object], why: str
) -> None:
    told = skipped(tmp_path, **changes)
    assert why in told
    assert len(told) < 120


def test_a_book_whose_title_is_a_number_is_a_book(tmp_path: Path) -> None:
    assert loaded_rows(tmp_path, EN | {"book_name": 1984}).cases[0].question.title == "1984"


def test_the_same_row_twice_is_asked_once_and_with_two_labels_twice(tmp_path: Path) -> None:
    loaded = loaded_rows(tmp_path, EN, EN, EN | {"label": "Contradict", "sublabel": None})
    assert [odd.what for odd in loaded.skipped] == ["it is the same as all.jsonl row 1"]
    ids = [case.id for case in loaded.cases]
    assert ids[1] == f"{ids[0]}-2"
    assert "with the other label" in loaded.oddities[-1].what


def test_ids_are_safe_names_and_the_same_in_every_file_and_order(tmp_path: Path) -> None:
    forward, backward = loaded_rows(tmp_path, *ROWS), loaded_rows(tmp_path, *reversed(ROWS))
    ids = [case.id for case in forward.cases]
    assert ids == [case.id for case in reversed(backward.cases)]
    assert len(set(ids)) == 4
    assert all(re.fullmatch(r"[a-z0-9-]{1,60}", one) for one in ids)
    assert ids[0].startswith("the-last-ferry-")


def test_rows_without_their_novel_are_skipped_by_name_and_counted(tmp_path: Path) -> None:
    loaded = load(jsonl(tmp_path / "all.jsonl", [*ROWS, EN | {"book_name": "The Lost Inn"}]), shelf(tmp_path / "books"))
    assert len(loaded.cases) == 4
    assert [odd.what for odd in loaded.skipped] == ["No novel for 'The Lost Inn' in 'books'."]


def test_when_every_novel_is_missing_the_mistake_names_the_titles(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(Mistake, match=rf"None of the novels.*{FERRY}, {TOWER}.*books\.tsv"):
        load(jsonl(tmp_path / "all.jsonl", ROWS), tmp_path / "empty")


def test_without_books_the_mistake_says_what_is_wanted_and_how_to_do_without(tmp_path: Path) -> None:
    file = jsonl(tmp_path / "all.jsonl", ROWS)
    with pytest.raises(Mistake, match=rf"ships no novels.*{FERRY}, {TOWER}.*mode=no-context"):
        BENCHMARKS["prelude"].load(Source(file))


def test_a_single_novel_is_never_taken_for_another_book(tmp_path: Path) -> None:
    books = shelf(tmp_path / "books")
    loaded = load(jsonl(tmp_path / "all.jsonl", ROWS), books / "更楼.txt")
    assert {case.question.title for case in loaded.cases} == {TOWER}
    assert len(loaded.skipped) == 2


def test_a_single_novel_of_any_name_serves_rows_of_one_book(tmp_path: Path) -> None:
    books = shelf(tmp_path / "books")
    (books / "更楼.txt").rename(books / "mine.txt")
    assert len(load(jsonl(tmp_path / "all.jsonl", [ZH, ZH_WRONG]), books / "mine.txt").cases) == 2


def test_no_context_needs_no_novel_and_shows_none(tmp_path: Path) -> None:
    loaded = loaded_rows(tmp_path, *ROWS)
    assert [(case.book, case.context, case.tags["mode"]) for case in loaded.cases] == [(None, (), "no-context")] * 4


def test_jsonl_json_and_csv_are_read_alike(tmp_path: Path) -> None:
    wanted = [case.question for case in loaded_rows(tmp_path, *ROWS).cases]
    (tmp_path / "a.json").write_text(json.dumps({"version": "1", "rows": ROWS}), encoding="utf-8")
    files = [tmp_path / "a.json", as_csv(tmp_path / "a.csv", ROWS), as_csv(tmp_path / "b.csv", ROWS, "gb18030")]
    for file in files:
        assert [case.question for case in load(file).cases] == wanted


def test_a_missing_file_and_no_file_are_mistakes(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="needs its files"):
        load(None)
    with pytest.raises(Mistake, match="do not exist"):
        load(tmp_path / "nowhere.jsonl")
