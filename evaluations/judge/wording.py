"""A judge's prompt of one's own: a paper's exact words, with DetectiveQA's form of the reply."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluations.case import Case
from evaluations.judge import showing
from evaluations.judge.fence import cleaned
from evaluations.judge.pieces import Piece
from evaluations.judge.prompts import digest
from tools.mistake import Mistake

FIELDS = ("question", "options", "title", "reference_steps", "reasoning")
_NEEDED = ("reference_steps", "reasoning")


@dataclass(frozen=True)
class JudgePrompt:
    """A text with {reference_steps}, {reasoning} and the like; what is put in is fenced or cleaned all the same."""

    template: str

    def __post_init__(self) -> None:
        if lacking := [name for name in _NEEDED if f"{{{name}}}" not in self.template]:
            fields = ", ".join(f"{{{field}}}" for field in FIELDS)
            told = " and ".join(f"{{{name}}}" for name in lacking)
            raise Mistake(f"The judge's prompt does not say where {told} goes", cure=f"It may use {fields}.")

    @classmethod
    def read(cls, file: Path) -> JudgePrompt:
        """The prompt in a file; Mistake when it cannot be read or lacks a field."""
        try:
            return cls(file.read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError):
            raise Mistake(f"The judge's prompt {str(file)!r} cannot be read", allowed="a text file in UTF-8") from None

    @property
    def version(self) -> str:
        """own- and the first 8 hex digits of its SHA-256."""
        return f"own-{digest(self.template.encode())}"

    def filled(self, case: Case, shown: Sequence[Piece], places: Sequence[int]) -> str:
        """The prompt for one case. Fields are put in once: braces in what is put in mean nothing."""
        points = showing.points(case.gold.steps, places)
        values = {
            "question": cleaned(case.question.text),
            "options": "\n".join(f"{label}. {cleaned(text)}" for label, text in case.question.options.items()),
            "title": cleaned(case.question.title),
            "reference_steps": points,
            "reasoning": showing.reader(shown, points).rstrip("\n"),
        }
        # a fence that does not begin its line is none
        template = re.sub(r"(?<!\n)(?=\{reasoning\})|(?<=\{reasoning\})(?!\n)", "\n", self.template)
        parts = re.split(rf"\{{({'|'.join(FIELDS)})\}}", template)
        return "".join(values[part] if at % 2 else part for at, part in enumerate(parts))
