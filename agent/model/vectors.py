"""Reading the vectors in a reply of `/embeddings`, however servers write them."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tools.embedding import Vectors


def vectors_of(whole: Any, wanted: int) -> Vectors:
    """The `wanted` vectors of a reply's JSON by their `index`, float32 [wanted, d], every row of length 1.

    ValueError, KeyError, TypeError or AttributeError when it does not hold them.
    """
    import numpy as np

    rows = sorted(whole["data"], key=lambda row: row["index"])
    if [row["index"] for row in rows] != list(range(wanted)):
        raise ValueError("the wrong number of vectors")
    vectors = np.array([_numbers(row["embedding"]) for row in rows], np.float64)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if vectors.ndim != 2 or not (np.isfinite(lengths).all() and lengths.all()):
        raise ValueError("a vector without a direction")
    normal: Vectors = (vectors / lengths).astype(np.float32)
    return normal


def _numbers(embedding: Any) -> Any:
    """A list of numbers, or the same as base64 of little-endian float32."""
    import numpy as np

    return np.frombuffer(base64.b64decode(embedding), "<f4") if isinstance(embedding, str) else embedding
