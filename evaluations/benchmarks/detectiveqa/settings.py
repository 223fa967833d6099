"""DetectiveQA's settings: how much of the novel is given with a question, and where the novel is cut."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluations.benchmarks.benchmark import Setting
from evaluations.benchmarks.detectiveqa.rows import Row, stated_position
from evaluations.case import Case
from tools.book import Book

_MINUS = re.compile(r"minus-([1-9]\d{0,4})")
_CUTS = ("official", "chapter-first")

SETTINGS = (
    Setting.one_of("setting", "what is given: the text, title and author only, or the gold paragraphs only",
                   "context", "question", "evidence"),
    Setting("cut", "the first paragraph that is hidden (the official cut leaks: confessions begin before it)",
            _CUTS[0], "official, chapter-first, minus-K such as minus-10",
            lambda value: value in _CUTS or bool(_MINUS.fullmatch(value))),
)  # fmt: skip


@dataclass(frozen=True)
class Sight:
    """What questions on one novel let be seen.

    official: before the answer's paragraph. chapter-first: before the first answer among the questions of its
    file whose answers lie in the same chapter (an answer in no chapter stands alone). minus-K: K paragraphs
    before the official cut.
    """

    setting: str
    cut: str
    book: Book
    positions: tuple[int, ...]
    """The usable answer positions of all questions in the file."""

    @classmethod
    def chosen(cls, settings: Mapping[str, str], book: Book, questions: Sequence[Any]) -> Sight:
        stated = (stated_position(raw) for raw in questions)
        usable = tuple(p for p in stated if p is not None and book.first < p <= book.last)
        return cls(settings.get("setting", "context"), settings.get("cut", "official"), book, usable)

    def limited(self, case: Case, row: Row) -> Case | None:
        """The case with its cut, what it shows, and tags that tell both; None, and said, when nothing is left."""
        position = case.gold.answer_position
        if position is None:
            return None
        cut, told = self._cut(position)
        if not row.allowed(self.book, cut, position):
            return None
        limits: dict[str, Any] = {"cut": cut, "tags": {**case.tags, "setting": self.setting, "cut": told}}
        if self.setting == "question":
            limits["cut"] = 1
        elif self.setting == "evidence":
            limits["shown"] = case.gold.positions(cut)
        return case.model_copy(update=limits)

    def _cut(self, position: int) -> tuple[int, str]:
        if minus := _MINUS.fullmatch(self.cut):
            return position - int(minus[1]), self.cut
        chapter = self.book.chapter_of(position) if self.cut == "chapter-first" else None
        if chapter:
            return min(p for p in self.positions if chapter.first <= p <= chapter.last), self.cut
        return position, self.cut if self.cut == "official" else f"{self.cut} (in no chapter)"
