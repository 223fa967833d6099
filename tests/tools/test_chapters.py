"""Chapters: which lines open one, in both languages, and which only look so."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.book import Paragraph
from tools.chapters import chapters
from tools.headings import heading, is_caption, is_title
from tools.numerals import value

PROSE = "The ferry had gone, and nobody at the inn could say who had taken the oars."
ZH_PROSE = "渡船已经开走了，客栈里没有人说得出是谁拿走了桨。"

HEADINGS = (
    "CHAPTER I | Chapter 1 | Chapter One | Chapter Twenty-One | CHAPTER THE FIRST | CHAPTER I. | "
    "CHAPTER I THE SHARK | CHAPTER V THE DEPARTURE OF THE “DUNCAN” | Chapter 4: The Storm | "
    "CHAPTER IV. In Which | Chapter 3 — A Walk | CHAPTER XVI WHY THE “DUNCAN” WENT TO NEW ZEALAND | "
    "BOOK THE FIRST | Part Two | PART I: THE OLD WORLD | VOLUME FOUR | Letter 4 | STAVE ONE | Canto III | "
    "The Second Book | FIRST PART | ADVENTURE I. A SCANDAL | Prologue | EPILOGUE | Preface. | "
    "Prologue: The River | XII | 12 | XII. | I. A Scandal in the North | II FATHER AND SON | 第一回 | "
    "第一回 宴桃园豪杰三结义 斩黄巾英雄首立功 | 第12章 | 第十二章：归途 | 第一百二十回　荐杜预老将献新谋 | "
    "第三节 | 第二部 | 第一卷 少年 | 第一章风雪夜归人 | 第 3 章 | 正文 第三章 出山 | 【第七章】 | "
    "第一卷 少年 第三章 出山 | 卷一 | 卷之二 江湖 | 上部 | 下篇 归来 | 楔子 | 尾声 | 序 | 后记 | 番外 一 | 一 | "
    "十二、 | （三） | 三、归途"
).split(" | ")
SENTENCES = (
    "Chapter and verse, he had it all. | Part of the garden was gone. | Book two seats for me. | Chapters I | "
    "Chapter IV describes how the ferry was lost. | Part one of the plan was simple. | I am here. | "
    "Introduction to Law | Letter I wrote | 1815 | I said so. | Actually | Mix | M. Hautet nodded. | "
    "The first book I read. | Prologues | İ | 第一回见面时，他没有说话。 | 第一次 | 第三天 | 序幕拉开了 | 一个人 | "
    "一切都好。 | 十二个人， | 上海 | 卷起来 | 第二章讲的是渡船，第三章讲的是桨。"
).split(" | ")


def titles(*lines: str) -> list[str]:
    return [c.title for c in chapters([Paragraph(n, line) for n, line in enumerate(lines, 1)])]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7), ("XIV", 14), ("xcix", 99), ("XIIII", 14), ("CXVII", 117), ("twenty-one", 21), ("THE FIRST", 1),
        ("One Hundred and Two", 102), ("ninth", 9), ("十", 10), ("十二", 12), ("二十", 20), ("一百二十", 120),
        ("一百零八", 108), ("一百十八", 118), ("两千三百", 2300), ("一二〇", 120), ("廿三", 23), ("卅", 30),
        ("１２", 12), ("叁", 3),
    ],
)  # fmt: skip
def test_a_number_has_its_value_in_every_writing(text: str, number: int) -> None:
    assert value(text) == number


@pytest.mark.parametrize("line", HEADINGS)
def test_a_heading_is_known(line: str) -> None:
    assert heading(line)


@pytest.mark.parametrize("line", SENTENCES)
def test_a_sentence_that_begins_like_a_heading_is_none(line: str) -> None:
    assert heading(line) is None


def test_chapters_reach_to_the_next_heading_and_the_last_to_the_end() -> None:
    lines = [PROSE, "Chapter 1", PROSE, PROSE, "Chapter 2", PROSE]
    found = chapters([Paragraph(n * 10, line) for n, line in enumerate(lines, 1)])
    assert [(c.title, c.first, c.last) for c in found] == [("Chapter 1", 20, 49), ("Chapter 2", 50, 60)]


def test_a_title_in_the_next_paragraph_joins_its_heading() -> None:
    assert titles("CHAPTER I", "The Shark", PROSE, "CHAPTER II", PROSE) == ["CHAPTER I The Shark", "CHAPTER II"]
    assert titles("I", "Conspiracy", PROSE, "II", "“Save Him!”", PROSE) == ["I Conspiracy", "II “Save Him!”"]
    assert titles("VIII", "The Château d’If", PROSE, "IX", "M. Giraud Finds Some Clues", PROSE, "X", PROSE)[:2] == [
        "VIII The Château d’If",
        "IX M. Giraud Finds Some Clues",
    ]
    assert titles("第一章", "归途", ZH_PROSE, "第二章", ZH_PROSE) == ["第一章 归途", "第二章"]


def test_parts_and_chapters_stand_side_by_side() -> None:
    lines = ["PART ONE", "THE RIVER", "Chapter 1", PROSE, "Chapter 2", PROSE, "PART TWO", "Chapter 1", PROSE]
    assert titles(*lines) == ["PART ONE THE RIVER", "Chapter 1", "Chapter 2", "PART TWO", "Chapter 1"]
    assert titles("第一卷", "第一回", ZH_PROSE, "第二回", ZH_PROSE, "第二卷", "第三回", ZH_PROSE) == [
        "第一卷", "第一回", "第二回", "第二卷", "第三回",
    ]  # fmt: skip


def test_a_lone_volume_above_its_chapters_is_no_chapter() -> None:
    assert titles("VOLUME FOUR", PROSE, "CHAPTER I", PROSE, "CHAPTER II", PROSE) == ["CHAPTER I", "CHAPTER II"]


@pytest.mark.parametrize("leader", ["", " . . . . 12", " ..... 12"])
def test_a_table_of_contents_has_no_chapters(leader: str) -> None:
    table = [f"Chapter {n}. The Day{leader}" for n in range(1, 5)]
    story = [line for n in range(1, 5) for line in (f"Chapter {n}. The Day", PROSE)]
    assert titles("Contents", *table, *story) == [f"Chapter {n}. The Day" for n in range(1, 5)]
    assert titles("Contents", *table, "Preface", PROSE, *story)[0] == "Preface"
    assert titles("Contents", *table, PROSE, *story) == [f"Chapter {n}. The Day" for n in range(1, 5)]


def test_a_table_of_contents_with_parts_prologue_and_titles_in_lines_of_their_own() -> None:
    story = ["Prologue", PROSE, "Part One", "Chapter 1", "The Ferry", PROSE, "Chapter 2", "The Oars", PROSE]
    story += ["Part Two", "Chapter 1", "The Tide", PROSE, "Chapter 2", PROSE, "Epilogue", PROSE]
    table = [line for line in story if line != PROSE]
    found = ["Prologue", "Part One", "Chapter 1 The Ferry", "Chapter 2 The Oars", "Part Two", "Chapter 1 The Tide"]
    assert titles(*table, *story) == [*found, "Chapter 2", "Epilogue"]


def test_a_chinese_table_of_contents_has_no_chapters() -> None:
    table = ["目录", "楔子", "第一回 渡口", "第二回 失桨", "第三回 归途"]
    story = ["楔子", ZH_PROSE, "第一回 渡口", ZH_PROSE, "第二回 失桨", ZH_PROSE, "第三回 归途", ZH_PROSE]
    assert titles(*table, *story) == ["楔子", "第一回 渡口", "第二回 失桨", "第三回 归途"]
    assert titles(*story, *table) == ["楔子", "第一回 渡口", "第二回 失桨", "第三回 归途"]


def test_a_table_of_two_chapters_is_one_because_they_come_again() -> None:
    assert titles("Chapter 1", "Chapter 2", "Chapter 1", PROSE, "Chapter 2", PROSE) == ["Chapter 1", "Chapter 2"]


def test_two_chapters_without_a_text_are_chapters_when_they_do_not_come_again() -> None:
    assert titles("Chapter 5", "Chapter 6", PROSE) == ["Chapter 5", "Chapter 6"]


def test_bare_numbers_are_chapters_only_when_they_count_up() -> None:
    assert titles("I", PROSE, "II", PROSE, "100", PROSE, "III", PROSE, "I", PROSE, "IV", PROSE) == [
        "I",
        "II",
        "III",
        "IV",
    ]
    assert titles("7", PROSE, "250", PROSE, "3", PROSE) == []
    assert titles("一", ZH_PROSE, "二", ZH_PROSE, "三", ZH_PROSE) == ["一", "二", "三"]


def test_bare_numbers_inside_named_chapters_are_sections() -> None:
    lines = ["Chapter 1", PROSE, "1", PROSE, "2", PROSE, "Chapter 2", PROSE, "1", PROSE, "2", PROSE]
    assert titles(*lines) == ["Chapter 1", "Chapter 2"]


def test_a_collection_without_numbers_has_its_titles() -> None:
    stories = ["The Lost Oar", PROSE, PROSE, "A Death at the Inn", PROSE]
    assert titles(*stories) == ["The Lost Oar", "A Death at the Inn"]
    assert titles("The Lost Oar", "A Death at the Inn", *stories) == ["The Lost Oar", "A Death at the Inn"]


def test_a_book_without_headings_has_no_chapters() -> None:
    assert titles(PROSE, PROSE) == []
    assert chapters([]) == ()


def test_what_is_set_like_a_title() -> None:
    assert is_title("The Adventure of the Western Star")
    assert is_caption("Conspiracy")
    assert is_caption("SOUTH AMERICA . . . . 3")
    assert is_caption("白衣渡江")
    assert not is_caption(PROSE)
    assert not is_caption("He ran away")
    assert not is_caption("“Yes,” said Anne.")
    assert not is_caption(ZH_PROSE)
    assert not is_title("Yes")


LINES = st.sampled_from(
    ["Chapter 1", "Chapter 2", "I", "II", "5", "PART ONE", "Prologue", "The Oar", PROSE, "第一回", "楔子"]
)


@given(st.lists(LINES | st.text(max_size=30), max_size=30))
def test_chapters_rise_and_do_not_overlap(lines: list[str]) -> None:
    found = chapters([Paragraph(n, line) for n, line in enumerate(lines, 1)])
    assert all(c.first <= c.last <= len(lines) for c in found)
    assert all(a.last + 1 == b.first for a, b in pairwise(found))
    assert not found or found[-1].last == len(lines)


def test_forty_thousand_lines_of_numbers_take_no_time() -> None:
    lines = [Paragraph(n, str(n * 7919 % 499 + 1)) for n in range(1, 40_001)]
    start = time.perf_counter()
    chapters(lines)
    assert time.perf_counter() - start < 4


@given(st.text(max_size=110))
def test_any_line_is_a_heading_or_none(line: str) -> None:
    heading(line)
    is_caption(line)
    is_title(line)
