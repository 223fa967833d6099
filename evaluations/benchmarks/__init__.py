"""The table of benchmarks. Each is one file: how its official files are read, and into which cases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from evaluations.benchmarks import detectiveqa, sample
from evaluations.benchmarks.loaded import Loaded
from tools.mistake import Mistake

Load = Callable[[Path | None, Path | None], Loaded]
"""(where the benchmark's files are, where the novels are) to its cases; Mistake when nothing can be used."""


@dataclass(frozen=True)
class Benchmark:
    """A benchmark's name, what it asks, and its loader."""

    name: str
    about: str
    load: Load


BENCHMARKS = {
    benchmark.name: benchmark
    for benchmark in (
        Benchmark("sample", "the embedded stories, in DetectiveQA's format", sample.load),
        Benchmark("detectiveqa", "multiple choice on detective novels, with gold reasoning steps", detectiveqa.load),
    )
}


def benchmark(name: str) -> Benchmark:
    """The benchmark called `name`; Mistake when there is none."""
    if name not in BENCHMARKS:
        raise Mistake("There is no such benchmark", got=name, allowed=", ".join(BENCHMARKS))
    return BENCHMARKS[name]
