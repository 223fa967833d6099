"""Kept vectors: what an embedder has computed once for a text is read back, whatever view the text stands in."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from evaluations.home import Home
from tools.embedding import Embedder
from tools.semantic import Situated, computed
from tools.windows import RULE

if TYPE_CHECKING:
    from tools.embedding import Vectors

_KEY = hashlib.sha256().digest_size
_AT_ONCE = 512  # texts between two writes: what a killed run loses

Told = Callable[[int, int], None]
"""Takes (texts done, texts to do) while vectors are computed."""


def silent(done: int, total: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class KeptVectors:
    """A `Vectorise` that keeps: vectors/EMBEDDER/BOOK/*.npy under the home, each file named by its own digest.

    Files are only added. One that does not agree with its name is passed over, and its texts are computed again.
    """

    home: Home
    told: Told = silent

    def __call__(self, embedder: Embedder, book: str, texts: Sequence[Situated]) -> list[Vectors]:
        """For each text the vectors of its windows [k, d]; computes only those that were never kept."""
        shelf = self.home.place / "vectors" / _name(embedder) / (book or "unnamed")[:32]
        keys = [_key(text) for text in texts]
        kept = {key: vectors for file in sorted(shelf.glob("*.npy")) for key, vectors in _read(file).items()}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in kept}
        if missing:
            self.told(0, len(missing))
        for start in range(0, len(missing), _AT_ONCE):
            part = list(missing)[start : start + _AT_ONCE]
            made = dict(zip(part, computed(embedder, book, [missing[key] for key in part]), strict=True))
            self._keep(shelf, made)
            kept |= made
            self.told(start + len(part), len(missing))
        return [kept[key] for key in keys]

    def _keep(self, shelf: Path, made: Mapping[bytes, Vectors]) -> None:
        raw = _written(made)
        self.home.write(shelf / _named(raw), raw)


def _name(embedder: Embedder) -> str:
    """Whatever changes the vectors of a text changes this name."""
    whole = "\0".join([embedder.name, embedder.digest, str(embedder.window), str(RULE)])
    return hashlib.sha256(whole.encode()).hexdigest()[:32]


def _key(text: Situated) -> bytes:
    return hashlib.sha256(f"{text.head}\0{text.text}".encode()).digest()


def _named(raw: bytes) -> str:
    return f"{hashlib.sha256(raw).hexdigest()[:32]}.npy"


def _written(made: Mapping[bytes, Vectors]) -> bytes:
    """One row for each window, with the key of its text; a text's rows stand together, in order."""
    import numpy as np

    rows = [(np.frombuffer(key, np.uint8), vector) for key, vectors in made.items() for vector in vectors]
    kind = np.dtype([("key", np.uint8, (_KEY,)), ("vector", np.float32, rows[0][1].shape)])
    stream = io.BytesIO()
    np.save(stream, np.array(rows, kind), allow_pickle=False)
    return stream.getvalue()


def _read(file: Path) -> dict[bytes, Vectors]:
    """The vectors in `file` by text; nothing when it is damaged."""
    import numpy as np

    with suppress(OSError):
        raw = file.read_bytes()
        if _named(raw) == file.name:
            rows = np.load(io.BytesIO(raw), allow_pickle=False)
            vectors = np.ascontiguousarray(rows["vector"])
            return {key: vectors[first:end] for key, first, end in _runs(rows["key"].tobytes())}
    return {}


def _runs(keys: bytes) -> Iterator[tuple[bytes, int, int]]:
    """(key, first row, the row after its last) of each run of equal keys."""
    rows = range(len(keys) // _KEY)
    for key, run in groupby(rows, lambda row: keys[row * _KEY : (row + 1) * _KEY]):
        places = list(run)
        yield key, places[0], places[-1] + 1
