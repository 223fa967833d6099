"""Chapters: which paragraphs are headings, in English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tools.book import Chapter, Paragraph

_ROMAN = r"(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_WORD = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    "|eighteen|nineteen|twenty|thirty|forty|fifty"
    "|the first|the second|the third|the fourth|the fifth|the last|first|last"
)
_ENGLISH = re.compile(
    rf"(?:chapter|book|part|volume|letter|act|canto|stave)\s+(?:{_ROMAN}|\d+|(?:{_WORD})(?:[- ](?:{_WORD}))?)"
    r"(?:\s*[.:—–-]\s*.{0,80}|\s+(?-i:[A-Z][A-Z’', -]{2,80})|\s*)"
    rf"|{_ROMAN}\.?|\d{{1,3}}\.?|prologue|epilogue|introduction|preface|foreword|afterword|postscript",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"第\s*[〇零○一二三四五六七八九十百千两\d]+\s*[回章节卷部集篇幕折](?:[\s:：、.]\s*\S.{0,40})?"
    r"|(?:楔子|序章|序言|引子|尾声|后记|番外)(?:[\s:：]\s*\S.{0,40})?"
)
_BARE = re.compile(rf"(?:{_ROMAN}|\d{{1,3}})\.?", re.IGNORECASE)
_SMALL_WORDS = frozenset("a an and at by for from in of on or the to upon with de la le du des von".split())


def chapters(paragraphs: Sequence[Paragraph]) -> tuple[Chapter, ...]:
    """The chapters that headings open, each reaching to the paragraph before the next heading.

    Headings that name themselves (`Chapter IV`, `XII`, `第三回`) are taken; where fewer than two
    stand in the book, short lines in title case are (a collection of stories has no numbers).
    Without headings there are no chapters. What stands before the first heading is in none.
    """
    named = [i for i, p in enumerate(paragraphs) if _is_named(p.text)]
    titled = [i for i, p in enumerate(paragraphs) if is_title(p.text)]
    starts = named if len(named) >= 2 else titled if len(titled) >= 2 else named
    ends = [*(paragraphs[i].number - 1 for i in starts[1:]), paragraphs[-1].number if paragraphs else 0]
    found = zip(starts, ends, strict=True) if starts else ()
    return tuple(Chapter(_heading(paragraphs, i), paragraphs[i].number, end) for i, end in found)


def is_title(text: str) -> bool:
    """A line set like an English title: two to ten words, all capitalised but the small ones, no stop."""
    parts = text.split()
    if not 2 <= len(parts) <= 10 or text[-1] in '.,;:?!”"…—)' or text[0] in '“"‘(':
        return False
    return all(part.lower() in _SMALL_WORDS or part.lstrip("‘“(")[:1].isupper() for part in parts)


def _is_named(text: str) -> bool:
    return len(text) <= 100 and bool(_ENGLISH.fullmatch(text) or _CHINESE.fullmatch(text))


def _heading(paragraphs: Sequence[Paragraph], at: int) -> str:
    """The heading's text; a bare number is joined by the title that stands in the next paragraph."""
    line = paragraphs[at].text
    following = paragraphs[at + 1].text if at + 1 < len(paragraphs) else ""
    return f"{line} {following}" if _BARE.fullmatch(line) and is_title(following) else line
