"""An answer as written to what it means: an option's label, a verdict, or a text."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from agent.question import Question
from evaluations.benchmarks import BENCHMARKS
from evaluations.benchmarks.benchmark import Benchmark, Reading, no_reading


class Readings:
    """The official reading of each question's own benchmark; `settings` are those of `chosen`."""

    def __init__(self, chosen: Benchmark, settings: Mapping[str, str]) -> None:
        self._chosen, self._settings = chosen, settings
        self._made: dict[str, Reading] = {}

    def value(self, question: Question, told: str) -> str | None:
        """A label or an option's text is taken as it is; all else is read officially. None when it cannot be read."""
        folded = _folded(told)
        named = [label for label in question.options if _folded(label) == folded]
        named += [label for label, text in question.options.items() if _folded(text) == folded]
        if named:
            return named[0]
        read = self._reading(question.benchmark)
        if read is no_reading:
            return None if question.options else told.strip() or None
        value = read(question, told)
        return value if value and (not question.options or value in question.options) else None

    def _reading(self, name: str) -> Reading:
        if name not in self._made:
            own = name == self._chosen.name or name not in BENCHMARKS
            kind = self._chosen if own else BENCHMARKS[name]
            self._made[name] = kind.reading(self._settings if own else kind.chosen([]))
        return self._made[name]


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
