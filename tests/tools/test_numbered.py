"""The numbered format."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tools.book import Paragraph
from tools.encoding import cleaned
from tools.numbered import as_numbered, is_numbered, numbered_paragraphs
from tools.readers import book_from_text


def numbered(text: str) -> list[tuple[int, str]]:
    return [(p.number, p.text) for p in numbered_paragraphs(text)[0]]


def test_numbers_are_those_of_the_file_and_may_have_gaps() -> None:
    paragraphs, notes = numbered_paragraphs("[5] One.\n[6]Two.\n  [9] Three.")
    assert [(p.number, p.text) for p in paragraphs] == [(5, "One."), (6, "Two."), (9, "Three.")]
    assert notes == ["2 numbers between [5] and [9] are absent"]


def test_a_paragraph_runs_on_until_the_next_number() -> None:
    assert numbered("[1] One\ntwo.\n\nThree.\n[2] Four.") == [(1, "One two. Three."), (2, "Four.")]


def test_a_footnote_whose_number_does_not_rise_is_text_and_is_noted() -> None:
    paragraphs, notes = numbered_paragraphs("[7] Text.[1]\n[1] A footnote.\n[8] More.")
    assert [(p.number, p.text) for p in paragraphs] == [(7, "Text.[1] [1] A footnote."), (8, "More.")]
    assert notes == ["[1] follows [7] and was read as text of it"]


def test_a_number_without_text_is_no_paragraph_and_is_noted() -> None:
    paragraphs, notes = numbered_paragraphs("[1]\n[2] Two.")
    assert [p.number for p in paragraphs] == [2]
    assert notes == ["1 numbers without text, first [1]"]


def test_text_before_the_first_number_is_noted() -> None:
    assert numbered_paragraphs("A title\n[1] One.\n[2] Two.")[1] == [
        "text before the first number was left out: 'A title'"
    ]


def test_a_novel_with_footnote_marks_is_not_numbered() -> None:
    assert not is_numbered("He came.[1]\nShe went.\nIt rained.\n[1] In spring.")
    assert is_numbered("[1] He came.\n[2] She went.")


LINES = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=40)


@given(st.dictionaries(st.integers(1, 9_999_999), LINES, min_size=1, max_size=12))
def test_numbered_text_comes_back_with_the_same_numbers_and_texts(paragraphs: dict[int, str]) -> None:
    whole = {number: " ".join(cleaned(text).split()) for number, text in sorted(paragraphs.items())}
    written = as_numbered(Paragraph(number, text) for number, text in whole.items() if text)
    if written:
        assert numbered(written) == [(number, text) for number, text in whole.items() if text]


@given(st.lists(LINES.filter(lambda text: bool(cleaned(text).split())), min_size=1, max_size=8))
def test_a_book_read_again_from_its_numbered_text_has_the_same_digest(texts: list[str]) -> None:
    numbers = (Paragraph(n, " ".join(cleaned(text).split())) for n, text in enumerate(texts, 1))
    book = book_from_text(as_numbered(numbers), "Any")
    again = book_from_text(as_numbered(book.paragraphs), "Any")
    assert again.paragraphs == book.paragraphs
    assert again.digest == book.digest
