"""Chapters: which headings open one, and how far each reaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from tools.book import Chapter, Paragraph
from tools.headings import BARE, NAMED, PARTS, TITLE, heading, is_caption, is_title

_STRAYS = 20  # stray numbers that may stand between two chapters


class _Mark(NamedTuple):
    """A heading at an index of the book's paragraphs."""

    at: int
    text: str
    word: str
    number: int
    titled: bool

    @property
    def key(self) -> tuple[str, int, str]:
        return self.word, self.number, "" if self.number else self.text.casefold()


def chapters(paragraphs: Sequence[Paragraph]) -> tuple[Chapter, ...]:
    """The chapters that headings open, each reaching to the paragraph before the next heading.

    Headings that name themselves (`Chapter IV`, `XII`, `第三回`) are taken; where fewer than two
    stand in the book, short lines in title case are (a collection of stories has no numbers).
    Parts and chapters stand side by side. A table of contents has none: headings without a text.
    Without headings there are no chapters. What stands before the first heading is in none.
    """
    marks = _with_text(_marks(paragraphs), paragraphs)
    ends = [*(paragraphs[mark.at].number - 1 for mark in marks[1:]), paragraphs[-1].number if paragraphs else 0]
    found = zip(marks, ends, strict=False)
    return tuple(Chapter(_title(mark, paragraphs), paragraphs[mark.at].number, end) for mark, end in found)


def _marks(paragraphs: Sequence[Paragraph]) -> list[_Mark]:
    """The headings of the kind that this book uses, in order."""
    found = [_Mark(i, p.text, *mark) for i, p in enumerate(paragraphs) if (mark := heading(p.text))]
    words = Counter(mark.word for mark in found)
    chaptered = sum(count for word, count in words.items() if word not in (*PARTS, BARE, NAMED)) >= 2
    rising = set() if chaptered else _rising([mark for mark in found if mark.word == BARE])
    kept = [mark for mark in found if mark.word != BARE or mark.at in rising]
    if chaptered or rising:
        kept = [mark for mark in kept if mark.word not in PARTS or words[mark.word] > 1]
    if sum(1 for mark in kept if mark.word != NAMED) >= 2:
        return kept
    titles = [_Mark(i, p.text, TITLE, 0, True) for i, p in enumerate(paragraphs) if is_title(p.text)]
    return sorted([*titles, *(mark for mark in kept if mark.word == NAMED)]) if len(titles) >= 2 else kept


def _rising(marks: list[_Mark]) -> set[int]:
    """Places of bare numbers that count up, three of them or from 1 on: others are years, sums, page numbers."""
    runs: list[list[_Mark]] = []
    for mark in marks:
        recent = range(len(runs) - 1, max(-1, len(runs) - _STRAYS), -1)
        gaps = [(gap, -at) for at in recent if 0 < (gap := mark.number - runs[at][-1].number) <= 3]
        joined = -min(gaps)[1] if gaps else None
        runs.append([] if joined is None else runs.pop(joined))
        runs[-1].append(mark)
    return {mark.at for run in runs if len(run) >= (2 if run[0].number == 1 else 3) for mark in run}


def _with_text(marks: list[_Mark], paragraphs: Sequence[Paragraph]) -> list[_Mark]:
    """The headings without those of tables of contents."""
    last = {mark.key: mark.at for mark in marks}
    return [mark for group in _groups(marks, paragraphs) for mark in _of_group(group, last)]


def _groups(marks: list[_Mark], paragraphs: Sequence[Paragraph]) -> Iterator[list[_Mark]]:
    """Runs of headings between which there is no text but lines set like titles."""
    group = marks[:1]
    for before, mark in pairwise(marks):
        if all(is_caption(p.text) for p in paragraphs[before.at + 1 : mark.at]):
            group.append(mark)
        else:
            yield group
            group = [mark]
    yield group


def _of_group(group: list[_Mark], last: dict[tuple[str, int, str], int]) -> list[_Mark]:
    """The headings of one run that open a chapter.

    Part, book and chapter may follow each other. A kind that comes three times, or twice and later
    again, is a table of contents; only what follows its last line opens a chapter.
    """
    counts = Counter(mark.word for mark in group)
    again = Counter(mark.word for mark in group if last[mark.key] > group[-1].at)
    tabled = {word for word, count in counts.items() if count >= 3 or (count == 2 and again[word] == 2)}
    if not tabled:
        return group
    kept: list[_Mark] = []
    for at in range(len(group) - 1, -1, -1):
        mark, before = group[at], [mark for mark in group[:at] if mark.word == group[at].word]
        listed = not _is_anew(mark, before) if mark.word in tabled else not mark.number and last[mark.key] > mark.at
        if listed or mark.word in {other.word for other in kept}:
            break
        kept.insert(0, mark)
    return kept


def _is_anew(mark: _Mark, before: list[_Mark]) -> bool:
    """Whether a heading at the end of a table cannot be its line: numbers begin again, or it stands there already."""
    if mark.word == TITLE or not before:
        return True
    return mark.number <= before[-1].number if mark.number else mark.key in [other.key for other in before]


def _title(mark: _Mark, paragraphs: Sequence[Paragraph]) -> str:
    """The heading's text; a number alone is joined by the title that stands in the next paragraph."""
    following = paragraphs[mark.at + 1].text if mark.at + 1 < len(paragraphs) else ""
    joins = not mark.titled and is_caption(following) and heading(following) is None
    return f"{mark.text} {following}" if joins else mark.text
