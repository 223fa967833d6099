"""Encodings: what is recognised, what overrules it, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.encoding import decoded
from tools.mistake import Mistake

SIMPLIFIED = "沈掌柜把账本锁进铁匣，钥匙挂在脖子上。那天夜里下着大雨，谁也没有听见马车的声音。"
TRADITIONAL = "沈掌櫃把帳本鎖進鐵匣，鑰匙掛在脖子上。那天夜裡下著大雨，誰也沒有聽見馬車的聲音。"
TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1)
ENGLISH = "“I don’t know,” said Aimée—the café’s owner—“whether he’ll come…”\n"


@pytest.mark.parametrize(
    ("text", "codec", "told"),
    [
        (SIMPLIFIED, "utf-8", "utf-8"),
        (SIMPLIFIED, "utf-8-sig", "utf-8-sig"),
        (SIMPLIFIED, "gb18030", "gb18030"),
        (SIMPLIFIED, "gbk", "gb18030"),
        (SIMPLIFIED, "utf-16", "utf-16"),
        (SIMPLIFIED, "utf-32", "utf-32"),
        (TRADITIONAL, "big5", "big5"),
        (TRADITIONAL, "cp950", "big5"),
        (ENGLISH, "cp1252", "cp1252"),
        ("Der Hund läuft über die Straße.", "latin-1", "cp1252"),
        ("Plain words.", "ascii", "utf-8"),
    ],
)
def test_an_encoding_is_recognised_and_said(text: str, codec: str, told: str) -> None:
    assert decoded(text.encode(codec)) == (text, told, ())


@given(st.integers(0, len(SIMPLIFIED) - 15), st.integers(0, len(TRADITIONAL) - 15))
def test_fifteen_chinese_characters_are_enough(simplified: int, traditional: int) -> None:
    assert decoded(SIMPLIFIED[simplified : simplified + 15].encode("gb18030")).encoding == "gb18030"
    assert decoded(TRADITIONAL[traditional : traditional + 15].encode("big5")).encoding == "big5"


@pytest.mark.parametrize("text", ["café", "naïve", "He said: “Go!”", "“‘Yes!’”", "Señor Núñez", "I won’t", "déjà vu"])
def test_a_few_accents_and_quotation_marks_are_not_chinese(text: str) -> None:
    assert decoded(text.encode("cp1252")).text == text


def test_bytes_that_cp1252_does_not_have_are_latin_1() -> None:
    assert decoded(b"caf\xe9 au lait \x81 " * 9 + b"and a long story " * 99).encoding == "latin-1"


@pytest.mark.parametrize(
    ("text", "codec"), [(SIMPLIFIED * 9, "utf-8"), (SIMPLIFIED * 9, "gb18030"), (ENGLISH * 60, "utf-8")]
)
def test_a_broken_byte_in_a_sound_file_is_noted_and_costs_one_character(text: str, codec: str) -> None:
    raw = text.encode(codec)
    found = decoded(raw[:100] + b"\xff" + raw[100:])
    assert found.encoding == codec
    assert found.text.replace("\ufffd", "")[:20] == text[:20]
    assert "could not be read" in found.notes[0]
    assert len(found.text) >= len(text) - 2


def test_a_named_encoding_overrules_what_would_be_recognised() -> None:
    russian = "Все счастливые семьи похожи друг на друга."
    assert decoded(russian.encode("koi8-r"), "koi8-r") == (russian, "koi8-r", ())
    assert decoded("café".encode("cp1252"), "latin-1").encoding == "iso8859-1"


def test_a_named_utf_16_needs_no_mark() -> None:
    assert decoded(SIMPLIFIED.encode("utf-16-le"), "utf-16-le").text == SIMPLIFIED


@pytest.mark.parametrize("name", ["klingon", "", "utf\x008", "шифр", "rot13", "hex", "undefined"])
def test_an_unknown_encoding_is_a_mistake_that_lists_those_there_are(name: str) -> None:
    with pytest.raises(Mistake, match="utf-8, utf-16, gb18030, big5, cp1252"):
        decoded(b"words", name)


@pytest.mark.parametrize(("text", "name"), [(SIMPLIFIED, "utf-8"), (SIMPLIFIED, "ascii"), ("+2AA-", "utf-7")])
def test_an_encoding_that_does_not_fit_is_a_mistake_with_the_cure(text: str, name: str) -> None:
    with pytest.raises(Mistake, match=r"not in .*--encoding NAME"):
        decoded(text.encode("gb18030"), name)


@pytest.mark.parametrize(
    "raw", [b"\x7fELF\x02\x01\x01\0\0\0", b"words\0words", bytes(range(1, 32)) * 9, b"\xff\xfea\xd8b"]
)
def test_bytes_that_are_no_text_are_a_mistake(raw: bytes) -> None:
    with pytest.raises(Mistake, match="--encoding NAME"):
        decoded(raw)


@given(TEXTS)
def test_text_in_utf_8_and_in_marked_utf_16_comes_back(text: str) -> None:
    assert decoded(text.encode("utf-8")).text == text
    assert decoded(text.encode("utf-8-sig")).text == text
    assert decoded(text.encode("utf-16")).text == text


@given(st.sampled_from(["gb18030", "big5", "cp1252", "utf-8", "utf-16", "koi8-r", "shift_jis"]), TEXTS)
def test_text_comes_back_from_the_encoding_that_is_named(codec: str, text: str) -> None:
    raw = text.encode(codec, "ignore")
    assert decoded(raw, codec).text == raw.decode(codec).removeprefix("\ufeff")


@given(st.binary(max_size=400), st.none() | st.sampled_from(["utf-8", "gb18030", "big5", "cp1252", "utf-7", "utf-16"]))
def test_any_bytes_are_text_or_a_mistake(raw: bytes, name: str | None) -> None:
    try:
        found = decoded(raw, name)
    except Mistake:
        return
    found.text.encode("utf-8")
