"""The embedded casebook: original stories, asked about in the official formats of all five benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agent.question import Question
from evaluations.benchmarks import cofca, detectiveqa, lfed, longreason, prelude
from evaluations.benchmarks.benchmark import Benchmark, Setting, Source
from evaluations.benchmarks.loaded import Loaded
from evaluations.case import Case, Score
from evaluations.metrics.exhibit import Exhibit
from evaluations.overview import overview
from evaluations.table import Grid

HERE = Path(__file__).parent

PARTS: dict[str, tuple[Benchmark, Path, Path | None]] = {
    "detectiveqa": (detectiveqa.BENCHMARK, HERE, None),
    "prelude": (prelude.BENCHMARK, HERE / "prelude" / "prelude.jsonl", HERE),
    "longreason": (longreason.BENCHMARK, HERE / "longreason", None),
    "lfed": (lfed.BENCHMARK, HERE / "lfed" / "LFED.csv", HERE),
    "cofca": (cofca.BENCHMARK, HERE / "cofca", None),
}
"""Each part's benchmark, where its files lie, and its novels where the files do not lie beside them."""


def load(source: Source = Source()) -> Loaded:  # noqa: B008 - a Source is immutable
    """The cases of the parts that the setting `part` names: one, or all."""
    wanted = source.settings.get("part", "all")
    loaded = Loaded()
    for name, (benchmark, files, novels) in PARTS.items():
        if wanted in ("all", name):
            part = benchmark.load(Source(files, novels, benchmark.chosen([])))
            loaded.cases += part.cases
            loaded.oddities += part.oddities
    return loaded


def read(question: Question, reply: str) -> str | None:
    """A raw reply as the question's own benchmark reads it."""
    benchmark = PARTS[question.benchmark][0]
    return benchmark.reading(benchmark.chosen([]))(question, reply)


def measure(exhibit: Exhibit) -> list[Score]:
    """What the case's own benchmark measures besides what all do."""
    families = PARTS[exhibit.case.question.benchmark][0].measures
    return [score for family in families for score in family(exhibit)]


def grids(cases: Sequence[Case], scores: Sequence[Score]) -> list[Grid]:
    """All parts in one table; of a single part its own tables."""
    there = {score.case for score in scores}
    parts = {case.question.benchmark for case in cases if case.id in there}
    if len(parts) == 1:
        (name,) = parts
        return PARTS[name][0].grids([case for case in cases if case.question.benchmark == name], scores)
    return [overview(cases, scores)]


BENCHMARK = Benchmark(
    "sample",
    "the embedded stories, in the formats of all five",
    load,
    settings=(Setting.one_of("part", "which of the five formats", "all", *PARTS),),
    read=read,
    measures=(measure,),
    grids=grids,
)
