"""`casebook book` and `casebook read`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from evaluations.columns import wrapped
from evaluations.commands.book import chosen
from tests.commands.door import Door
from tests.tools.epubs import make_epub
from tools.book import Book, Paragraph
from tools.mistake import Mistake

PROSE = "The ferry had gone, and with it the only light on the river; nobody at the inn could say who took the oars. "


@pytest.fixture
def novel(tmp_path: Path) -> Path:
    file = tmp_path / "The Ferry Inn.txt"
    chapters = [f"Chapter {n}\n\n{PROSE * 3}\n\n“[bold]A box,[/bold]” she said. [/] [{n}]\n" for n in range(1, 15)]
    file.write_text("\n\n".join(chapters), "utf-8")
    return file


def test_book_tells_what_was_understood(door: Door, novel: Path) -> None:
    reply = door("book", novel)
    assert reply.code == 0
    told = " ".join(reply.out.split())
    for part in (
        "title The Ferry Inn", "author not told", "format plain text", "encoding utf-8", "language English", "digest ",
        "paragraphs 42, numbered 1 to 42", "longest [2] with 323 characters", "chapters 14 [1–3] Chapter 1 [4–6]",
        "[34–36] Chapter 12 … 2 more, the last: [40–42] Chapter 14", "odd things none",
    ):  # fmt: skip
        assert part in told
    assert "Chapter 13" not in told


def test_book_as_json_has_every_chapter(door: Door, novel: Path) -> None:
    told = json.loads(door("book", novel, "--json").out)
    assert len(told["chapters"]) == 14
    assert told["chapters"][1] == {"title": "Chapter 2", "first": 4, "last": 6}
    assert (told["encoding"], told["format"], told["paragraphs"], len(told["digest"])) == ("utf-8", "plain", 42, 64)


def test_book_reads_an_epub_and_tells_odd_things(door: Door, tmp_path: Path) -> None:
    items = '<item id="gone" href="gone.xhtml" media-type="application/xhtml+xml"/>'
    make_epub(tmp_path / "novel.epub", order=["text/one.xhtml", "gone"], items=items)
    out = " ".join(door("book", "novel.epub").out.split())
    assert "format .epub" in out
    assert "author A. Nobody" in out
    assert "odd things a page of the reading order is missing: 'book/gone.xhtml'" in out


def test_an_encoding_may_be_named(door: Door, tmp_path: Path) -> None:
    (tmp_path / "russian.txt").write_bytes("Все счастливые семьи похожи.".encode("koi8-r"))
    assert "Все счастливые" in door("read", "russian.txt", "1", "--encoding", "koi8-r").out
    assert "koi8-r" in door("book", "russian.txt", "--encoding", "koi8-r").out
    reply = door("book", "russian.txt", "--encoding", "klingon")
    assert (reply.code, reply.err.count("\n")) == (2, 1)


def test_read_prints_paragraphs_beside_their_numbers(door: Door, novel: Path) -> None:
    reply = door("read", novel, "2,7")
    lines = reply.out.splitlines()
    assert lines[0] == "The Ferry Inn · Chapter 1"
    assert lines[2].startswith("[2] The ferry had gone")
    assert lines[3].startswith("    ")
    assert " ⋯" in lines
    assert any(line.startswith("[7] Chapter 3") for line in lines)
    assert all(len(line) <= 80 for line in lines)


def test_book_text_is_never_markup(door: Door, novel: Path) -> None:
    assert "[3] “[bold]A box,[/bold]” she said. [/] [1]" in door("read", novel, "3").out


def test_neighbours_are_read_too_and_never_past_the_cut(door: Door, novel: Path) -> None:
    told = json.loads(door("read", novel, "9", "--neighbours", "2", "--before", "11", "--json").out)
    assert [p["number"] for p in told["paragraphs"]] == [7, 8, 9, 10]
    assert told["paragraphs"][0]["chapter"] == "Chapter 3"
    assert told["before"] == 11


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("43",), "The book has no paragraph 43; allowed: 1 to 42"),
        (("0",), "has no paragraph 0"),
        (("40-50",), "has no paragraph 50"),
        (("9", "--before", "9"), "The part before 9 has no paragraph 9; allowed: 1 to 8"),
        (("12-7",), "That names no paragraphs; got '12-7'; allowed: a number, a range 120-130"),
        (("seven",), "That names no paragraphs"),
        (("1,,2",), "That names no paragraphs"),
        (("",), "That names no paragraphs"),
        (("9" * 5000,), "That names no paragraphs"),
    ],
)
def test_a_number_that_is_not_there_is_a_mistake_that_says_what_is(
    door: Door, novel: Path, words: tuple[str, ...], told: str
) -> None:
    reply = door("read", novel, *words)
    assert reply.code == 2
    assert told in reply.err
    assert reply.err.count("\n") == 1


def gappy() -> Book:
    return Book("Gaps", tuple(Paragraph(number, f"Paragraph {number}.") for number in (3, 4, 7, 9, 10)))


def test_numbers_that_the_file_leaves_out_are_passed_over_in_a_range_and_refused_alone() -> None:
    assert [[p.number for p in run] for run in chosen(gappy(), "4-9")] == [[4, 7, 9]]
    with pytest.raises(Mistake, match="no paragraph 8; allowed: 3 to 10, but for numbers that the file leaves out"):
        chosen(gappy(), "8")


@pytest.mark.parametrize("text", ["3,9-10", "9–10，3", " 10 , 9 , 3 ", "3、9—10", "3;3;9-10;10"])
def test_ranges_may_be_written_as_people_do(text: str) -> None:
    assert [[p.number for p in run] for run in chosen(gappy(), text)] == [[3], [9, 10]]


def test_chinese_lines_count_two_columns_a_character_and_begin_with_no_stop() -> None:
    text = "话说天下大势，分久必合，合久必分。周末七国分争，并入于秦。及秦灭之后，楚、汉分争，又并入于汉。"
    lines = wrapped(text, 20)
    assert "".join(lines) == text
    assert all(cell_len(line) <= 20 for line in lines)
    assert all(line[0] not in "，。、" for line in lines)


@given(st.text(max_size=200), st.integers(2, 60))
def test_wrapping_loses_no_letter_and_keeps_the_width(text: str, width: int) -> None:
    text = " ".join(text.split())
    lines = wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(cell_len(line) <= width for line in lines)
