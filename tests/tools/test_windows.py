"""Windows hold all of a text, fit their limit, and end where sentences end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tools.windows import RULE, windows

LETTER = "The clerk read the letter. Nobody spoke. The widow asked for the second page; it was missing."


def words(texts: list[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def one(text: str, limit: int) -> list[str]:
    return windows([text], [limit], lambda texts: words(list(texts)))[0]


def test_a_text_that_fits_is_its_own_only_window() -> None:
    assert one(LETTER, 17) == [LETTER]


def test_a_longer_text_is_cut_at_sentence_ends_into_about_equal_parts() -> None:
    # 5 + 2 + 10 words: two windows of at most 10, the short sentence goes with the other short one
    assert one(LETTER, 10) == [
        "The clerk read the letter. Nobody spoke.",
        "The widow asked for the second page; it was missing.",
    ]


def test_a_sentence_too_long_for_a_window_is_cut_at_a_comma_near_its_middle() -> None:
    assert one("one two three four, five six seven eight", 5) == ["one two three four,", "five six seven eight"]


def test_a_word_too_long_for_a_window_is_cut_between_characters() -> None:
    [parts] = windows(["abcdefgh"], [3], lambda texts: [len(text) for text in texts])
    assert parts == ["ab", "cd", "ef", "gh"]


def test_chinese_is_cut_at_its_own_full_stops() -> None:
    text = "曹操大怒。关公出马，斩了颜良。众将皆惊。"
    [parts] = windows([text], [9], lambda texts: [len(text) for text in texts])
    assert parts == ["曹操大怒。", "关公出马，", "斩了颜良。", "众将皆惊。"]


def test_each_text_has_its_own_limit() -> None:
    cut = windows(["a b c d.", "a b c d."], [4, 2], lambda texts: words(list(texts)))
    assert cut == [["a b c d."], ["a b", "c d."]]


def test_the_rule_that_kept_vectors_rely_on_is_the_first() -> None:
    """When another assertion of this file has to change, vectors kept under the old cuts are stale: raise RULE."""
    assert RULE == 1


PROSE = st.lists(
    st.sampled_from("He left. went Mr. so, 曹操 说：“走！” 。 … ? a-b “Yes,” \n x".split(" ")), max_size=60
).map(" ".join)


@given(st.lists(PROSE | st.text(max_size=80), max_size=4), st.integers(1, 20))
def test_windows_hold_every_character_but_spaces_and_each_fits(texts: list[str], limit: int) -> None:
    cut = windows(texts, [limit] * len(texts), lambda some: [len("".join(text.split())) for text in some])
    for text, parts in zip(texts, cut, strict=True):
        assert "".join("".join(parts).split()) == "".join(text.split())
        assert parts
        assert all(len("".join(part.split())) <= limit for part in parts)


@given(PROSE, st.integers(1, 12))
def test_windows_counted_in_words_fit_too(text: str, limit: int) -> None:
    assert all(len(part.split()) <= limit for part in one(text, limit))
