"""Sentences are found in English and Chinese, and their offsets cover the text."""

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.sentences import sentences


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("He ran. She stayed.", ["He ran.", "She stayed."]),
        ("Did he run? No! She stayed", ["Did he run?", "No!", "She stayed"]),
        ("“Run!” He ran.", ["“Run!”", "He ran."]),
        ("He said. “Run.”", ["He said.", "“Run.”"]),
        ("Well... Perhaps. Well… perhaps", ["Well...", "Perhaps.", "Well… perhaps"]),
        ("In 1920. 300 men came.", ["In 1920.", "300 men came."]),
        ("One sentence only", ["One sentence only"]),
    ],
)
def test_english_sentences_end_at_stops_before_a_capital(text: str, parts: list[str]) -> None:
    assert split(text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("灯灭了。黛玉走了。", ["灯灭了。", "黛玉走了。"]),
        ("黛玉道：“灯灭了！”宝玉不语。", ["黛玉道：“灯灭了！”", "宝玉不语。"]),
        ("是你？！不是。", ["是你？！", "不是。"]),
        ("「走吧。」他说。", ["「走吧。」", "他说。"]),
        ("灯灭了", ["灯灭了"]),
    ],
)
def test_chinese_sentences_need_no_space_after_their_stops(text: str, parts: list[str]) -> None:
    assert split(text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("谁来了?黛玉来了!众人大喜。", ["谁来了?", "黛玉来了!", "众人大喜。"]),
        ('玄德曰:"何故?"关公不答。', ['玄德曰:"何故?"', "关公不答。"]),
    ],
)
def test_chinese_typed_with_ascii_marks_is_split_too(text: str, parts: list[str]) -> None:
    assert split(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "Mr. Holmes met Dr. Watson at St. Mary’s.",
        "“Mrs. Hudson,” said J. H. Watson.",
        "M. Poirot and Mme. Renauld spoke.",
        "It weighed 3.5 pounds.",
        "“Stop!” he cried.",
    ],
)
def test_titles_initials_decimals_and_a_speech_tag_end_no_sentence(text: str) -> None:
    assert split(text) == [text]


def test_space_around_a_sentence_is_left_out() -> None:
    text = "\u3000\u3000灯灭了。\n  He ran.  She stayed. "
    assert split(text) == ["灯灭了。", "He ran.", "She stayed."]


@pytest.mark.parametrize("text", ["", "   ", "\u3000\n"])
def test_white_space_has_no_sentence(text: str) -> None:
    assert sentences(text) == []


@given(st.text(st.sampled_from("aB.!?…。！？”“\"') \n灯Mr3"), max_size=40))
def test_sentences_are_in_order_and_leave_out_only_space(text: str) -> None:
    bounds = sentences(text)
    flat = [0, *(offset for bound in bounds for offset in bound), len(text)]
    assert flat == sorted(flat)
    between = (text[flat[i] : flat[i + 1]] for i in range(0, len(flat), 2))
    assert not "".join(between).strip()
    assert all(text[s:e] == text[s:e].strip() != "" for s, e in bounds)


def test_a_book_in_one_paragraph_is_split_in_time_that_grows_with_its_length() -> None:
    began = perf_counter()
    assert len(sentences("He ran. 灯灭了。" * 10_000)) == 20_000
    assert perf_counter() - began < 3
