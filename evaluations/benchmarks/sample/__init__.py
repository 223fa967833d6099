"""The embedded casebook: stories written for this project, asked about in DetectiveQA's official format."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from evaluations.benchmarks import detectiveqa
from evaluations.benchmarks.benchmark import Benchmark, Source
from evaluations.benchmarks.loaded import Loaded

HERE = Path(__file__).parent


def load(source: Source = Source()) -> Loaded:  # noqa: B008 - a Source is immutable
    """The cases of the embedded stories, which lie in this package."""
    return detectiveqa.load(replace(source, path=source.path or HERE), "sample")


BENCHMARK = Benchmark("sample", "the embedded stories, in DetectiveQA's format", load)
