"""Numbers as headings write them: digits, Roman, English words, Chinese characters."""

from __future__ import annotations

import re

ROMAN = r"(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})"
"""A Roman number as a regular expression; `XIIII` is one too, as old printers set it."""

_UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
_UNITS += "seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth".split()
_ORDINALS += "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split()
_WORDS = (
    {word: value for value, word in enumerate(_UNITS) if value}
    | {word: value for value, word in enumerate(_ORDINALS, 1)}
    | {word: value * 10 for value, word in enumerate(_TENS, 2)}
    | {"hundred": 100}
)
_WORD = "|".join(sorted(_WORDS, key=len, reverse=True))
ENGLISH = rf"(?:the[- ])?(?:{_WORD})(?:(?:[- ]|[- ]and[- ])(?:{_WORD})){{0,3}}(?![A-Za-z])"
"""A number in English words, cardinal or ordinal, as a regular expression."""

_DIGITS = {character: value for value, character in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "○": 0,
    "两": 2,
    "兩": 2,
}
_DIGITS |= dict(zip("壹贰叁肆伍陆柒捌玖", range(1, 10), strict=True)) | {"貳": 2, "參": 3, "陸": 6, "初": 1}
_SCALES = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000, "廿": 20, "卅": 30}
CHINESE = f"[{''.join([*_DIGITS, *_SCALES])}0-9０-９]{{1,9}}"
"""A Chinese number, or digits, as a regular expression."""

_VALUES = dict(zip("IVXLCDM", (1, 5, 10, 50, 100, 500, 1000), strict=True))


def value(text: str) -> int:
    """The number that `text`, in any of the four ways, stands for."""
    text = text.strip()
    if text.isdecimal():
        return int(text)
    if re.fullmatch(ROMAN, text, re.IGNORECASE | re.ASCII):
        return _roman(text.upper())
    return _english(text.lower()) if text.isascii() else _chinese(text)


def _roman(text: str) -> int:
    values = [_VALUES[letter] for letter in text]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))


def _english(text: str) -> int:
    total = 0
    for word in re.findall("[a-z]+", text):
        total = max(total, 1) * 100 if word == "hundred" else total + _WORDS.get(word, 0)
    return total


def _chinese(text: str) -> int:
    """`一百二十` by its scales; without a scale its digits side by side, `一二〇`."""
    if not any(character in _SCALES for character in text):
        return int("".join(str(_DIGITS.get(character, character)) for character in text))
    total = digit = 0
    for character in text:
        if (scale := _SCALES.get(character)) is None:
            digit = digit * 10 + int(_DIGITS.get(character, character))
        elif scale in (20, 30):
            total += scale
        else:
            total, digit = total + max(digit, 1) * scale, 0
    return total + digit
