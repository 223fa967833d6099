"""Words counted once a book give every view what an index of that view alone would say."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.metrics.wordcounts import KEPT, WordCounts
from tools.book import Book, Paragraph, book_of
from tools.keyword import KeywordIndex
from tools.terms import keys

TEXTS = ["The captain's boots dried", "boots will dry", "红漆铁末", "铁末 on the BOOTS", "", "will, wills", "漆, 红"]
KEYS = [*keys(" ".join(TEXTS)), "nowhere"]


def shown(view: Book, numbers: set[int]) -> Book:
    return Book("", tuple(p for p in view.paragraphs if p.number in numbers), digest=view.digest)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.sampled_from(TEXTS), min_size=1, max_size=8),
    st.lists(st.one_of(st.integers(1, 9), st.sets(st.integers(1, 8))), min_size=1, max_size=4),
)
def test_every_view_of_a_book_weighs_words_like_an_index_of_it_alone(
    texts: list[str], cuts: list[int | set[int]]
) -> None:
    book, counts = book_of(texts, "B"), WordCounts()
    for cut in cuts:
        view = shown(book, cut) if isinstance(cut, set) else book.before(cut)
        alone, weights = KeywordIndex((p.number, p.text) for p in view.paragraphs), counts.of(view)
        assert [weights.idf(key) for key in KEYS] == [alone.idf(key) for key in KEYS]


def test_books_without_a_digest_are_never_taken_for_one_another() -> None:
    counts = WordCounts()
    first, second = (Book("", (Paragraph(1, text),)) for text in ("copper", "silver"))
    assert counts.of(first).idf("copper") < counts.of(second).idf("copper")


def test_a_book_is_counted_anew_when_it_comes_back_after_many_others() -> None:
    counts = WordCounts()
    books = [book_of([f"copper {n}", "pan"], "B") for n in range(KEPT + 2)]
    first = [counts.of(book).idf("copper") for book in books]
    assert [counts.of(book).idf("copper") for book in books] == first
