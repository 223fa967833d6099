"""DetectiveQA's files as a whole: what is not an annotation, several files, their novels and their ids."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.evaluations.annotations import ABSENT, DATASET, NOVEL_EN, annotation, question, read_from, written
from tools.mistake import Mistake


def load_bytes(folder: Path, raw: bytes) -> list[str]:
    file = folder / "7.json"
    file.write_bytes(raw)
    return [case.id for case in read_from(file, NOVEL_EN).cases]


def dataset(folder: Path) -> Path:
    return Path(shutil.copytree(DATASET, folder / "dataset"))


def test_a_list_of_one_object_and_a_bare_object_are_the_same(tmp_path: Path) -> None:
    bare = read_from(written(tmp_path / "a" / "7.json", annotation()), NOVEL_EN)
    listed = read_from(written(tmp_path / "b" / "7.json", [annotation()]), NOVEL_EN)
    assert bare == listed
    assert len(bare.cases) == 1


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    assert load_bytes(tmp_path, b"\xef\xbb\xbf" + json.dumps(annotation()).encode()) == ["7-q1"]


@pytest.mark.parametrize("raw", [b"", b"{", b"[1, 2", b'{"questions": [}', b"nul", b"\x00", b"7" * 5000])
def test_broken_json_is_a_mistake_that_names_the_file(tmp_path: Path, raw: bytes) -> None:
    with pytest.raises(Mistake, match=r"7\.json is not") as caught:
        load_bytes(tmp_path, raw)
    assert caught.value.exit_code == 1


def test_another_encoding_is_a_mistake_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"7\.json is not UTF-8"):
        load_bytes(tmp_path, '{"questions": ["谁的"]}'.encode("gb18030"))


@pytest.mark.parametrize(
    "content", [[], {}, 7, "questions", None, [annotation(), annotation()], [[annotation()]], {"questions": {}}]
)
def test_json_of_another_format_is_a_mistake_that_says_what_is_wanted(tmp_path: Path, content: object) -> None:
    with pytest.raises(Mistake, match=r"is not a DetectiveQA annotation file.*novel_id"):
        read_from(written(tmp_path / "7.json", content), NOVEL_EN)


@pytest.mark.parametrize("depth", [200, 980, 5000, 200_000])
def test_deep_nesting_is_a_mistake_and_not_a_crash(tmp_path: Path, depth: int) -> None:
    with pytest.raises(Mistake, match=r"7\.json"):
        load_bytes(tmp_path, b'{"questions": ' + b"[" * depth + b"]" * depth + b"}")


def test_nesting_just_within_the_parsers_reach_is_told_and_not_a_crash(tmp_path: Path) -> None:
    good = json.dumps(question())
    for depth in range(850, 1000):
        deep = "[" * depth + "]" * depth
        odd = json.dumps(question(answer="DEEP", clue_position=["DEEP"])).replace('"DEEP"', deep)
        file = tmp_path / "7.json"
        file.write_text(f'{{"novel_id": {deep}, "questions": [{good}, {odd}]}}', encoding="utf-8")
        try:
            loaded = read_from(file, NOVEL_EN)
        except Mistake:
            break
        assert [odd.source for odd in loaded.skipped] == ["7.json question 2"]


def test_a_file_without_questions_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"holds no usable question .it is empty"):
        read_from(written(tmp_path / "7.json", annotation(questions=[])), NOVEL_EN)


def test_a_file_with_only_unusable_questions_tells_the_first_reasons(tmp_path: Path) -> None:
    file = written(tmp_path / "7.json", annotation(question(answer="E"), question(options={})))
    with pytest.raises(Mistake, match=r"question 1: its answer 'E'.*question 2: it has fewer than two options"):
        read_from(file, NOVEL_EN)


def test_no_path_a_missing_path_and_an_empty_folder_are_mistakes(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"needs its files"):
        read_from(None, None)
    with pytest.raises(Mistake, match=r"do not exist"):
        read_from(tmp_path / "nowhere", None)
    with pytest.raises(Mistake, match=r"holds no \.json file"):
        read_from(tmp_path, None)


def test_a_folder_with_bad_files_keeps_the_others_and_names_the_bad(tmp_path: Path) -> None:
    folder = dataset(tmp_path)
    (folder / "anno_data_en" / "human_anno" / "9.json").write_text("{", encoding="utf-8")
    written(folder / "anno_data_en" / "human_anno" / "10.json", annotation(novel_id=10))
    loaded = read_from(folder, None)
    whole = read_from(DATASET, None)
    assert [case.id for case in loaded.cases] == [case.id for case in whole.cases]
    new = {odd.source: odd.what for odd in loaded.skipped if "question" not in odd.source}
    assert set(new) == {"anno_data_en/human_anno/9.json", "anno_data_en/human_anno/10.json"}
    assert "is not JSON" in new["anno_data_en/human_anno/9.json"]
    assert "No book found for novel 10" in new["anno_data_en/human_anno/10.json"]
    assert "7-铜制晴雨表-Casebook.txt" in new["anno_data_en/human_anno/10.json"]


def test_in_the_official_layout_other_json_files_are_left_alone(tmp_path: Path) -> None:
    folder = dataset(tmp_path)
    written(folder / "dataset_infos.json", {"default": {}})
    assert read_from(folder, None).oddities == read_from(DATASET, None).oddities


def test_a_named_file_finds_the_novels_beside_it_and_has_the_same_ids_as_in_its_folder() -> None:
    file = DATASET / "anno_data_zh" / "human_anno" / "8.json"
    (case,) = read_from(file, None).cases
    assert case.id == "zh-human-8-q1"
    assert case == next(c for c in read_from(file, None).cases if c.id == case.id)


def test_a_file_outside_the_layout_needs_to_be_told_where_the_novels_are(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"No novels lie beside 7.json.*--books"):
        read_from(written(tmp_path / "7.json", annotation()), None)


def test_books_may_be_a_folder_outside_the_layout(tmp_path: Path) -> None:
    file = written(tmp_path / "7.json", annotation())
    assert read_from(file, DATASET).cases[0].book == str(NOVEL_EN)


def test_the_same_novel_in_both_languages_and_both_sets_keeps_ids_and_novels_apart(tmp_path: Path) -> None:
    folder = dataset(tmp_path)
    shutil.copy(folder / "novel_data_zh" / "8-更楼-Casebook.txt", folder / "novel_data_zh" / "7-更楼-Casebook.txt")
    for annotators in ("AIsup_anno", "human_anno"):
        written(folder / "anno_data_zh" / annotators / "7.json", [annotation(question(answer_position=19))])
    loaded = read_from(folder, None)
    first = [case.id for case in loaded.cases if case.id.endswith("-7-q1")]
    assert first == ["en-ai-7-q1", "en-human-7-q1", "zh-ai-7-q1", "zh-human-7-q1"]
    books = {case.id: Path(case.book or "").name for case in loaded.cases}
    assert books["zh-ai-7-q1"] == "7-更楼-Casebook.txt"
    assert books["en-ai-7-q1"] == "7-铜制晴雨表-Casebook.txt"


@pytest.mark.parametrize(
    "novel_id",
    [7, "7", " 7 ", 7.0, "../../etc/passwd", "a/b\\c:d", "罗杰", "", None, [], {}, True, "x" * 300, "con.\0"],
)
def test_ids_are_safe_as_file_names_whatever_the_novels_id(tmp_path: Path, novel_id: object) -> None:
    (case,) = read_from(written(tmp_path / "7.json", annotation(novel_id=novel_id)), NOVEL_EN).cases
    assert re.fullmatch(r"[A-Za-z0-9_-]{4,100}", case.id)


def test_without_a_novels_id_the_files_name_stands_for_it(tmp_path: Path) -> None:
    (case,) = read_from(written(tmp_path / "7.json", annotation(novel_id=ABSENT)), DATASET).cases
    assert (case.id, case.book) == ("7-q1", str(NOVEL_EN))


@pytest.mark.parametrize("novel_id", [None, True, 7.0, [7], {}, " "])
def test_a_novels_id_that_is_no_number_or_text_is_that_of_the_files_name(tmp_path: Path, novel_id: object) -> None:
    (case,) = read_from(written(tmp_path / "7.json", annotation(novel_id=novel_id)), DATASET).cases
    assert (case.id, case.book) == ("7-q1", str(NOVEL_EN))


def test_novels_whose_ids_look_alike_as_file_names_have_different_ids(tmp_path: Path) -> None:
    novel_ids = ["a.b", "a_b", "a b", "罗杰", "三国", "", "x", "y" * 50, "y" * 51]
    for number, novel_id in enumerate(novel_ids):
        written(tmp_path / "files" / f"{number}.json", annotation(novel_id=novel_id))
    ids = [case.id for case in read_from(tmp_path / "files", NOVEL_EN).cases]
    assert len(set(ids)) == len(ids) == 9
    assert {"a_b-q1", "5-q1", "x-q1"} <= set(ids)
    assert ids == [case.id for case in read_from(tmp_path / "files", NOVEL_EN).cases]


def test_files_with_the_same_novels_id_in_one_set_are_numbered(tmp_path: Path) -> None:
    for name in ("a/7.json", "a/7_copy.json", "b/7.json"):
        written(tmp_path / "files" / name, annotation(question(), question()))
    loaded = read_from(tmp_path / "files", NOVEL_EN)
    assert [case.id for case in loaded.cases] == ["7-q1", "7-q2", "7-2-q1", "7-2-q2", "7-3-q1", "7-3-q2"]
    assert loaded.cases[2].source == "a/7_copy.json question 1"


def test_ids_do_not_depend_on_how_the_path_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = DATASET / "anno_data_zh" / "human_anno"
    for here, path in [(folder, "8.json"), (folder.parent, "human_anno/8.json"), (folder, "../human_anno/8.json")]:
        monkeypatch.chdir(here)
        (case,) = read_from(Path(path), None).cases
        assert case.id == "zh-human-8-q1"
        assert Path(case.book or "").is_absolute()
    for path in (".", "../human_anno", ".."):
        assert case.id in [one.id for one in read_from(Path(path), None).cases]


def test_a_file_that_is_a_link_keeps_the_folders_it_lies_in(tmp_path: Path) -> None:
    folder = dataset(tmp_path)
    file = folder / "anno_data_zh" / "human_anno" / "8.json"
    file.rename(tmp_path / "blob")
    file.symlink_to(tmp_path / "blob")
    assert [case.id for case in read_from(file, None).cases] == ["zh-human-8-q1"]


def test_a_folder_whose_name_ends_like_an_annotation_file_is_no_file(tmp_path: Path) -> None:
    folder = dataset(tmp_path)
    (folder / "anno_data_en" / "human_anno" / "11.json").mkdir()
    assert read_from(folder, None).oddities == read_from(DATASET, None).oddities


def test_without_the_novels_of_one_language_the_other_is_kept_and_the_files_named(tmp_path: Path) -> None:
    folder = dataset(tmp_path)
    shutil.rmtree(folder / "novel_data_en")
    loaded = read_from(folder, None)
    assert [case.id for case in loaded.cases] == ["zh-ai-8-q1", "zh-ai-8-q2", "zh-human-8-q1"]
    assert [odd.source for odd in loaded.skipped] == [
        "anno_data_en/AIsup_anno/7.json",
        "anno_data_en/human_anno/7.json",
    ]
    assert all("No novels lie beside 7.json" in odd.what for odd in loaded.skipped)


def test_books_that_do_not_exist_are_told_once(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"^The books .* do not exist"):
        read_from(DATASET, tmp_path / "nowhere")


@pytest.mark.parametrize(
    "changes",
    [
        {"question": "Who \ud800?"},
        {"options": {"A": "x\udfff", "D": "\ud83d"}},
        {"reasoning": ["\ud800"], "clue_position": ["\ud800"]},
        {"answer": "\ud800"},
        {"answer_position": "\udc00"},
        {"\ud800": 1},
    ],
)
def test_half_a_character_becomes_a_question_mark_and_is_told(tmp_path: Path, changes: dict[str, object]) -> None:
    whole = annotation(question(), question() | changes, title="\udc01 The Brass Barometer")
    loaded = read_from(written(tmp_path / "7.json", whole), NOVEL_EN)
    assert len(loaded.cases) + len(loaded.skipped) == 2
    assert loaded.cases[0].question.title == "? The Brass Barometer"
    assert (loaded.oddities[0].source, loaded.oddities[0].done) == ("7.json", "repaired")
    assert "half characters" in loaded.oddities[0].what
    for case in loaded.cases:
        case.model_dump_json()


def test_half_a_character_in_a_novels_id_is_no_crash_when_the_novel_is_missing(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"No book found for novel . "):
        read_from(written(tmp_path / "7.json", annotation(novel_id="\ud800")), DATASET)
