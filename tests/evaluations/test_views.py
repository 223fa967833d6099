"""What a control is given of a case's view."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.views import TAIL_CHARACTERS, Views, gold_evidence, nothing, only, tail, whole
from tests.evaluations.traces import a_case
from tools.book import Book, book_of


def numbers(book: Book) -> list[int]:
    return [paragraph.number for paragraph in book.paragraphs]


def of(*lengths: int) -> Book:
    """A book whose paragraphs have these many characters."""
    return book_of(["x" * length for length in lengths], "The Ferry Inn")


@pytest.mark.parametrize(
    ("lengths", "kept"),
    [
        ((10,) * 10, [9, 10]),  # a fifth of 100 characters
        ((10,) * 9 + (11,), [10]),  # 11 + 10 would be more than a fifth of 101
        ((10,) * 4 + (60,), []),  # the last paragraph alone is more than a fifth
        ((6000,) * 100, [97, 98, 99, 100]),  # 24,000 characters come before a fifth of 600,000
        ((8001,) * 100, [99, 100]),
        ((), []),
    ],
)
def test_the_tail_is_whole_paragraphs_within_a_fifth_and_24_000_characters(
    lengths: tuple[int, ...], kept: list[int]
) -> None:
    assert numbers(tail(a_case(), of(*lengths))) == kept


@given(st.lists(st.integers(0, 9000), max_size=30), st.integers(1, 40))
def test_the_tail_never_sees_more_than_it_may_nor_behind_the_cut(lengths: list[int], cut: int) -> None:
    view = of(*lengths).before(cut)
    seen = tail(a_case(cut=cut), view)
    assert seen.characters <= min(TAIL_CHARACTERS, 0.2 * view.characters)
    assert numbers(seen) == numbers(view)[len(view) - len(seen) :]
    assert all(number < cut for number in numbers(seen))


@pytest.mark.parametrize(("cut", "kept"), [(21, [3, 9, 20]), (20, [3, 9]), (3, [])])
def test_gold_evidence_is_the_gold_paragraphs_strictly_before_the_cut(cut: int, kept: list[int]) -> None:
    case = a_case(("c", 20), ("b", 9), ("a", 3), ("so", -1), ("?", None), cut=cut)
    assert numbers(gold_evidence(case, of(*[1] * 30).before(cut))) == kept


def test_gold_evidence_that_the_book_does_not_have_is_not_made_up() -> None:
    assert numbers(gold_evidence(a_case(("a", 3), ("b", 99), cut=None), of(1, 1, 1, 1))) == [3]


def test_a_narrowed_view_is_of_the_same_book_and_keeps_its_numbers() -> None:
    view = of(5, 5, 5, 5).before(4)
    for narrowed in (nothing(a_case(), view), only(view, [2]), whole(a_case(), view)):
        assert (narrowed.digest, narrowed.cut, narrowed.title) == (view.digest, view.cut, view.title)
    assert only(view, [2])[2] == view[2]
    assert len(nothing(a_case(), view)) == 0
    assert whole(a_case(), view) is view


def test_a_case_with_text_of_its_own_has_its_paragraphs_for_a_view_and_one_without_has_none() -> None:
    case = a_case(cut=None).model_copy(update={"context": ("first", "second")})
    assert numbers(Views().view(case)) == [1, 2]
    assert numbers(Views().view(a_case(cut=None))) == []
