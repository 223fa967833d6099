"""From a file to a book: formats, encodings, what is refused, and that a file always gives the same."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tools.book import digest_of
from tools.mistake import Mistake
from tools.readers import book_from_text, read_book

ENGLISH = "CHAPTER I\n\n“I don’t know,” said Aimée—the café’s owner.\n\nCHAPTER II\n\nNobody saw the ferry go.\n"
SIMPLIFIED = (
    "第一回 渡口\r\n\r\n    渡船已经开走了，没有人说得出是谁拿走了桨。\r\n\r\n第二回 空匣\r\n\r\n    “一只匣子。”\r\n"
)
TRADITIONAL = "第一回 渡口\n\n渡船已經開走了，客棧裡沒有人說得出是誰拿走了槳。\n\n第二回 空匣\n\n「一隻匣子。」\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "novel.txt"


@pytest.mark.parametrize(
    ("text", "encoding", "told"),
    [
        (SIMPLIFIED, "gb18030", "gb18030"),
        (SIMPLIFIED, "utf-8-sig", "utf-8-sig"),
        (SIMPLIFIED, "utf-16", "utf-16"),
        (TRADITIONAL, "big5", "big5"),
        (ENGLISH, "cp1252", "cp1252"),
    ],
)
def test_a_copy_in_another_encoding_is_the_same_book(file: Path, text: str, encoding: str, told: str) -> None:
    file.write_bytes(text.encode("utf-8"))
    book = read_book(file)
    file.write_bytes(text.encode(encoding))
    copy = read_book(file)
    assert (copy.encoding, book.encoding) == (told, "utf-8")
    assert copy.paragraphs == book.paragraphs
    assert copy.digest == book.digest
    assert [c.first for c in copy.chapters] == [1, 3]


def test_a_named_encoding_overrules(file: Path) -> None:
    file.write_bytes("Все счастливые семьи.".encode("koi8-r"))
    assert read_book(file, encoding="koi8-r")[1] == "Все счастливые семьи."
    with pytest.raises(Mistake, match=r"novel\.txt.*no such encoding; got 'klingon'"):
        read_book(file, encoding="klingon")
    with pytest.raises(Mistake, match=r"novel\.txt.*not in utf-8 .*--encoding NAME"):
        read_book(file, encoding="utf-8")


def test_a_named_language_overrules(file: Path) -> None:
    file.write_text(ENGLISH, "utf-8")
    assert read_book(file).language == "en"
    assert read_book(file, "zh").language == "zh"


def test_a_numbered_file_keeps_its_numbers_and_a_plain_one_counts_from_1(file: Path) -> None:
    file.write_text("[7] Seven.\n[9] Nine.\n", "utf-8")
    book = read_book(file)
    assert (book.format, book.first, book.last) == ("numbered", 7, 9)
    file.write_text("Seven.\n\nNine.\n", "utf-8")
    assert (read_book(file).format, read_book(file).last) == ("plain", 2)


def test_the_digest_is_that_of_the_numbered_paragraphs(file: Path) -> None:
    file.write_text(ENGLISH, "utf-8")
    book = read_book(file)
    assert book.digest == digest_of(book.paragraphs) == read_book(file).digest
    assert book.digest != book_from_text(ENGLISH + "More.", "x").digest


def test_a_gutenberg_file_is_named_by_its_header(file: Path) -> None:
    head = "The Project Gutenberg EBook\n\nTitle: The Ferry Inn\n\nAuthor: A. Nobody\n\n*** START OF THIS PROJECT"
    file.write_text(f"{head} GUTENBERG EBOOK ***\n\n{ENGLISH}\nEnd of Project Gutenberg's The Ferry Inn\n", "utf-8")
    book = read_book(file)
    assert (book.title, book.author, len(book), len(book.notes)) == ("The Ferry Inn", "A. Nobody", 4, 2)


def test_a_file_may_name_title_and_author(file: Path) -> None:
    named = file.with_name("104-The Ferry-House-A. Nobody.txt")
    named.write_text(ENGLISH, "utf-8")
    assert (read_book(named).title, read_book(named).author) == ("The Ferry-House", "A. Nobody")


def test_invisible_and_control_characters_are_no_text(file: Path) -> None:
    file.write_text("\ufeffThe fer\u00adry \u200bhad\x1b[31m gone. cafe\u0301\x1a", "utf-8")
    assert read_book(file)[1] == "The ferry had[31m gone. café"


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "is a picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "is a picture"),
        (b"%PDF-1.7\n", "is a PDF"),
        (b"{\\rtf1 words}", "is an RTF document"),
        (b"\x1f\x8b\x08\0\0", "is a compressed file"),
        (b"words\0words", "binary"),
        (b"<!DOCTYPE html><html><body>Words.</body></html>", "is a web page"),
        (b"  \n\t\n", "is empty"),
        (b"", "is empty"),
        (b"PK\x05\x06" + b"\0" * 18, "no .epub"),
        ("\u3000\u00ad\n".encode(), "holds no text"),
        (b"[1]\n[2]\n", "holds no text"),
    ],
)
def test_what_is_no_book_is_a_mistake_that_names_the_file(file: Path, raw: bytes, told: str) -> None:
    file.write_bytes(raw)
    with pytest.raises(Mistake) as mistake:
        read_book(file)
    assert told in str(mistake.value)
    assert "novel" in str(mistake.value)
    assert "\n" not in str(mistake.value)


def test_a_folder_and_a_missing_file_are_mistakes(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="is a folder"):
        read_book(tmp_path)
    with pytest.raises(Mistake, match="does not exist"):
        read_book(tmp_path / "missing.txt")


BYTES = st.binary(max_size=300) | st.builds(
    bytes.__add__,
    st.sampled_from([b"PK\x03\x04", b"\xff\xfe", b"[1] a\n[2] ", b"\xef\xbb\xbf"]),
    st.binary(max_size=300),
)


@settings(max_examples=500, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(raw=BYTES)
def test_any_file_is_a_book_or_a_mistake(file: Path, raw: bytes) -> None:
    file.write_bytes(raw)
    try:
        book = read_book(file)
    except Mistake:
        return
    assert len(book)
    assert book.digest == read_book(file).digest


@given(st.text(max_size=200))
def test_any_text_is_a_book_or_a_mistake(text: str) -> None:
    text = text.encode("utf-8", "ignore").decode("utf-8")
    try:
        book = book_from_text(text, "Any")
    except Mistake:
        return
    assert all(p.text == " ".join(p.text.split()) for p in book.paragraphs)


def test_a_book_of_a_million_tokens_is_read_quickly() -> None:
    line = "The ferry had gone, and with it the only light on the river; nobody at the inn\ncould say who took it.\n\n"
    text = "".join(f"CHAPTER {n}\n\n{line * 400}" for n in range(1, 101))
    start = time.perf_counter()
    book = book_from_text(text, "Long")
    assert time.perf_counter() - start < 5  # about 0.5 s on a quiet machine
    assert book.tokens > 1_000_000
    assert len(book.chapters) == 100
