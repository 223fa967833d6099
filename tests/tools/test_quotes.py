"""A quotation is found where it stands verbatim, with letters of the same shape counting as equal."""

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tools.quotes import find_quote, quote_length

ENGLISH = "“It was—well, Anna’s lamp,” he said… “and it can’t have  burned: not \u00adat 10 o’clock.”"
CHINESE = "黛玉道：「灯灭了……你怎么——不去看？」宝玉笑道：“好妹妹，我这就去。”"
WORDS = [
    "Anna",
    "lamp’s",
    "can’t",
    "o’clock",
    "cold",
    "was",
    "a",
    "gone",
    "1,000",
    "naïve",
    "Ｌａｍｐ",
    "ﬁre",
    "灯",
    "灭了",
    "潇湘馆",
]
MARKS = [" ", "  ", ", ", "; “", ",” ", "—", " -- ", ".\n", "… ", "，", "：「", "」", "\u00a0", "\u3000"]
WORD_STARTS = st.sampled_from(WORDS)


def quoted(quote: str, text: str) -> str | None:
    found = find_quote(quote, text)
    return text[found[0] : found[1]] if found else None


@st.composite
def paragraphs_with_slices(draw: st.DrawFn) -> tuple[str, str]:
    """A paragraph in NFC of words and marks in turn, and what stands in it from one word to another."""
    parts: list[str] = []
    for word, mark in draw(st.lists(st.tuples(WORD_STARTS, st.sampled_from(MARKS)), min_size=1, max_size=12)):
        parts += [word, mark]
    first = 2 * draw(st.integers(0, len(parts) // 2 - 1))
    last = 2 * draw(st.integers(first // 2, len(parts) // 2 - 1))
    return "".join(parts), "".join(parts[first : last + 1])


@pytest.mark.parametrize(
    ("quote", "printed"),
    [
        ("Anna's lamp", "Anna’s lamp"),
        ("It was - well", None),  # a space more is not the same
        ("It was-well", "It was—well"),
        ("It was--well", "It was—well"),
        ("and it can't have burned", "and it can’t have  burned"),
        ("burned: not at 10", "burned: not \u00adat 10"),
        ('lamp," he said... "and it', "lamp,” he said… “and it"),
        ("lamp,»\u00a0he said", "lamp,” he said"),
        ("he said", "he said"),
    ],
)
def test_marks_dashes_dots_and_space_are_folded_in_english(quote: str, printed: str | None) -> None:
    assert quoted(quote, ENGLISH) == printed


@pytest.mark.parametrize(
    ("quote", "printed"),
    [
        ("黛玉道:“灯灭了", "黛玉道：「灯灭了"),
        ("灯灭了...你怎么", "灯灭了……你怎么"),
        ("灯灭了…你怎么", "灯灭了……你怎么"),
        ("...黛玉道", "黛玉道"),  # dots around a quotation need not match
        ("你怎么-不去看?", "你怎么——不去看？"),
        ("宝玉笑道：「好妹妹，我这就去。」", "宝玉笑道：“好妹妹，我这就去。”"),
        ("好妹妹，\u200b我这就去", "好妹妹，我这就去"),
        ("好妹妹,我这就去", "好妹妹，我这就去"),
        ("好妹妹我这就去", None),  # a comma less is not the same
        ("寶玉笑道", None),  # nor is another spelling
    ],
)
def test_marks_dashes_dots_and_width_are_folded_in_chinese(quote: str, printed: str | None) -> None:
    assert quoted(quote, CHINESE) == printed


def test_dots_of_omission_are_the_same_in_any_number_from_three() -> None:
    assert quoted("Well… perhaps", "Well.... perhaps") == "Well.... perhaps"
    assert quoted("Well...... perhaps", "Well… perhaps") == "Well… perhaps"
    assert find_quote("Well.. perhaps", "Well… perhaps") is None
    assert find_quote("Well. Perhaps", "Well… Perhaps") is None


def test_full_width_letters_are_folded_both_ways() -> None:
    assert quoted("Lamp 12", "the Ｌａｍｐ　１２ of") == "Ｌａｍｐ　１２"
    assert quoted("Ｌａｍｐ　１２", "the Lamp 12 of") == "Lamp 12"


def test_composed_and_decomposed_accents_are_the_same() -> None:
    assert quoted(unicodedata.normalize("NFD", "the naïve café"), "In the naïve café.") == "the naïve café"


def test_marks_around_the_quotation_need_not_match() -> None:
    assert quoted("“...the lamp was cold.”", "They say the lamp was cold, and so") == "the lamp was cold"
    assert quoted("  the lamp \n", "They say the lamp") == "the lamp"


def test_marks_that_do_match_are_part_of_the_slice() -> None:
    assert quoted("“the lamp.”", "He said: “the lamp.” Then") == "“the lamp.”"


@pytest.mark.parametrize("quote", ["anna’s lamp", "IT WAS", "Lamp"])
def test_case_is_not_folded(quote: str) -> None:
    assert find_quote(quote, ENGLISH) is None


@pytest.mark.parametrize("quote", ["", "  ", "…", "“”", "'...'", "\u200b"])
def test_a_quotation_without_words_of_its_own_is_not_found(quote: str) -> None:
    assert find_quote(quote, "He said nothing") is None
    assert find_quote(quote, "") is None


@pytest.mark.parametrize("quote", ["amp was", "the lam", "he lamp", "amp", "col"])
def test_a_quotation_does_not_begin_or_end_inside_a_word(quote: str) -> None:
    assert find_quote(quote, "the lamp was cold") is None


@pytest.mark.parametrize("quote", ["He can", "t be", "He can’", "’t be guilty", "it was Anna", "s hat"])
def test_a_quotation_does_not_begin_or_end_at_the_apostrophe_inside_a_word(quote: str) -> None:
    assert find_quote(quote, "He can’t be guilty; it was Anna’s hat") is None


def test_an_apostrophe_that_closes_a_quotation_is_not_inside_a_word() -> None:
    assert quoted("the boys", "‘the boys’ and the girls") == "the boys"
    assert quoted("Run", "He cried, 'Run' and ran") == "Run"


def test_a_later_whole_word_is_found_after_an_earlier_part_of_one() -> None:
    assert find_quote("art", "The cart, the art") == (14, 17)


def test_a_quotation_may_begin_between_any_two_han_characters() -> None:
    assert find_quote("湘馆的", "在潇湘馆的门口") == (2, 5)
    assert find_quote("OK", "他说OK了") == (2, 4)


def test_the_first_place_is_told_when_there_are_two() -> None:
    assert find_quote("the lamp", "the lamp and the lamp") == (0, 8)


@pytest.mark.parametrize(
    ("quote", "latin", "han"),
    [
        ("the lamp was cold", 4, 0),
        ("Anna’s lamp", 2, 0),
        ("灯灭了", 0, 3),
        ("黛玉说 OK，灯灭了。", 1, 6),
        ("……", 0, 0),
    ],
)
def test_length_is_counted_in_latin_words_and_han_characters(quote: str, latin: int, han: int) -> None:
    assert quote_length(quote) == (latin, han)


@given(paragraphs_with_slices())
def test_any_slice_of_whole_words_is_found_and_given_back_verbatim(both: tuple[str, str]) -> None:
    text, part = both
    found = quoted(part, text)
    assert found is not None
    assert " ".join(found.split()) == " ".join(part.split())


@given(paragraphs_with_slices())
def test_a_slice_typed_plainly_is_still_found(both: tuple[str, str]) -> None:
    text, part = both
    plain = unicodedata.normalize("NFKC", part).translate(str.maketrans("‘’“”「」", '\'\'""""'))
    printed = quoted(plain.replace("--", "-"), text)
    assert printed is not None
    assert printed in text


@given(paragraphs_with_slices(), st.data())
def test_a_quotation_with_one_changed_letter_is_not_found(both: tuple[str, str], data: st.DataObject) -> None:
    text, part = both
    letters = [i for i, character in enumerate(part) if character.isalpha()]
    assume(letters)
    at = data.draw(st.sampled_from(letters))
    assert find_quote(part[:at] + data.draw(st.sampled_from("QZж龘")) + part[at + 1 :], text) is None


@given(st.text(max_size=12), st.text(max_size=40))
def test_no_text_whatever_raises_and_what_is_found_lies_inside(quote: str, text: str) -> None:
    found = find_quote(quote, text)
    assert found is None or 0 <= found[0] < found[1] <= len(text)
