"""The table of benchmarks. Each is one file: how its official files are read, and into which cases."""

from __future__ import annotations

from evaluations.benchmarks import cofca, detectiveqa, lfed, longreason, prelude, sample
from evaluations.benchmarks.benchmark import Benchmark
from tools.mistake import Mistake

ALL = (sample, detectiveqa, prelude, longreason, lfed, cofca)
BENCHMARKS: dict[str, Benchmark] = {one.BENCHMARK.name: one.BENCHMARK for one in ALL}


def benchmark(name: str) -> Benchmark:
    """The benchmark called `name`; Mistake when there is none."""
    if name not in BENCHMARKS:
        raise Mistake("There is no such benchmark", got=name, allowed=", ".join(BENCHMARKS))
    return BENCHMARKS[name]
