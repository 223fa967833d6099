"""From text to terms: the same in the index and in a query, the same for English and Chinese, offsets true."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tools.terms import STOP_CHARACTERS, STOP_WORDS, fold, key_spans, keys, pairs, spans, words

PIECES = [
    "Poirot’s ",
    "O'Brien",
    "café",
    "ＡＢ",
    "灯灭了",
    "潇湘馆",
    " — ",
    "…",
    "‘x’s",
    "3rd",
    "_",
    "＇s",
    "\u200b",
    "𠀀",
    "ﬁ",
]
CHARACTERS = st.characters(max_codepoint=0xFFFF, exclude_categories=["Cn", "Cs"])
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(CHARACTERS, max_size=6), max_size=10).map("".join)


@pytest.mark.parametrize("mark", ["'", "’", "‘", "ʼ", "＇"])
def test_a_possessive_is_the_word_itself_whatever_its_apostrophe(mark: str) -> None:
    assert words(f"Poirot{mark}s rooms") == ["poirot", "room"]
    assert words(f"HASTINGS{mark}S") == words("Hastings")


def test_a_possessive_after_a_han_character_is_blanked_too() -> None:
    assert words("曹操's army") == ["曹", "操", "armi"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the boys' game", ["the", "boy", "game"]),  # a plural's apostrophe is no letter
        ("John'sons", ["john", "son"]),  # 's inside a word is no possessive
        ("in 1920's", ["in", "1920", "s"]),  # nor after a digit
        ("don’t", ["don", "t"]),
    ],
)
def test_only_a_possessive_is_blanked(text: str, found: list[str]) -> None:
    assert words(text) == found


@pytest.mark.parametrize("text", ["“Lamp,” ‘lamp’ «lamp» lamp—lamp", '"LAMP" (lamp) lamp; lamp/lamp'])
def test_quotation_marks_and_dashes_are_no_part_of_a_word(text: str) -> None:
    assert set(words(text)) == {"lamp"}


def test_accents_and_case_are_folded() -> None:
    assert words("Café ÉCOLE naïve Ackroyd") == words("cafe ecole naive ackroyd")
    assert words("Straße") == words("strasse")


def test_full_width_letters_and_digits_are_read_as_narrow_ones() -> None:
    assert words("Ｌａｍｐｓ　１２３") == words("lamps 123") == ["lamp", "123"]


def test_full_width_stop_words_are_stop_words() -> None:
    assert keys("ＴＨＥ Ｌａｍｐ") == keys("THE Lamp") == ["lamp"]


def test_words_are_stemmed_and_repeats_are_kept() -> None:
    assert words("Lamps burned, a lamp burning") == ["lamp", "burn", "a", "lamp", "burn"]


def test_underscores_part_words_and_digits_join_them() -> None:
    assert words("_Argo_ snake_case 3rd B2") == ["argo", "snake", "case", "3rd", "b2"]


def test_every_han_character_is_a_word() -> None:
    assert words("灯灭了，潇湘馆。") == list("灯灭了潇湘馆")
    assert words("二〇二〇年𠀀㐀") == list("二〇二〇年𠀀㐀")


def test_han_and_latin_side_by_side_are_parted() -> None:
    assert words("黛玉OK了3次") == ["黛", "玉", "ok", "了", "3", "次"]


@pytest.mark.parametrize("text", ["", " \n\u3000", "“……”——。", '!?*()[]{}~^":\\', "\u200b\ufeff", "\ud800"])
def test_text_without_letters_has_no_words(text: str) -> None:
    assert (words(text), spans(text), keys(text), pairs(text)) == ([], [], [], [])


def test_pairs_are_neighbours_within_an_unbroken_run() -> None:
    assert pairs("曹操说") == ["曹操", "操说"]
    assert pairs("曹操，说 话a好") == ["曹操"]
    assert pairs("曹") == pairs("Cao Cao") == []


def test_keys_leave_out_stop_words_and_repeats() -> None:
    assert keys("The lamp and the lamps of Anna’s room") == ["lamp", "anna", "room"]
    assert keys("他的灯灭了") == ["灯", "灭", "他的", "的灯", "灯灭", "灭了"]


def test_text_of_stop_words_alone_has_no_key() -> None:
    assert keys("it was not the") == keys("的") == keys("") == []


def test_stop_words_are_compared_by_their_surface_and_not_by_their_stem() -> None:
    assert words("does doe") == ["doe", "doe"]
    assert keys("does") == []
    assert keys("doe") == ["doe"]


def test_stop_words_are_single_words_in_lower_case() -> None:
    assert all(len(words(word)) == 1 and word == word.lower() for word in STOP_WORDS)
    assert all(words(character) == [character] for character in STOP_CHARACTERS)


def test_spans_give_the_offsets_of_the_surface() -> None:
    text = "“Poirot’s Ｌａｍｐ,” 黛玉"
    assert [(s.word, text[s.start : s.end]) for s in spans(text)] == [
        ("poirot", "Poirot"),
        ("lamp", "Ｌａｍｐ"),
        ("黛", "黛"),
        ("玉", "玉"),
    ]


def test_key_spans_mark_words_and_pairs_in_order() -> None:
    text = "黛玉说 lamps"
    marks = key_spans(text, {"黛玉", "玉", "玉说", "lamp"})
    assert [(m.word, m.start, m.end) for m in marks] == [("黛玉", 0, 2), ("玉", 1, 2), ("玉说", 1, 3), ("lamp", 4, 9)]
    assert key_spans(text, set()) == []


@given(TEXTS)
@example("")
@example("John’s’s's")
def test_folding_keeps_the_length_so_that_offsets_stay_true(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(TEXTS)
def test_words_are_the_words_of_the_spans(text: str) -> None:
    assert words(text) == [span.word for span in spans(text)]


@given(TEXTS)
def test_each_offset_holds_the_surface_of_its_word_and_no_letter_is_left_between(text: str) -> None:
    folded = fold(text)
    end = 0
    for span in spans(text):
        assert end <= span.start < span.end
        assert not any(character.isalnum() for character in folded[end : span.start])
        assert folded[span.start : span.end].isalnum()
        assert words(text[span.start : span.end]) == [span.word]
        end = span.end
    assert not any(character.isalnum() for character in folded[end:])


@given(TEXTS)
def test_every_key_can_be_marked_where_it_stands(text: str) -> None:
    wanted = set(keys(text))
    assert {mark.word for mark in key_spans(text, wanted)} == wanted


@given(TEXTS)
def test_pairs_stand_in_the_text_as_they_are(text: str) -> None:
    assert all(len(pair) == 2 and pair in text for pair in pairs(text))
