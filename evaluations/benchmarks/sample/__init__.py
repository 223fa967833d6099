"""The embedded casebook: stories written for this project, asked about in DetectiveQA's official format."""

from __future__ import annotations

from pathlib import Path

from evaluations.benchmarks import detectiveqa
from evaluations.benchmarks.loaded import Loaded

HERE = Path(__file__).parent


def load(path: Path | None = None, books: Path | None = None) -> Loaded:
    """The cases of the embedded stories; a path or books may not be given, they lie in the package."""
    return detectiveqa.load(path or HERE, books, benchmark="sample")
