"""Paragraphs of plain text: one a line, or wrapped lines joined where a paragraph runs on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

from tools.terms import HAN

_BLANK = re.compile(r"\n[^\S\n]*(?=\n)")
_BREAK = re.compile("\r\n|[\r\v\f\x85\u2028]")
_STOP = re.compile(r"[.!?…。！？][\"'”’」』）)\]_*]*$|[\"”」』）)\]]$")
_LETTER = re.compile(r"[^\W\d_]")
_CHINESE = f"{HAN}，。！？；：、」』）》】「『（《【"
_CHINESE_END = re.compile(f"[{_CHINESE}][“”‘’…—]*$")
_CHINESE_START = re.compile(f"^[“”‘’…—]*[{_CHINESE}]")
_JOINT = re.compile(r"(?:[^\W_]-|\S--|\S—)$")  # what follows on the next line stands close to it
_WIDEST = 160  # characters a wrapped line may have
_TALL = 40  # lines without a blank line or an indentation, in which paragraphs must be told by their last lines


def plain_paragraphs(text: str) -> list[str]:
    """The paragraphs of `text`, each one line, in order. No letter is lost.

    Blank lines divide paragraphs. Where lines are wrapped (they mostly end in the middle of a sentence),
    the lines between are joined, and an indentation opens a paragraph; else each line is a paragraph.
    """
    text = _BLANK.sub("\n", _BREAK.sub("\n", text).replace("\u2029", "\n\n"))
    blocks = [kept for block in text.split("\n\n") if (kept := [line for line in block.split("\n") if line.strip()])]
    runs: Iterable[Sequence[str]] = ([line] for block in blocks for line in block)
    if _is_wrapped(blocks):
        indented = _is_indented(blocks)
        runs = chain.from_iterable(_runs(block, indented) for block in blocks)
    return [whole for run in runs if (whole := joined(run))]


def joined(lines: Sequence[str]) -> str:
    """Lines of one paragraph as one line, white space folded.

    A space joins them; nothing between Chinese characters, and after a hyphen or a dash, which stays.
    """
    parts = [part for line in lines if (part := " ".join(line.split()))]
    whole = parts[:1]
    for before, after in pairwise(parts):
        tight = (_CHINESE_END.search(before) and _CHINESE_START.match(after)) or _JOINT.search(before)
        whole.append(after if tight else f" {after}")
    return "".join(whole)


def _is_wrapped(blocks: list[list[str]]) -> bool:
    """Whether lines break in the middle of sentences: of those that follow another, one in four begins with
    a small letter; in a script without, most of those that another follows end without a stop."""
    pairs = [pair for block in blocks for pair in pairwise(block)]
    widths = sorted(len(line.rstrip()) for block in blocks for line in block)
    if not pairs or widths[len(widths) * 95 // 100] > _WIDEST:
        return False
    letters = [letter.group() for _, line in pairs if (letter := _LETTER.search(line))]
    cased = [letter for letter in letters if letter.islower() or letter.isupper()]
    if len(cased) * 2 >= len(letters):
        return sum(1 for letter in cased if letter.islower()) * 4 >= max(1, len(cased))
    return sum(1 for line, _ in pairs if _STOP.search(line.rstrip())) * 2 < len(pairs)


def _is_indented(blocks: list[list[str]]) -> bool:
    """Whether paragraphs are told by indentation alone: it opens more of them than blank lines do."""
    return sum(1 for block in blocks for line in block[1:] if _indentation(line) > _margin(block)) > len(blocks)


def _runs(block: list[str], indented: bool) -> list[list[str]]:
    """A block of wrapped lines, split where a paragraph begins."""
    margin = _margin(block) if indented else 0
    starts = [
        i for i, line in enumerate(block) if line.startswith("\u3000") or (indented and _indentation(line) > margin)
    ]
    if len(block) > _TALL and not starts:
        width = max(len(line.rstrip()) for line in block)
        starts = [i for i, (line, after) in enumerate(pairwise(block), 1) if _ends_early(line, after, width)]
    bounds = [0, *(i for i in starts if i), len(block)]
    return [block[a:b] for a, b in pairwise(bounds)]


def _ends_early(line: str, after: str, width: int) -> bool:
    """Whether a line ends a sentence although the next line's first word would have fitted on it."""
    line = line.rstrip()
    room = 1 if _CHINESE_START.match(after.strip()) else len(after.split()[0])
    return bool(_STOP.search(line)) and len(line) + 1 + room < width - 1


def _indentation(line: str) -> int:
    """Columns of white space before a line; one stray space is none."""
    columns = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
    return 0 if columns == 1 else columns


def _margin(block: list[str]) -> int:
    return min(_indentation(line) for line in block)
