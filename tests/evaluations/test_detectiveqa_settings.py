"""DetectiveQA's settings: what is shown, where the novel is cut, and how a raw reply is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluations.benchmarks import detectiveqa
from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.loaded import Loaded
from evaluations.case import Case
from evaluations.views import Views, only
from tests.evaluations.annotations import annotation, question, written
from tests.evaluations.traces import a_case
from tools.mistake import Mistake
from tools.readers import book_from_text

_FIRST, _SECOND = ([f"Line {n}." for n in range(*ends)] for ends in ((3, 12), (13, 21)))
_TEXTS = ["A foreword.", "Chapter I", *_FIRST, "Chapter II", *_SECOND]
CHAPTERS = "\n".join(f"[{n}] {text}" for n, text in enumerate(_TEXTS, 1))
"""Paragraph 1 lies in no chapter, 2 to 11 in the first, 12 to 20 in the second."""


def read(folder: Path, *positions: object, **settings: str) -> Loaded:
    """Questions with these answer positions over the book of two chapters."""
    novel = folder / "7.novel.txt"
    novel.write_text(CHAPTERS, encoding="utf-8")
    asked = [question(answer_position=position, clue_position=[3, 8, -1]) for position in positions]
    file = written(folder / "7.json", [annotation(*asked, num_paragraphs=20)])
    return detectiveqa.load(Source(file, novel, settings))


def seen(case: Case) -> list[int]:
    return [paragraph.number for paragraph in Views().view(case).paragraphs]


def cuts(loaded: Loaded) -> list[int | None]:
    return [case.cut for case in loaded.cases]


def test_the_official_setting_shows_all_before_the_answer_and_says_so(tmp_path: Path) -> None:
    (one,) = read(tmp_path, 9).cases
    assert seen(one) == list(range(1, 9))
    assert one.tags == {"setting": "context", "cut": "official"}
    assert read(tmp_path, 9, **detectiveqa.BENCHMARK.chosen([])).cases == [one]


def test_the_question_alone_shows_no_paragraph_but_title_and_author(tmp_path: Path) -> None:
    (one,) = read(tmp_path, 9, setting="question").cases
    assert seen(one) == []
    assert one.question.title == "7.novel"
    assert one.gold.positions(one.cut) == ()
    assert one.gold.answer_position == 9


def test_the_evidence_alone_shows_gold_paragraphs_before_the_cut(tmp_path: Path) -> None:
    assert [seen(case) for case in read(tmp_path, 9, 8, 2, setting="evidence").cases] == [[3, 8], [3], []]
    assert [seen(case) for case in read(tmp_path, 9, setting="evidence", cut="minus-2").cases] == [[3]]


def test_a_chapters_first_answer_cuts_all_of_its_questions(tmp_path: Path) -> None:
    loaded = read(tmp_path, 9, 6, 18, 11, 20, cut="chapter-first")
    assert cuts(loaded) == [6, 6, 18, 6, 18]
    assert [case.gold.answer_position for case in loaded.cases] == [9, 6, 18, 11, 20]
    assert {case.tags["cut"] for case in loaded.cases} == {"chapter-first"}


def test_answers_that_cannot_be_used_cut_nothing(tmp_path: Path) -> None:
    assert cuts(read(tmp_path, 9, -1, 1, 99, None, cut="chapter-first")) == [9]


def test_a_row_that_is_skipped_still_says_where_an_answer_is(tmp_path: Path) -> None:
    novel = tmp_path / "7.novel.txt"
    novel.write_text(CHAPTERS, encoding="utf-8")
    bad = question(answer="E", answer_position=5)
    file = written(tmp_path / "7.json", [annotation(question(answer_position=9), bad)])
    assert cuts(detectiveqa.load(Source(file, novel, {"cut": "chapter-first"}))) == [5]


def test_an_answer_in_no_chapter_stands_alone_and_its_tag_says_so(tmp_path: Path) -> None:
    novel = tmp_path / "7.novel.txt"
    novel.write_text("\n".join(f"[{n}] Line {n} of it." for n in range(1, 21)), encoding="utf-8")
    file = written(tmp_path / "7.json", [annotation(question(answer_position=9), question(answer_position=4))])
    loaded = detectiveqa.load(Source(file, novel, {"cut": "chapter-first"}))
    assert cuts(loaded) == [9, 4]
    assert {case.tags["cut"] for case in loaded.cases} == {"chapter-first (in no chapter)"}


def test_a_cut_may_lie_k_paragraphs_earlier_and_nothing_left_is_a_named_skip(tmp_path: Path) -> None:
    loaded = read(tmp_path, 9, 4, cut="minus-3")
    assert cuts(loaded) == [6]
    assert loaded.cases[0].tags["cut"] == "minus-3"
    (odd,) = loaded.skipped
    assert odd.what == "nothing may be read before its cut at 1 (answer_position 4)"


def test_an_earlier_cut_does_not_turn_gold_steps_into_oddities(tmp_path: Path) -> None:
    loaded = read(tmp_path, 9, cut="minus-5")
    assert loaded.oddities == []
    assert loaded.cases[0].gold.positions(loaded.cases[0].cut) == (3,)


@pytest.mark.parametrize("given", ["cut=minus-0", "cut=minus-x", "cut=minus-", "cut=none", "setting=all"])
def test_a_setting_that_is_not_allowed_is_refused(given: str) -> None:
    with pytest.raises(Mistake):
        detectiveqa.BENCHMARK.chosen([given])


@pytest.mark.parametrize("given", ["cut=minus-1", "cut=minus-250", "cut=chapter-first", "setting=evidence"])
def test_the_papers_settings_are_taken(given: str) -> None:
    name, value = given.split("=")
    assert detectiveqa.BENCHMARK.chosen([given])[name] == value


def test_a_view_of_some_paragraphs_keeps_their_numbers_and_the_books_digest() -> None:
    whole = book_from_text(CHAPTERS, "Two Chapters")
    view = only(whole, {3, 8, 99})
    assert [p.number for p in view.paragraphs] == [3, 8]
    assert (view.chapters, view.notes, view.digest) == ((), (), whole.digest)
    assert 5 not in view
    assert len(only(whole, ())) == 0


def test_what_is_shown_never_reaches_over_the_cut(tmp_path: Path) -> None:
    novel = tmp_path / "n.txt"
    novel.write_text(CHAPTERS, encoding="utf-8")
    case = a_case(cut=8).model_copy(update={"book": str(novel), "shown": (3, 8, 9)})
    assert seen(case) == [3]
    digest = Views().view(case).digest
    found = Views().find(case, digest)
    assert found is not None
    assert len(found) == 1


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ('{"answer": "C", "reasoning": "A clerk saw it."}', "C"),
        ("A clerk saw it, so the answer is D.", "D"),
        ("Answer: A? No. Answer: B", "B"),
        ("答案是C。", "C"),
        ("C", "C"),
        ("(B)", "B"),
        ("B, since Nell had it.", "B"),
        ("A or B", None),
        ("", None),
        ("The answer is E.", None),
    ],
)
def test_a_raw_reply_is_read_by_its_announced_or_only_letter(reply: str, letter: str | None) -> None:
    assert detectiveqa.BENCHMARK.read(a_case().question, reply) == letter
