"""Search by meaning over a small book with a bag-of-words embedder: ranking, ranges, windows, and the cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.bag import Bag
from tools.book import Book, Paragraph
from tools.embedding import Embedder, label
from tools.passages import Passage, passages
from tools.semantic import Meaning, SemanticIndex, Situated, computed

np = pytest.importorskip("numpy", reason="the extra `semantic` is not installed")

TEXTS = (
    "The lawyer locked the will in the safe.",
    "Rain fell on the harbour all night.",
    "A gardener found the knife under the roses.",
    "The nephew sold his horse to pay a debt.",
)


def book(*texts: str, cut: int | None = None) -> Book:
    return Book("The Will", tuple(Paragraph(n, text) for n, text in enumerate(texts, 1)), digest="d").before(cut)


def singles(view: Book) -> list[Passage]:
    return [Passage(p.number, p.number, p.text, 1) for p in view.paragraphs]


def index(view: Book, embedder: Embedder | None = None) -> SemanticIndex:
    made = Meaning(embedder or Bag()).index(view, singles(view))
    assert made
    return made


def test_the_passage_with_the_same_words_comes_first_with_its_cosine() -> None:
    [best, *_] = index(book(*TEXTS)).rank("the knife under the roses", 4)
    # query: the twice, knife, under, roses; passage: the same and a, gardener, found. 4 + 3 over √7 · √10
    assert best[0] == 2
    assert best[1] == pytest.approx(7 / (7**0.5 * 10**0.5), abs=1e-6)


def test_equal_scores_come_in_order_of_passage() -> None:
    twins = book(*(["The bell rang."] * 5))
    ranked = index(twins).rank("the bell", 3)
    assert [i for i, _ in ranked] == [0, 1, 2]
    assert len({score for _, score in ranked}) == 1


def test_only_passages_with_a_paragraph_in_the_range_are_found() -> None:
    ranked = index(book(*TEXTS)).rank("the", 10, first=2, last=3)
    assert sorted(i for i, _ in ranked) == [1, 2]
    assert index(book(*TEXTS)).rank("the", 10, first=9) == []


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_query_finds_nothing(text: str) -> None:
    assert index(book(*TEXTS)).rank(text, 5) == []


def test_a_limit_of_none_and_a_view_without_text_find_nothing() -> None:
    assert index(book(*TEXTS)).rank("will", 0) == []
    assert index(book()).rank("will", 5) == []


def test_a_long_passage_scores_as_its_nearest_window() -> None:
    padding = "Snow fell on roofs and walls and carts and dogs. "
    long = book(padding * 3 + "The forger signed it. " + padding * 3, "The forger ate.")
    embedder = Bag(window=10)
    [first, _] = index(long, embedder).rank("the forger signed it", 2)
    assert first[0] == 0
    assert embedder.seen.count("The forger signed it.") == 1
    assert len(embedder.seen) == 7 + 1  # a window for each sentence of ten words and the one of four; the other passage


def test_a_long_query_is_read_to_its_end() -> None:
    long = "Snow fell on roofs and walls and carts and dogs. " * 3 + "The gardener found the knife under the roses."
    assert index(book(*TEXTS)).rank(long, 1)[0][0] == 2


def test_a_head_is_put_before_every_window_and_takes_its_room() -> None:
    embedder = Bag(window=6)
    computed(embedder, "", [Situated("one two three. Four five six.", "Chapter nine: ")])
    assert embedder.seen == ["Chapter nine: one two three.", "Chapter nine: Four five six."]


def test_a_head_never_takes_more_than_half_a_window() -> None:
    embedder = Bag(window=6)
    computed(embedder, "", [Situated("one two three. Four five six.", "a b c d e f g h ")])
    assert [text.split()[8:] for text in embedder.seen] == [["one", "two", "three."], ["Four", "five", "six."]]


def test_heads_change_what_is_near_but_not_the_passages() -> None:
    view = book("He smiled.", "He smiled.")
    near = Meaning(Bag()).index(view, singles(view), ["Poirot: ", "Japp: "])
    assert near
    assert [i for i, _ in near.rank("Japp smiled", 2)] == [1, 0]


def test_no_vector_is_ever_made_of_text_after_the_cut() -> None:
    embedder = Bag(window=8)
    view = book(*TEXTS, "The CANARY confessed everything.", cut=5)
    Meaning(embedder).index(view, passages(view))
    assert embedder.seen
    assert not any("CANARY" in text for text in embedder.seen)


@given(st.lists(st.text(alphabet="ab c.", min_size=1, max_size=30), min_size=1, max_size=8), st.integers(1, 9))
def test_what_is_before_the_cut_alone_decides_the_ranking(texts: list[str], cut: int) -> None:
    early, late = book(*texts, cut=cut), book(*texts[: cut - 1], "a b c late alias", cut=cut)
    if len(early) == len(late) == cut - 1 and cut > 1:
        assert index(early).rank("a b", 5) == index(late).rank("a b", 5)


@given(st.text(max_size=60), st.integers(-1, 7), st.none() | st.integers(-2, 9), st.none() | st.integers(-2, 9))
def test_no_query_raises_and_every_hit_is_allowed(text: str, limit: int, first: int | None, last: int | None) -> None:
    ranked = index(book(*TEXTS)).rank(text, limit, first, last)
    assert len(ranked) <= max(0, limit)
    assert all((first or 1) <= i + 1 <= (9 if last is None else last) for i, _ in ranked)
    assert ranked == sorted(ranked, key=lambda hit: (-hit[1], hit[0]))


def test_the_embedder_is_told_in_one_string() -> None:
    assert label(Bag()) == "bag (01234567…)"
    assert Meaning(Bag()).name("en") == "bag (01234567…)"


def test_a_chinese_view_is_never_given_to_an_embedder_that_reads_english_only() -> None:
    embedder = Bag()
    view = Book("三国", (Paragraph(1, "曹操大怒。"),), language="zh")
    assert Meaning(embedder).index(view, singles(view)) is None
    assert Meaning(embedder).name("zh") == "none (no Chinese embedder configured)"
    assert embedder.seen == []


def test_a_chinese_embedder_finds_chinese_passages() -> None:
    view = Book("三国", (Paragraph(1, "曹操大怒。"), Paragraph(2, "关公斩了颜良。")), language="zh")
    near = Meaning(Bag(languages=frozenset({"zh"}))).index(view, singles(view))
    assert near
    assert near.rank("谁斩了颜良", 1)[0][0] == 1
    assert Meaning(Bag(languages=frozenset({"zh"}))).name("en") == "none (no English embedder configured)"


def test_without_an_embedder_the_name_says_why_and_there_is_no_index() -> None:
    assert Meaning().name("en") == "none"
    assert Meaning(lack="not installed: pip …").name("en") == "none (not installed: pip …)"
    assert Meaning(lack="not installed: pip …").name("zh") == "none (no Chinese embedder configured)"
    assert Meaning().index(book(*TEXTS), singles(book(*TEXTS))) is None
