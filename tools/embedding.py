"""The Embedder protocol: what turns text into vectors, which languages it understands, and how it is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from tools.book import Language

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    """float32 [n, d], every row of length 1."""

Kind = Literal["query", "passage"]


class Embedder(Protocol):
    """Turns texts into vectors whose dot product tells how near they are in meaning.

    The same text gives the same vector whatever else is embedded with it: vectors are kept under the
    text's hash, and a text must not depend on its neighbours in a batch.
    """

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str:
        """What changes whenever the vectors would: the SHA-256 of the weights, or a served model's full name."""
        ...

    @property
    def languages(self) -> frozenset[Language]:
        """The languages whose texts it understands; others are never given to it."""
        ...

    @property
    def dimension(self) -> int: ...

    @property
    def window(self) -> int:
        """The most tokens a text may have to be read to its end, as `count` counts them."""
        ...

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text, without what the embedder itself adds."""
        ...

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        """One row for each text, float32 [n, dimension], L2-normalised."""
        ...


def label(embedder: Embedder) -> str:
    """The embedder in one string, as traces tell it: `all-MiniLM-L6-v2 int8 (53aa5117…)`."""
    return f"{embedder.name} ({embedder.digest[:8]}…)"
