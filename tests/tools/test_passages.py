"""Passages cover every paragraph, split none and stay within their size."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.book import Book, Paragraph, about_tokens
from tools.passages import Passage, passages


def book_of(*tokens: int, letter: str = "灯") -> Book:
    """A book whose paragraphs have these numbers of tokens, numbered 10, 20, 30…"""
    return Book("B", tuple(Paragraph(10 * i, letter * n) for i, n in enumerate(tokens, 1)))


BOOKS = st.builds(lambda costs: book_of(*costs), st.lists(st.integers(0, 60), max_size=25))


def spans_of(found: list[Passage]) -> list[tuple[int, int]]:
    return [(passage.first, passage.last) for passage in found]


def test_an_empty_book_has_no_passages() -> None:
    assert passages(Book("Empty", ())) == []


def test_a_short_book_is_one_passage() -> None:
    book = Book("B", (Paragraph(3, "The lamp."), Paragraph(8, "灯灭了")))
    assert passages(book) == [Passage(3, 8, "The lamp.\n灯灭了", 3 + 3)]


def test_windows_fill_up_to_their_size_and_overlap() -> None:
    # 40+40+20 = 100; the last 20 of them are read again: 20+50+30 = 100; then 30+60 = 90
    assert spans_of(passages(book_of(40, 40, 20, 50, 30, 60), size=100, overlap=30)) == [(10, 30), (30, 50), (50, 60)]


def test_without_overlap_every_paragraph_is_in_one_passage() -> None:
    assert spans_of(passages(book_of(40, 40, 20, 50, 30, 60), size=100, overlap=0)) == [(10, 30), (40, 50), (60, 60)]


def test_a_paragraph_longer_than_the_size_is_a_passage_of_its_own() -> None:
    assert spans_of(passages(book_of(10, 500, 10), size=100, overlap=0)) == [(10, 10), (20, 20), (30, 30)]


def test_a_window_that_adds_no_paragraph_is_not_made() -> None:
    # beginning again at 20 would end before the long paragraph too: a piece of the window before it
    assert spans_of(passages(book_of(50, 50, 300), size=200, overlap=50)) == [(10, 20), (30, 30)]


def test_english_and_chinese_are_measured_in_tokens_and_not_in_characters() -> None:
    english = Book("E", tuple(Paragraph(i, "lamp" * 50) for i in range(1, 9)))
    chinese = Book("C", tuple(Paragraph(i, "灯" * 50) for i in range(1, 9)))
    assert spans_of(passages(english)) == spans_of(passages(chinese)) == [(1, 4), (4, 7), (7, 8)]


@given(BOOKS, st.integers(-5, 120), st.integers(-5, 200))
def test_any_size_and_overlap_come_to_an_end_and_cover_every_paragraph(book: Book, size: int, overlap: int) -> None:
    numbers = [p.number for p in book.paragraphs]
    found = passages(book, size, overlap)
    assert len(found) <= len(numbers)
    assert {n for p in found for n in numbers if p.first <= n <= p.last} == set(numbers)


@given(BOOKS, st.integers(0, 120), st.integers(0, 200))
def test_a_passage_is_whole_paragraphs_within_the_size(book: Book, size: int, overlap: int) -> None:
    for passage in passages(book, size, overlap):
        inside = [p for p in book.paragraphs if passage.first <= p.number <= passage.last]
        assert passage.text == "\n".join(p.text for p in inside)
        assert passage.tokens == sum(about_tokens(p.text) for p in inside)
        assert passage.tokens <= size or len(inside) == 1


@given(BOOKS, st.integers(0, 120), st.integers(0, 200))
def test_passages_go_forward_and_none_lies_within_another(book: Book, size: int, overlap: int) -> None:
    found = spans_of(passages(book, size, overlap))
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(found))


@given(BOOKS, st.integers(1, 120), st.integers(0, 60))
def test_no_more_than_the_overlap_is_read_twice(book: Book, size: int, overlap: int) -> None:
    found = passages(book, size, overlap)
    for a, b in pairwise(found):
        again = sum(about_tokens(p.text) for p in book.paragraphs if b.first <= p.number <= a.last)
        assert again <= overlap


@pytest.mark.parametrize("cut", [1, 25, 60])
def test_passages_of_a_view_end_before_the_cut(cut: int) -> None:
    found = passages(book_of(40, 40, 20, 50, 30, 60).before(cut), size=100)
    assert all(passage.last < cut for passage in found)
