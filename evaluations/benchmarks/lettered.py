"""Lettered lists: the options that stand in the text of a question, in the shapes such lists have."""

from __future__ import annotations

import re
from collections.abc import Iterator

LETTERS = "ABCDEFGHIJ"
_L = f"([{LETTERS}{LETTERS.lower()}])"
_SHAPES = tuple(
    re.compile(shape, re.MULTILINE)
    for shape in (
        rf"^[ \t>*_\-•]*[(（\[【]?[ \t]*{_L}[ \t]*[)）\]】][ \t]*[.:：、]?[*_]*",  # lines: (A) text, [A] text, A) text
        rf"^[ \t>*_\-•]*{_L}[ \t]*[*_]*[.:：、．][*_]*",  # lines: A. text, **A**: text, A、text
        rf"(?<![^\W_])[(（]{_L}[)）][.:：]?",  # within a line: (A) text
        rf"(?<![^\W_(（]){_L}[)）]",  # A) text, also with a comma and no space before it
        rf"(?:(?<=[\s,;:?!'\"(\[，；。：？！])|^){_L}(?:[.:：](?=\s|[^\x00-\x7f]|\d)|[、．])",  # A. text, A、文
    )
)
"""How a letter may be marked; the first shape that makes a list is the text's."""


def options_in(text: str) -> dict[str, str]:
    """Letter to text of the longest lettered list in `text` (the last of equal ones); empty when there is none.

    A list begins with A, goes on without a gap, has at least two letters, and each has a text.
    """
    narrow = "".join(chr(ord(c) - 0xFEE0) if "Ａ" <= c <= "ｚ" else c for c in text)
    for shape in _SHAPES:
        lists = [found for found in _lists(shape, narrow, text) if len(found) >= 2 and all(found.values())]
        if lists:
            return max(reversed(lists), key=len)
    return {}


def _lists(shape: re.Pattern[str], narrow: str, text: str) -> Iterator[dict[str, str]]:
    """Every run of marks A, B, C … of one shape and one case, with what stands between them."""
    marks = list(shape.finditer(narrow))
    for start, first in enumerate(marks):
        if first.group(1) not in "Aa":
            continue
        letters = LETTERS if first.group(1) == "A" else LETTERS.lower()
        run = [first]
        for mark in marks[start + 1 :]:
            if len(run) < len(letters) and mark.group(1) == letters[len(run)]:
                run.append(mark)
            elif mark.group(1) == letters[0]:
                break
        ends = [mark.start() for mark in run[1:]] + [_end(text, run[-1].end())]
        yield {m.group(1).upper(): _cleaned(text[m.end() : end]) for m, end in zip(run, ends, strict=True)}


def _end(text: str, start: int) -> int:
    """Where the last option ends: at a blank line, or at the end of its line when it has words on it."""
    blank = re.compile(r"\S[^\n]*(\n|$)").search(text, start)
    return blank.end() if blank else len(text)


def _cleaned(text: str) -> str:
    listed = re.sub(r"['\"]\s*\]\s*$", "", text)  # what a list in Python's notation ends with
    return " ".join(listed.split()).strip(" ,;，；'\"*_").strip()
