"""Search by meaning: the passages of a view as vectors, and which of them are nearest to a query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tools.book import Book, Language
from tools.embedding import Embedder, label
from tools.passages import Passage
from tools.windows import windows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tools.embedding import Vectors

Ranked = list[tuple[int, float]]
"""(index of the passage, cosine of its best window), best first; equal scores in order of index."""

_LANGUAGES: dict[Language, str] = {"en": "English", "zh": "Chinese"}
_NEAR = 1e-4  # far above the rounding of a float32 dot product


class Situated(NamedTuple):
    """A text to embed, and the words put before each window of it: where it stands, who is there."""

    text: str
    head: str = ""


Vectorise = Callable[[Embedder, str, Sequence[Situated]], "list[Vectors]"]
"""(embedder, the book's digest, texts): for each text the vectors of its windows [k, d]."""


def computed(embedder: Embedder, book: str, texts: Sequence[Situated]) -> list[Vectors]:
    """The vectors of each text's windows, computed now: a `Vectorise` that keeps nothing.

    A head takes its tokens from the window, but never more than half of it.
    """
    import numpy as np

    if not texts:
        return []
    room = [max(embedder.window // 2, embedder.window - n) for n in embedder.count([one.head for one in texts])]
    cut = windows([one.text for one in texts], room, embedder.count)
    whole = [f"{one.head}{part}" for one, parts in zip(texts, cut, strict=True) for part in parts]
    return np.split(embedder.embed(whole, "passage"), np.cumsum([len(parts) for parts in cut])[:-1])


class SemanticIndex:
    """Passages by meaning. A passage is as near as the nearest of its windows; nothing is approximated."""

    def __init__(self, embedder: Embedder, passages: Sequence[Passage], vectors: Sequence[Vectors]) -> None:
        """`vectors[i]` are those of the windows of `passages[i]`, [k, d] with k ≥ 1."""
        import numpy as np

        self.embedder = embedder
        self._vectors = np.concatenate(vectors) if vectors else np.zeros((0, 0), np.float32)
        self._starts = np.cumsum([0, *(len(part) for part in vectors)])
        self._first = np.array([passage.first for passage in passages], np.int64)
        self._last = np.array([passage.last for passage in passages], np.int64)

    def rank(self, text: str, limit: int, first: int | None = None, last: int | None = None) -> Ranked:
        """The `limit` passages nearest to `text` among those with a paragraph in [first, last].

        A query longer than a window is read in windows too, and the nearest pair counts.
        """
        if limit < 1 or not text.strip() or not len(self._first):
            return []
        text = text.encode(errors="replace").decode()  # half a surrogate pair is no text to a tokenizer
        [parts] = windows([text], [self.embedder.window], self.embedder.count)
        queries = self.embedder.embed(parts, "query")
        found = [(i, self._exact(i, queries)) for i in self._candidates(queries, limit, first, last)]
        return sorted(found, key=lambda hit: (-hit[1], hit[0]))[:limit]

    def _candidates(self, queries: Vectors, limit: int, first: int | None, last: int | None) -> list[int]:
        """The `limit` best passages and whatever is as good but for rounding."""
        import numpy as np

        near = np.max([self._vectors @ query for query in queries], axis=0)
        rough = np.maximum.reduceat(near, self._starts[:-1])
        allowed = self._within(first, last)
        if not allowed.any():
            return []
        rough[~allowed] = -np.inf
        best = min(limit, int(allowed.sum()))
        return [int(i) for i in np.flatnonzero(rough >= np.partition(rough, -best)[-best] - _NEAR)]

    def _exact(self, i: int, queries: Vectors) -> float:
        """The score, summed in one fixed order: the last bits of a matrix product vary with the row's place."""
        import numpy as np

        mine = self._vectors[self._starts[i] : self._starts[i + 1], None, :].astype(np.float64)
        return round(float((mine * queries[None]).sum(2).max()), 9)

    def _within(self, first: int | None, last: int | None) -> NDArray[np.bool_]:
        import numpy as np

        after = self._last >= first if first is not None else np.ones(len(self._last), bool)
        allowed: NDArray[np.bool_] = after & (self._first <= last) if last is not None else after
        return allowed


@dataclass(frozen=True)
class Meaning:
    """What makes search by meaning possible in any view: an embedder, and who computes or keeps its vectors."""

    embedder: Embedder | None = None
    vectorise: Vectorise = computed
    lack: str = ""
    """Why there is no embedder, in words for the user."""

    def name(self, language: Language) -> str:
        """The embedder that a text in `language` is searched with, or `none` and why, as traces tell it."""
        if self.embedder and language in self.embedder.languages:
            return label(self.embedder)
        if self.embedder or (self.lack and language != "en"):
            return f"none (no {_LANGUAGES[language]} embedder configured)"
        return f"none ({self.lack})" if self.lack else "none"

    def index(self, view: Book, passages: Sequence[Passage], heads: Sequence[str] = ()) -> SemanticIndex | None:
        """The passages of `view` by meaning; None when there is no embedder for its language.

        `heads` are words put before each passage for its vectors only, one for each passage or none at all.
        """
        if not self.embedder or view.language not in self.embedder.languages:
            return None
        situated = [Situated(p.text, head) for p, head in zip(passages, heads or [""] * len(passages), strict=True)]
        return SemanticIndex(self.embedder, passages, self.vectorise(self.embedder, view.digest, situated))
