"""Verbatim quotes: where a quotation stands in a paragraph, letters of the same shape counting as equal.

Folded before comparing: Unicode compatibility forms, quotation marks, dashes, dots of omission and white space.
Not folded: case, spelling, punctuation and the order of words.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from tools.terms import HAN, spans

_HAN = re.compile(f"[{HAN}]")

_QUOTES = dict.fromkeys(map(ord, "“”„‟«»〝〞＂「」『』"), '"') | dict.fromkeys(map(ord, "‘’‚‛ʼ′＇`´"), "'")
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−－﹘﹣─"), "-")
_INVISIBLE = dict.fromkeys([0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF], "")
_TABLE = _QUOTES | _DASHES | _INVISIBLE


def find_quote(quote: str, text: str) -> tuple[int, int] | None:
    """(start, end) of `quote` in `text`, so that text[start:end] is the quotation as printed; or None.

    Quotation marks and dots of omission around the quotation need not match. A quotation may not
    begin or end inside a Latin word. `text` is expected in Unicode form NFC, as books are read.
    """
    folded, origin = _folded(text)
    plain = _folded(unicodedata.normalize("NFC", quote))[0].strip()
    for wanted in dict.fromkeys([plain, plain.strip(" \"'.")]):
        at = folded.find(wanted) if wanted else -1
        while at >= 0:
            end = at + len(wanted)
            if not (_inside_word(folded, at) or _inside_word(folded, end)):
                return origin[at], origin[end - 1] + 1
            at = folded.find(wanted, at + 1)
    return None


def quote_length(quote: str) -> tuple[int, int]:
    """(Latin words, Han characters) of a quotation."""
    han = len(_HAN.findall(quote))
    return len(spans(quote)) - han, han


@lru_cache(maxsize=4096)
def _folded(text: str) -> tuple[str, tuple[int, ...]]:
    """`text` folded, and for each character of it the offset it came from."""
    out: list[str] = []
    origin: list[int] = []
    for offset, character in enumerate(text):
        for part in _shape(character):
            if part.isspace():
                if not out or out[-1] == " ":
                    continue
                part = " "
            elif (part == "-" and out[-1:] == ["-"]) or (part == "." and out[-3:] == [".", ".", "."]):
                continue
            out.append(part)
            origin.append(offset)
    return "".join(out), tuple(origin)


@lru_cache(maxsize=10_000)
def _shape(character: str) -> str:
    """What a character is folded to: none, one or several."""
    shape = _TABLE.get(ord(character))
    return unicodedata.normalize("NFKC", character).translate(_TABLE) if shape is None else shape


def _inside_word(text: str, at: int) -> bool:
    before, after = text[max(0, at - 2) : at], text[at : at + 2]
    if after.startswith("'"):  # an apostrophe between letters: "can" is not a quotation of "can't"
        after = after[1:]
    elif before.endswith("'"):
        before = before[:-1]
    return bool(before and after) and _latin(before[-1]) and _latin(after[0])


def _latin(character: str) -> bool:
    return character.isalnum() and unicodedata.east_asian_width(character) not in "WF"
