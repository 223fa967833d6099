"""BookSearch: every way to look into one view of a book. It finds paragraphs; reading them is a separate act."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tools.book import Book, Paragraph
from tools.fusion import fused, spread
from tools.hits import Hit, hit
from tools.keyword import KeywordIndex
from tools.names import NameTable, name_table
from tools.passages import Passage, passages
from tools.proximity import closest
from tools.request import QueryKind, Request, numbers, places
from tools.semantic import Meaning, SemanticIndex
from tools.terms import keys, pairs, words

_SCOPE, _PEOPLE = 6, 4  # paragraphs before a passage whose people are in scope, and how many are named
_DEEP = 3  # rankings are read this many times deeper than asked, so that fusion has something to fuse


@dataclass(frozen=True)
class SearchSettings:
    """What can be switched off to see what it is worth."""

    context: bool = True
    """Judge a paragraph by the words of its passage too: the speaker is often named a line before."""
    scene: int = 3
    """The most hits from one scene before others get their turn; 0 is no limit."""
    situated: bool = True
    """Put the chapter before a passage for its vectors (its text for quotation stays clean)."""
    people: bool = False
    """Put the people in scope there too. Off: who they are differs from view to view, and so would the vectors."""
    widen: bool = True
    """Look also for the other names of whoever a query names."""


class BookSearch:
    """Ways to look into `view`. Nothing outside the view is ever indexed, so nothing outside can be found."""

    def __init__(
        self,
        view: Book,
        meaning: Meaning | None = None,
        settings: SearchSettings | None = None,
        names: NameTable | None = None,
    ) -> None:
        """`names` is a table that a person has edited; without it, it is made from the view when first needed."""
        self.view = view
        self._given_names = names
        self.meaning = meaning or Meaning()
        self.settings = settings or SearchSettings()

    @cached_property
    def words(self) -> KeywordIndex:
        """The paragraphs by their words."""
        return KeywordIndex((p.number, p.text) for p in self.view.paragraphs)

    @cached_property
    def passages(self) -> list[Passage]:
        return passages(self.view)

    @cached_property
    def names(self) -> NameTable:
        """Who is who in the view, and nowhere else."""
        return self._given_names or name_table(self.view)

    @cached_property
    def vectors(self) -> SemanticIndex | None:
        """The passages by meaning, computed when first asked for; None when the view's language has no embedder."""
        heads = [self._head(passage) for passage in self.passages]
        return self.meaning.index(self.view, self.passages, heads)

    @property
    def semantic_name(self) -> str:
        """The embedder, or `none` and why."""
        return self.meaning.name(self.view.language)

    def look(
        self, kind: QueryKind, text: str, limit: int = 10, first: int | None = None, last: int | None = None
    ) -> list[Hit]:
        """`find` for the plain case."""
        return self.find(Request(text, kind, limit, first, last))

    def find(self, request: Request) -> list[Hit]:
        """Hits, best first; none for a text without words, or by meaning without an embedder."""
        if request.limit < 1:
            return []
        if request.kind in ("neighbour", "range"):
            wanted = self._around(request.text) if request.kind == "neighbour" else self._range(request.text)
            return [self._hit(Request(""), n, 0.0) for n in wanted if request.within(n)][: request.limit]
        found = {n: (score, ways) for n, score, ways in fused(self.rankings(request)) if self._allowed(request, n)}
        order = spread(list(found), self.settings.scene)[: request.limit]
        return [self._hit(request, n, *found[n]) for n in order]

    def rankings(self, request: Request) -> dict[str, list[int]]:
        """Each list of paragraphs that the request's kind asks for, by its name, best first; what `find` fuses.

        A larger `limit` makes the same lists longer.
        """
        deep, text, within = request.limit * _DEEP, request.text, (request.first, request.last)
        if request.kind == "phrase":
            return {"phrase": [n for n, _ in self.words.phrase(text, deep, *within)]}
        if request.kind == "near":
            together = [n for n, _ in self.words.rank(text, len(self.view), *within, every=True)]
            return {"near": closest({n: self.view[n] for n in together}, text, request.slop)[:deep]}
        rankings: dict[str, list[int]] = {}
        if request.kind in ("keyword", "hybrid"):
            rankings["words"] = [n for n, _ in self.words.rank(text, deep, *within, every=request.every)]
            if self.settings.widen and not request.every and (others := self.names.widen(text)):
                wider = self.words.rank(f"{text} {' '.join(others)}", deep, *within)
                rankings["names"] = [n for n, _ in wider]
            if self.settings.context and not request.every:
                near = self._passage_words.rank(text, request.limit, *self._passages_within(request))
                rankings["passages"] = self._best_in([i for i, _ in near], text)
        if request.kind in ("semantic", "hybrid") and self.vectors is not None:
            alike = self.vectors.rank(text, request.limit, *within)
            rankings["meaning"] = self._best_in([i for i, _ in alike], text)
        return rankings

    def passages_for(self, text: str, limit: int, kind: QueryKind = "hybrid") -> list[Passage]:
        """The `limit` best passages for `text`: by words (keyword), by meaning (semantic), or both fused (hybrid)."""
        rankings: dict[str, list[int]] = {}
        if kind in ("keyword", "hybrid"):
            rankings["words"] = [i for i, _ in self._passage_words.rank(text, limit * _DEEP)]
        if kind in ("semantic", "hybrid") and self.vectors is not None:
            rankings["meaning"] = [i for i, _ in self.vectors.rank(text, limit * _DEEP)]
        return [self.passages[i] for i, _, _ in fused(rankings)[:limit]]

    def read(self, wanted: Iterable[int], neighbours: int = 0) -> list[Paragraph]:
        """The paragraphs with these numbers, and `neighbours` on each side, in book order, each once."""
        places: set[int] = set()
        for number in wanted:
            if (at := self._order.get(number)) is not None:
                places.update(range(max(0, at - neighbours), at + neighbours + 1))
        return [self.view.paragraphs[i] for i in sorted(places) if i < len(self.view)]

    def idf(self, key: str) -> float:
        """Inverse document frequency of a key over the view's paragraphs (BM25's, never negative)."""
        return self.words.idf(key)

    def weight(self, some: Iterable[str]) -> float:
        """The summed idf of `some` keys: how much of a text's meaning they are likely to carry."""
        return sum(self.idf(key) for key in sorted(some))

    def _allowed(self, request: Request, number: int) -> bool:
        """Whether a paragraph lies within the request's bounds and has none of its excluded words."""
        if not request.within(number):
            return False
        unwanted = set(keys(request.without) or words(request.without))
        return not unwanted or not unwanted & _terms(self.view[number])

    def _best_in(self, ranked: Sequence[int], text: str) -> list[int]:
        """For each passage its paragraph with most of the wanted words (the first on a tie), each once."""
        wanted = set(keys(text) or words(text))
        best: dict[int, None] = {}
        for i in ranked:
            inside = self.read(range(self.passages[i].first, self.passages[i].last + 1))
            best[max(inside, key=lambda p: (self.weight(wanted & _terms(p.text)), -p.number)).number] = None
        return list(best)

    def _passages_within(self, request: Request) -> tuple[int, int]:
        """The places of the first and the last passage with a paragraph within the request's bounds."""
        first = 0 if request.first is None else bisect_left(self.passages, request.first, key=lambda p: p.last)
        last = len(self.passages)
        if request.last is not None:
            last = bisect_right(self.passages, request.last, key=lambda p: p.first)
        return first, last - 1

    def _head(self, passage: Passage) -> str:
        """What is put before a passage for its vectors: the chapter, and who was named there and shortly before."""
        chapter = self.view.chapter_of(passage.first) if self.settings.situated else None
        head = f"{chapter.title}. " if chapter else ""
        if not self.settings.people:
            return head
        scope = self.read([passage.first], neighbours=_SCOPE)
        before = " ".join(p.text for p in scope if p.number <= passage.first)
        people = [character.name for character in self.names.of(f"{before} {passage.text}")[:_PEOPLE]]
        return f"{head}{', '.join(people)}. " if people else head

    def _around(self, text: str, radius: int = 5) -> list[int]:
        number = next(iter(numbers(text)), 0)
        near = [p.number for p in self.read([number], radius) if p.number != number]
        return sorted(near, key=lambda n: (abs(n - number), n))

    def _range(self, text: str) -> list[int]:
        wanted = places(text)
        return [p.number for p in self.view.paragraphs if any(a <= p.number <= b for a, b in wanted)]

    def _hit(self, request: Request, number: int, score: float, ways: tuple[tuple[str, int], ...] = ()) -> Hit:
        return hit(number, score, self.view[number], request.text, self.weight, ways)

    @cached_property
    def _passage_words(self) -> KeywordIndex:
        return KeywordIndex((i, p.text) for i, p in enumerate(self.passages))

    @cached_property
    def _order(self) -> dict[int, int]:
        return {p.number: i for i, p in enumerate(self.view.paragraphs)}


@lru_cache(maxsize=20_000)
def _terms(text: str) -> frozenset[str]:
    """Every term of `text` that the index knows, stop words too: what a query may have been found by."""
    return frozenset([*words(text), *pairs(text)])
