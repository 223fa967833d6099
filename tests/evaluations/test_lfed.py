"""LFED's loader: the official format, its defects, categories, prompts, examples and novels."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from evaluations.benchmarks.lfed import BENCHMARK, PROMPTS
from evaluations.benchmarks.lfed.rows import BLOCKS, HEADER
from tests.evaluations.lfed_files import GOOD, complete, load, loaded_rows, row, written
from tools.mistake import Mistake


def said(folder: Path, **changes: str) -> tuple[str, ...]:
    """What is said of a changed row that is still asked."""
    loaded = loaded_rows(folder, row(**changes))
    assert len(loaded.cases) == 1
    assert not loaded.skipped
    return tuple(odd.what for odd in loaded.oddities)


@pytest.mark.parametrize("encoding", ["gb18030", "utf-8", "utf-8-sig"])
def test_a_row_becomes_a_choice_in_either_encoding(tmp_path: Path, encoding: str) -> None:
    loaded = load(written(tmp_path / "LFED.csv", GOOD, encoding=encoding))
    (one,) = loaded.cases
    asked = one.question
    assert (asked.id, asked.kind, asked.language, asked.title) == ("q0001", "choice", "zh", "更楼")
    assert asked.text == "关于《更楼》这本小说，谁锉走了钟舌？"
    assert asked.options == {"A": "老秦", "B": "周掌柜叫来的轿夫", "C": "小顾", "D": "沈巡官"}
    assert (one.gold.answer, one.book, one.context, one.tags) == ("B", None, (), {})
    assert one.source == "LFED.csv row 1"
    assert loaded.oddities == []


def test_commas_and_quotes_inside_a_field_are_text(tmp_path: Path) -> None:
    text = '关于《更楼》，"锉刀声"与"钟声",哪个在先？'
    assert loaded_rows(tmp_path, row(text=text)).cases[0].question.text == text


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"label": "C2"}, "its label 'C2' was read as C"),
        ({"label": "b."}, "its label 'b.' was read as B"),
        ({"label": "Ｂ"}, "its label 'Ｂ' was read as B"),
        ({"C": "老秦"}, "options A and C are equal; both were kept"),
        ({"D": ""}, "option D is empty; it was left out"),
        ({"text": "关于《更楼》，富?的女儿是谁？"}, "a character was lost in '，富?的女'; the text was kept as it is"),
        ({"A": "老\ufffd头"}, "a character was lost in '老\ufffd头'; the text was kept as it is"),
        ({"title": " "}, "its novel is not named; '更楼' was taken from the question"),
    ],
)
def test_a_defect_is_repaired_and_said_and_the_row_is_kept(tmp_path: Path, changes: dict[str, str], what: str) -> None:
    encoding = "utf-8" if "\ufffd" in str(changes) else "gb18030"
    loaded = load(written(tmp_path / "LFED.csv", row(**changes), encoding=encoding))
    assert len(loaded.cases) == 1
    assert [odd.what for odd in loaded.oddities] == [what]


def test_a_question_mark_at_the_end_is_no_loss(tmp_path: Path) -> None:
    assert said(tmp_path, text="关于《更楼》，谁是老秦?", A="什么? 没有") == ()


def test_the_options_that_are_there_keep_their_letters(tmp_path: Path) -> None:
    (one,) = loaded_rows(tmp_path, row(A="")).cases
    assert list(one.question.options) == ["B", "C", "D"]


def test_a_question_asked_twice_is_kept_twice_and_said(tmp_path: Path) -> None:
    loaded = loaded_rows(tmp_path, GOOD, GOOD)
    assert [case.id for case in loaded.cases] == ["q0001", "q0002"]
    assert [(odd.source, odd.what) for odd in loaded.oddities] == [
        ("LFED.csv row 2", "it asks the same as q0001; both were kept")
    ]


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (row(label="E"), "its label 'E' is not one of A to D"),
        (row(label=""), "its label '' is not one of A to D"),
        (row(label="A或B"), "is not one of A to D"),
        (row(label="DEEP"), "is not one of A to D"),
        (row(text=" "), "no question text"),
        (row(title="", text="谁？"), "names no novel"),
        (row(A="", C="", D=""), "fewer than two options"),
        (row(B=""), "the option of its label B is empty"),
        (GOOD[:6], "it has 6 fields, not 7 (line 3)"),
        ([*GOOD, "x"], "it has 8 fields, not 7 (line 3)"),
        ([*GOOD, "x\ny"], "it has 8 fields, not 7 (lines 3 to 4)"),
    ],
)
def test_a_row_that_cannot_be_asked_is_skipped_by_name(tmp_path: Path, bad: list[str], why: str) -> None:
    loaded = loaded_rows(tmp_path, GOOD, bad, row(label="A", text="另一问？"))
    assert [case.id for case in loaded.cases] == ["q0001", "q0003"]
    (odd,) = loaded.skipped
    assert odd.source == "LFED.csv row 2"
    assert why in odd.what


def test_the_complete_official_file_tells_categories_by_the_order_of_its_rows(tmp_path: Path) -> None:
    loaded = loaded_rows(tmp_path, *complete())
    assert Counter(case.tags["category"] for case in loaded.cases) == dict(BLOCKS)
    assert [loaded.cases[n].tags["category"] for n in (0, 119, 120, 1183, 1184, 1303)] == [
        "character relationships", "character relationships", "characterization",
        "background topic", "counterfactual", "counterfactual",
    ]  # fmt: skip


def test_any_other_file_tells_no_categories_by_order(tmp_path: Path) -> None:
    rows = complete()
    for other in (rows[:-1], [*rows, rows[0]], rows[::-1], [*rows[:-1], row(label="E")]):
        assert not any("category" in case.tags for case in loaded_rows(tmp_path, *other).cases)


def test_a_column_of_categories_is_taken_where_there_is_one(tmp_path: Path) -> None:
    file = written(tmp_path / "LFED.csv", [*GOOD, "人物关系"], [*row(text="再问？"), ""], header=(*HEADER, "类别"))
    assert [case.tags for case in load(file).cases] == [{"category": "人物关系"}, {}]


def test_the_prompt_setting_chooses_the_instruction(tmp_path: Path) -> None:
    assert loaded_rows(tmp_path, GOOD).cases[0].question.rules == PROMPTS["short"]
    assert loaded_rows(tmp_path, GOOD, prompt="long").cases[0].question.rules == PROMPTS["long"]
    assert len(PROMPTS["long"]) > 2 * len(PROMPTS["short"])


@pytest.mark.parametrize("shots", range(6))
def test_examples_are_of_other_novels_and_hold_for_the_same_seed(tmp_path: Path, shots: int) -> None:
    rows = [row(title=f"书{n % 5}", text=f"关于《书{n % 5}》的第{n}问？") for n in range(25)]
    first, again, other = (loaded_rows(tmp_path, *rows, shots=str(shots), seed=seed).cases for seed in ("0", "0", "7"))
    assert first == again
    assert (first != other) == bool(shots)
    for case in first:
        assert len(case.question.examples) == shots
        assert case.question.title not in {example.source for example in case.question.examples}
        assert all(example.answer in example.options for example in case.question.examples)


def test_a_title_with_its_volumes_named_is_the_same_novel(tmp_path: Path) -> None:
    rows = [row(title="更楼（全三部）"), row(title="更楼", text="再问？"), row(title="渡口", text="三问？")]
    cases = loaded_rows(tmp_path, *rows, shots="5").cases
    assert [[e.source for e in case.question.examples] for case in cases[:2]] == [["渡口"], ["渡口"]]


def shelf(folder: Path) -> Path:
    folder.mkdir()
    (folder / "3-更楼-某人.txt").write_text("[1] 更楼\n[2] 老秦守了钟楼三十年。\n", encoding="utf-8")
    return folder


def test_with_novels_a_row_is_researched_and_one_without_its_novel_is_skipped(tmp_path: Path) -> None:
    file = written(tmp_path / "LFED.csv", GOOD, row(title="渡口", text="问？"), row(title="《更楼》", text="又问？"))
    loaded = load(file, shelf(tmp_path / "books"))
    assert [Path(case.book or "").name for case in loaded.cases] == ["3-更楼-某人.txt"] * 2
    assert [(odd.source, odd.what) for odd in loaded.skipped] == [("LFED.csv row 2", "No novel for '渡口' in 'books'.")]


def test_when_no_novel_is_there_the_mistake_says_how_to_do_without(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"None of LFED's 1 novels.*closed-book"):
        load(written(tmp_path / "LFED.csv", row(title="渡口")), shelf(tmp_path / "books"))


def test_ids_are_the_numbers_of_the_rows_and_safe_as_names(tmp_path: Path) -> None:
    ids = [case.id for case in loaded_rows(tmp_path, *complete()).cases]
    assert len(set(ids)) == 1304
    assert (ids[0], ids[-1]) == ("q0001", "q1304")
    assert all(re.fullmatch(r"q\d{4}", one) for one in ids)


def test_the_file_is_found_in_its_folder(tmp_path: Path) -> None:
    written(tmp_path / "LFED.csv", GOOD)
    written(tmp_path / "other.csv", GOOD)
    assert len(load(tmp_path).cases) == 1
    (tmp_path / "LFED.csv").unlink()
    assert len(load(tmp_path).cases) == 1
    (tmp_path / "other.csv").unlink()
    with pytest.raises(Mistake, match=r"holds 0 \.csv files"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "header lacks"),
        (b"a,b\r\n1,2\r\n", "header lacks"),
        (",".join(HEADER).encode("utf-16"), "not text in UTF-8 or GB18030"),
        (",".join(HEADER).encode() + b"\r\nx,\xff\xff\r\n", r"not text in UTF-8 or GB18030 \(line 2\)"),
        (",".join(HEADER).encode() + b'\r\na,"b\r\nc\r\n', r"not a CSV file \(line 3"),
        (",".join(HEADER).encode() + b"\r\n" + b"x" * 200_000, r"not a CSV file \(line 2"),
        (",".join(HEADER).encode() + b"\r\n", "no usable question"),
    ],
)
def test_another_file_is_a_mistake_that_names_it(tmp_path: Path, raw: bytes, why: str) -> None:
    file = tmp_path / "LFED.csv"
    file.write_bytes(raw)
    with pytest.raises(Mistake, match=rf"LFED\.csv.*{why}") as caught:
        load(file)
    assert caught.value.exit_code == 1


def test_no_file_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="needs its file"):
        load(None)
    with pytest.raises(Mistake, match="does not exist"):
        load(tmp_path / "LFED.csv")


@pytest.mark.parametrize("given", ["prompt=medium", "shots=6", "shots=many", "seed=-1", "k=3"])
def test_a_setting_that_is_not_allowed_is_refused(given: str) -> None:
    with pytest.raises(Mistake):
        BENCHMARK.chosen([given])
