"""A book is addressed by paragraph numbers, and its view before a cut shows nothing from the cut on."""

import hashlib
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.book import Book, Chapter, Paragraph, about_tokens, digest_of, language_of
from tools.chapters import chapters

STORY = (
    Paragraph(1, "Chapter I"),
    Paragraph(2, "Anna found the lamp."),
    Paragraph(3, "Bede lost it."),
    Paragraph(4, "第二回"),
    Paragraph(5, "黛玉说：灯灭了。"),
)
BOOK = Book(
    "The Lamp",
    STORY,
    chapters=(Chapter("Chapter I", 1, 3), Chapter("第二回", 4, 5)),
    digest=digest_of(STORY),
    notes=("two lines were empty",),
)


@st.composite
def numbered(draw: st.DrawFn) -> Book:
    """Books whose numbers rise with gaps, and whose texts name their own number."""
    numbers = sorted(draw(st.sets(st.integers(1, 40), max_size=12)))
    story = tuple(Paragraph(n, f"paragraph {n}") for n in numbers)
    starts = sorted(draw(st.sets(st.sampled_from(numbers), max_size=4))) if numbers else []
    ends = [*(s - 1 for s in starts[1:]), numbers[-1] if numbers else 0]
    found = tuple(Chapter(f"paragraph {s}", s, e) for s, e in zip(starts, ends, strict=False))
    return Book("Gaps", story, found, digest=digest_of(story))


def test_a_paragraph_is_looked_up_by_its_number() -> None:
    assert BOOK[2] == "Anna found the lamp."
    assert 5 in BOOK
    assert 6 not in BOOK
    assert 0 not in BOOK
    assert (len(BOOK), BOOK.first, BOOK.last) == (5, 1, 5)


def test_an_unknown_number_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        BOOK[6]


def test_numbers_may_have_gaps() -> None:
    excerpt = Book("Excerpt", (Paragraph(7, "seven"), Paragraph(20, "twenty")))
    assert (excerpt.first, excerpt.last, len(excerpt)) == (7, 20, 2)
    assert 8 not in excerpt
    assert excerpt.before(20).last == 7


def test_a_book_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        BOOK.title = "Another"  # type: ignore[misc]


def test_an_empty_book_has_neither_first_nor_last_paragraph() -> None:
    empty = Book("Empty", ())
    assert (len(empty), empty.first, empty.last, empty.characters, empty.tokens) == (0, 0, 0, 0, 0)


def test_characters_and_tokens_are_summed_over_paragraphs() -> None:
    # 9 + 20 + 13 + 3 + 8 characters; 3 + 5 + 4 tokens of Latin text, 3 Han, and 6 Han with 2 stops
    assert BOOK.characters == 53
    assert BOOK.tokens == 3 + 5 + 4 + 3 + 7


def test_the_view_before_a_cut_ends_before_it() -> None:
    view = BOOK.before(4)
    assert [p.number for p in view.paragraphs] == [1, 2, 3]
    assert view.cut == 4
    assert 4 not in view
    assert "黛玉" not in repr(view)


def test_a_chapter_that_the_cut_falls_in_is_clipped() -> None:
    assert BOOK.before(3).chapters == (Chapter("Chapter I", 1, 2),)
    assert BOOK.before(5).chapters == (Chapter("Chapter I", 1, 3), Chapter("第二回", 4, 4))


def test_a_chapter_that_begins_at_the_cut_is_gone() -> None:
    assert BOOK.before(4).chapters == (Chapter("Chapter I", 1, 3),)
    assert BOOK.before(1).chapters == ()


def test_a_view_carries_no_notes_of_the_whole_file() -> None:
    assert BOOK.notes
    assert BOOK.before(5).notes == ()


def test_no_cut_leaves_the_book_whole() -> None:
    assert BOOK.before(None) is BOOK
    assert BOOK.before(3).before(None) == BOOK.before(3)


@pytest.mark.parametrize("cut", [1, 0, -3])
def test_a_cut_at_the_beginning_shows_nothing(cut: int) -> None:
    view = BOOK.before(cut)
    assert (len(view), view.chapters) == (0, ())


def test_a_view_is_cut_again_but_never_widened() -> None:
    view = BOOK.before(3)
    assert view.before(4) == view.before(5) == view
    assert view.before(2).cut == 2
    assert len(view.before(2)) == 1


@given(numbered(), st.integers(-2, 45))
def test_nothing_from_the_cut_on_is_shown_anywhere(book: Book, cut: int) -> None:
    view = book.before(cut)
    assert all(p.number < cut for p in view.paragraphs)
    assert all(c.first <= c.last < cut for c in view.chapters)
    hidden = [p for p in book.paragraphs if p.number >= cut]
    assert not any(repr(p) in repr(view) or p.number in view for p in hidden)
    assert all(p.number in view for p in book.paragraphs if p.number < cut)


@given(numbered(), st.integers(0, 45), st.integers(0, 45))
def test_two_cuts_are_the_same_as_the_earlier_one(book: Book, one: int, other: int) -> None:
    assert book.before(one).before(other) == book.before(min(one, other))


@given(numbered(), st.integers(0, 45))
def test_every_view_keeps_the_digest_of_the_whole(book: Book, cut: int) -> None:
    assert book.before(cut).digest == book.digest == digest_of(book.paragraphs)


def test_the_digest_is_the_sha256_of_the_numbered_text() -> None:
    by_hand = hashlib.sha256("[1] 灯\n[2] lamp\n".encode()).hexdigest()
    assert digest_of([Paragraph(1, "灯"), Paragraph(2, "lamp")]) == by_hand


def test_the_digest_tells_numbers_and_texts_apart() -> None:
    names = {digest_of([Paragraph(1, "a")]), digest_of([Paragraph(2, "a")]), digest_of([Paragraph(1, "b")])}
    assert len(names) == 3


def test_the_chapter_of_a_paragraph_is_the_one_that_spans_it() -> None:
    book = Book("B", STORY, chapters=(Chapter("第二回", 4, 5),))
    assert book.chapter_of(5) == Chapter("第二回", 4, 5)
    assert book.chapter_of(3) is None
    assert book.chapter_of(6) is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Anna found the lamp.", "en"),
        ("黛玉说：灯灭了。", "zh"),
        ("abcdefg一二三", "zh"),  # 3 of 10 letters
        ("abcdefgh一二三", "en"),  # 3 of 11 letters
        ("1234567 一", "zh"),  # digits are no letters
        ("", "en"),
        ("123 …!", "en"),
        ("𠀀𠀁", "zh"),
    ],
)
def test_the_language_is_chinese_from_three_han_letters_in_ten(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("灯灭了", 3), ("灯灭了。", 4), ("灯 lamp", 3), ("〇𠀀", 2)],
)
def test_tokens_are_one_a_han_character_and_one_per_four_others(text: str, tokens: int) -> None:
    assert about_tokens(text) == tokens


def test_a_heading_joined_with_the_next_paragraph_tells_nothing_beyond_the_cut() -> None:
    story = [Paragraph(1, "I"), Paragraph(2, "The Lamp"), Paragraph(3, "It burned."), Paragraph(4, "II")]
    story += [Paragraph(5, "The Death of Anna"), Paragraph(6, "She died.")]
    book = Book("Joined", tuple(story), chapters(story))
    assert [c.title for c in book.chapters] == ["I The Lamp", "II The Death of Anna"]
    assert [c.title for c in book.before(5).chapters] == ["I The Lamp", "II"]
    assert [c.title for c in book.before(6).chapters] == ["I The Lamp", "II The Death of Anna"]
    assert [c.title for c in book.before(2).chapters] == ["I"]
