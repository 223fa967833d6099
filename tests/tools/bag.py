"""A tiny embedder for tests: a bag of words over a fixed number of buckets, which counts what it is asked."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tools.book import Language
from tools.embedding import Kind

if TYPE_CHECKING:
    from tools.embedding import Vectors

_WORD = re.compile(r"[^\W\u4e00-\u9fff]+|[\u4e00-\u9fff]")


@dataclass
class Bag:
    """An `Embedder`: a word is a token, and texts with the same words are the same."""

    name: str = "bag"
    digest: str = "0123456789abcdef"
    languages: frozenset[Language] = frozenset({"en"})
    window: int = 12
    dimension: int = 512
    seen: list[str] = field(default_factory=list)
    """Every text that was embedded as a passage."""

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(_WORD.findall(text)) for text in texts]

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        import numpy as np

        if kind == "passage":
            self.seen.extend(texts)
        rows = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in _WORD.findall(text.lower()):
                row[int(hashlib.sha256(word.encode()).hexdigest(), 16) % self.dimension] += 1
            row /= np.float32(np.linalg.norm(row)) or np.float32(1)
        return rows
