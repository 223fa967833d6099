"""An embedder that runs an ONNX model and its tokenizer, with onnxruntime and without torch."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tools.book import Language
from tools.embedders.understanding import understood
from tools.embedding import Kind
from tools.mistake import Mistake

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from tools.embedding import Vectors

Pooling = Literal["mean", "cls", "last"]

WINDOW = 200
"""Tokens: a longer text says too many things for one vector."""

_INPUTS = ("input_ids", "attention_mask", "token_type_ids", "position_ids")
_SLACK = 8  # a text's parts, counted apart, can give a few tokens more or fewer than the text
_AT_ONCE = 256  # texts tokenised together: a tokenizer's output takes far more memory than the text


@dataclass(frozen=True)
class Reading:
    """How an embedder reads a text: what it puts before it, how far it reads, how tokens become one vector."""

    max_length: int
    pooling: Pooling = "mean"
    query: str = ""
    """Words put before a query."""
    passage: str = ""
    """Words put before a passage."""


@dataclass(frozen=True)
class OnnxEmbedder:
    """An `Embedder`. Its model is made or read at the first vector, its tokenizer at the first count.

    Each text runs alone, unpadded, and each run stays on one thread; several texts run side by side.
    So a vector depends on the text only, not on the batch or the number of threads, and on two cores this is as
    fast as batches.
    """

    name: str
    digest: str
    reading: Reading
    model: Callable[[], bytes | Path]
    """The ONNX model, or where it is."""
    tokens: Callable[[], str]
    """The text of tokenizer.json."""
    known: frozenset[Language] | None = None
    """The languages it understands; None asks its tokenizer."""
    threads: int = field(default=0, compare=False)
    """How many texts at once; 0 is one for each processor."""

    @property
    def languages(self) -> frozenset[Language]:
        return self._understood if self.known is None else self.known

    @property
    def dimension(self) -> int:
        return int(self.embed(["."], "query").shape[1])

    @cached_property
    def window(self) -> int:
        added = self._tokenizer.num_special_tokens_to_add(is_pair=False) + self.count([self.reading.passage])[0]
        return max(1, min(WINDOW, self.reading.max_length - added - _SLACK))

    def count(self, texts: Sequence[str]) -> list[int]:
        counted = (self._counter.encode_batch_fast(part, add_special_tokens=False) for part in _parts(texts))
        return [len(one.ids) for part in counted for one in part]

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        import numpy as np

        before = self.reading.query if kind == "query" else self.reading.passage
        ids = (self._ids([before + text for text in part]) for part in _parts(texts))
        if len(texts) == 1:
            return self._vector(next(ids)[0])[None]
        with ThreadPoolExecutor(self.threads or processors()) as pool:
            rows = [row for part in ids for row in pool.map(self._vector, part)]
        return np.stack(rows) if rows else np.zeros((0, self.dimension), np.float32)

    def _ids(self, texts: list[str]) -> list[list[int]]:
        return [list(one.ids) for one in self._tokenizer.encode_batch_fast(texts)]

    def _vector(self, ids: list[int]) -> NDArray[np.float32]:
        import numpy as np

        count = len(ids)
        known = {
            "input_ids": np.array([ids], np.int64),
            "attention_mask": np.ones((1, count), np.int64),
            "token_type_ids": np.zeros((1, count), np.int64),
            "position_ids": np.arange(count, dtype=np.int64)[None],
        }
        session, inputs, output = self._session
        made = session.run([output], {name: known[name] for name in inputs})[0][0].astype(np.float32)
        pooled = made if made.ndim == 1 else _pooled(made, self.reading.pooling)
        norm = np.float32(np.linalg.norm(pooled))
        vector: NDArray[np.float32] = pooled / norm if norm > 0 else pooled
        return vector

    @cached_property
    def _session(self) -> tuple[Any, list[str], str]:
        """The running model, the names of its inputs, and the output to take."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        made = self.model()
        model = made if isinstance(made, bytes) else str(made)
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        inputs = [one.name for one in session.get_inputs()]
        if strange := [one for one in inputs if one not in _INPUTS]:
            raise Mistake(
                f"The model of {self.name} wants an input that is not known", got=strange[0], allowed=", ".join(_INPUTS)
            )
        outputs = [one.name for one in session.get_outputs()]
        return session, inputs, "sentence_embedding" if "sentence_embedding" in outputs else outputs[0]

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        tokenizer = self._plain_tokenizer()
        tokenizer.enable_truncation(self.reading.max_length)
        return tokenizer

    @cached_property
    def _counter(self) -> Tokenizer:
        return self._plain_tokenizer()

    def _plain_tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_str(self.tokens())
        # files often ship with both switched on, which pads short texts and cuts long ones in silence
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer

    @cached_property
    def _understood(self) -> frozenset[Language]:
        return understood(self._counter)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _parts(texts: Sequence[str]) -> Iterator[list[str]]:
    return (list(texts[i : i + _AT_ONCE]) for i in range(0, len(texts), _AT_ONCE))


def _pooled(hidden: NDArray[np.float32], pooling: Pooling) -> NDArray[np.float32]:
    """[n tokens, d] to [d]."""
    one: NDArray[np.float32] = hidden.mean(0) if pooling == "mean" else hidden[0 if pooling == "cls" else -1]
    return one
