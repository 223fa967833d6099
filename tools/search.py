"""BookSearch: every way to look into one view of a book. It finds paragraphs; reading them is a separate act."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal, Protocol

from tools.book import Book, Paragraph
from tools.hits import Hit, hit
from tools.keyword import KeywordIndex, Ranked
from tools.passages import Passage, passages
from tools.terms import keys, pairs, words

QueryKind = Literal["keyword", "phrase", "semantic", "neighbour", "range"]
QUERY_KINDS: tuple[QueryKind, ...] = ("keyword", "phrase", "semantic", "neighbour", "range")

_DIGITS = 18  # a longer number is beyond any book, and Python refuses to read thousands of digits
_FUSION = 60  # the constant of reciprocal rank fusion (Cormack, Clarke & Büttcher 2009)


class Meaning(Protocol):
    """What ranks passages by meaning; handed in from above, since it may call out or keep files."""

    name: str

    def rank(self, text: str, limit: int) -> Ranked:
        """(index of the passage, score), best first."""
        ...


class BookSearch:
    """Ways to look into `view`. Nothing outside the view is ever indexed, so nothing outside can be found."""

    def __init__(self, view: Book, meaning: Meaning | None = None) -> None:
        self.view = view
        self.meaning = meaning
        self.words = KeywordIndex((p.number, p.text) for p in view.paragraphs)

    @cached_property
    def passages(self) -> list[Passage]:
        return passages(self.view)

    @cached_property
    def _passage_words(self) -> KeywordIndex:
        return KeywordIndex((i, p.text) for i, p in enumerate(self.passages))

    @cached_property
    def _order(self) -> dict[int, int]:
        return {p.number: i for i, p in enumerate(self.view.paragraphs)}

    @property
    def semantic_name(self) -> str:
        return self.meaning.name if self.meaning else "none"

    def look(
        self, kind: QueryKind, text: str, limit: int = 10, first: int | None = None, last: int | None = None
    ) -> list[Hit]:
        """Hits for one query, best first, within paragraphs [first, last]. Finds nothing rather than raise.

        neighbour: `text` is a paragraph number; the paragraphs around it, nearest first.
        range: `text` is "120-130"; those paragraphs in order.
        semantic: nothing when the search has no `meaning`.
        """
        if limit < 1:
            return []
        if kind == "keyword":
            return [self._hit(n, score, text) for n, score in self._keyword(text, limit, first, last)]
        if kind == "phrase":
            return [self._hit(n, s, text) for n, s in self.words.phrase(text, limit, first, last)]
        if kind == "semantic":
            return [self._hit(n, s, text) for n, s in self._semantic(text, limit, first, last)]
        numbers = self._around(text) if kind == "neighbour" else self._range(text)
        return [self._hit(n, 0.0, "") for n in numbers if _within(n, first, last)][:limit]

    def read(self, numbers: Iterable[int], neighbours: int = 0) -> list[Paragraph]:
        """The paragraphs with these numbers, and `neighbours` on each side, in book order, each once."""
        wanted: set[int] = set()
        for number in numbers:
            if (at := self._order.get(number)) is not None:
                wanted.update(range(max(0, at - neighbours), at + neighbours + 1))
        return [self.view.paragraphs[i] for i in sorted(wanted) if i < len(self.view)]

    def idf(self, key: str) -> float:
        """Inverse document frequency of a key over the view's paragraphs (BM25's, never negative)."""
        return self.words.idf(key)

    def _keyword(self, text: str, limit: int, first: int | None, last: int | None) -> Ranked:
        """Paragraphs by their own words and by those of the passage they stand in, ranks fused.

        In a novel the speaker is often named a line before the words that matter, so a short
        paragraph is judged with its surroundings too.
        """
        own = self.words.rank(text, limit * 3, first, last)
        around = self._best_in_passages(self._passage_words.rank(text, limit), text)
        return _fused([[n for n, _ in own], [n for n in around if _within(n, first, last)]])[:limit]

    def _semantic(self, text: str, limit: int, first: int | None, last: int | None) -> Ranked:
        near = self.meaning.rank(text, limit) if self.meaning else []
        found = self._best_in_passages(near, text)
        return [(n, 1 / (_FUSION + i)) for i, n in enumerate(found, 1) if _within(n, first, last)][:limit]

    def _best_in_passages(self, ranked: Ranked, text: str) -> list[int]:
        """For each passage the paragraph with most of the wanted keys, first come first, each once."""
        wanted = set(keys(text) or words(text))
        best: dict[int, None] = {}
        for i, _ in ranked:
            passage = self.passages[i]
            inside = self.read(range(passage.first, passage.last + 1))
            best[max(inside, key=lambda p: (self.weight(wanted & _terms(p.text)), -p.number)).number] = None
        return list(best)

    def weight(self, some: Iterable[str]) -> float:
        """The summed idf of `some` keys: how much of a text's meaning they are likely to carry."""
        return sum(self.idf(key) for key in sorted(some))

    def _around(self, text: str, radius: int = 5) -> list[int]:
        number = next(iter(numbers(text)), 0)
        near = [p.number for p in self.read([number], radius) if p.number != number]
        return sorted(near, key=lambda n: (abs(n - number), n))

    def _range(self, text: str) -> list[int]:
        ends = numbers(text)
        if not ends:
            return []
        return [p.number for p in self.view.paragraphs if min(ends) <= p.number <= max(ends)]

    def _hit(self, number: int, score: float, text: str) -> Hit:
        return hit(number, score, self.view[number], text, self.weight)


def numbers(text: str) -> list[int]:
    """The paragraph numbers of a neighbour or range query: '120' gives [120], '120-130' [120, 130], else []."""
    parts = [part.strip() for part in text.replace("–", "-").split("-")]
    return [int(part[:_DIGITS]) for part in parts] if all(part.isdecimal() for part in parts) else []


def _terms(text: str) -> set[str]:
    """Every term of `text` that the index knows, stop words too: what a query may have been found by."""
    return {*words(text), *pairs(text)}


def _within(number: int, first: int | None, last: int | None) -> bool:
    return (first is None or number >= first) and (last is None or number <= last)


def _fused(rankings: list[list[int]]) -> Ranked:
    """Reciprocal rank fusion; ties in order of paragraph."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, number in enumerate(ranking, 1):
            scores[number] = scores.get(number, 0.0) + 1 / (_FUSION + rank)
    return sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))
