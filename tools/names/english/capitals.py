"""Capitals: how often a word stands capitalised inside sentences, and how often in lower case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tools.names.english.words import NOT_NAMES, TITLES

UP = "A-ZÀ-ÖØ-ÞŒŠŽ"
"""Capital letters as the inside of a regular expression's character class."""

_TITLE = "|".join(re.escape(title) for title in sorted(TITLES) if title.endswith("."))
_LOWER = re.compile(r"(?<![\w’'-])[a-zà-öø-ÿœ]+(?:-[a-zà-ÿ]+)*")
# The capital comes first, so that the search skips from capital to capital.
_INSIDE = re.compile(rf"[{UP}](?:(?<=[^\W_] .)|(?<=[,;] .))\w*(?:-\w+)*")
_TITLED = re.compile(rf"(?<![\w’'-])(?:{_TITLE})\s([{UP}]\w*(?:-\w+)*)")


@dataclass(frozen=True)
class Capitals:
    """Counts of words: capitalised inside a sentence, in lower case, and after a title."""

    inside: Counter[str]
    lower: Counter[str]
    titled: Counter[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Capitals:
        inside, lower, titled = Counter[str](), Counter[str](), Counter[str]()
        for text in texts:
            inside.update(_INSIDE.findall(text))
            lower.update(_LOWER.findall(text))
            titled.update(_TITLED.findall(text))
        return cls(inside, lower, titled)

    def _capital(self, word: str) -> int:
        return self.inside[word] + self.titled[word]

    def is_name(self, word: str) -> bool:
        """Whether a capitalised word is more likely a name than a word that begins a sentence."""
        if word in NOT_NAMES or len(word) < 2 or word.isupper():
            return False
        return self._capital(word) >= max(1, 0.5 * self.lower[word.lower()])

    def may_follow(self, word: str) -> bool:
        """Whether it may go on with a name that has begun: `Captain Grant`, for all that is granted."""
        return self.lower[word.lower()] <= 5 * self._capital(word)

    def may_begin(self, word: str) -> bool:
        """Whether it may be a name where every word has a capital: at the start of a sentence."""
        return self.inside[word] >= 0.1 * self.lower[word.lower()]
