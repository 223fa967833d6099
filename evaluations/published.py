"""The papers' figures of a benchmark, and ours beside them: marked as theirs, in their settings and wording."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from evaluations.case import Case
from evaluations.compare.figures import macro_f1
from evaluations.compare.side import Side
from evaluations.metrics.aggregates import geometric_mean
from evaluations.metrics.answers import ACCURACY
from evaluations.scoring import by_question
from evaluations.works import works

Values = tuple[float | None, ...]


@dataclass(frozen=True)
class Ours:
    """A run of ours in a published table: over how many questions and works, with which figures."""

    run: str
    player: str
    questions: int
    books: int
    values: Values
    judge: str = ""
    """Whose verdicts its StepRecall is of; '' where it has none that is on the papers' scale."""
    judged: int = 0
    """The questions of which there are such verdicts."""


@dataclass(frozen=True)
class Published:
    """One table of a paper; figures are shares from 0 to 1."""

    benchmark: str
    title: str
    source: str
    settings: str
    """Theirs, in our words."""
    measures: tuple[str, ...]
    theirs: tuple[tuple[str, Values], ...]
    ours: tuple[Ours, ...]


def published(runs: Sequence[Side]) -> list[Published]:
    """The tables of the benchmarks that the runs are of, in the order of the runs; [] for one that has none.

    The embedded sample imitates the benchmarks' formats with stories of its own, so nothing published is about it.
    """
    names = dict.fromkeys(run.record.benchmark for run in runs)
    tables = reported("table")
    return [_table(one, runs) for name in names for one in tables if one["benchmark"] == name]


def reported(kind: str) -> list[dict[str, Any]]:
    """What stands in published.toml under this name, as it stands there: `table` or `passages`."""
    found: list[dict[str, Any]] = tomllib.loads((files("evaluations") / "published.toml").read_text("utf-8"))[kind]
    return found


def beside(raw: dict[str, Any], ours: Sequence[Ours] = ()) -> Published:
    """What is reported, with figures of ours in the same measures."""
    theirs = tuple((str(system), tuple(round(v / 100, 4) for v in values)) for system, *values in raw["rows"])
    measures = tuple(raw["measures"])
    return Published(raw["benchmark"], raw["title"], raw["source"], raw["settings"], measures, theirs, tuple(ours))


def _table(raw: dict[str, Any], runs: Sequence[Side]) -> Published:
    kept = [run for run in runs if run.record.benchmark == raw["benchmark"] and _fits(raw, run)]
    return beside(raw, [one for run in kept if (one := _ours(raw, raw["measures"], run))])


def _fits(raw: dict[str, Any], run: Side) -> bool:
    """Whether the run is of the table's split, and saw as much text as its systems: some, or none."""
    if raw.get("split", run.record.settings.get("split")) != run.record.settings.get("split"):
        return False
    blind = all(trace.view is None or not trace.view.paragraphs for trace in run.traces)
    return "text" not in raw or blind == (raw["text"] == "none")


def _ours(raw: dict[str, Any], measures: Sequence[str], run: Side) -> Ours | None:
    asked = [case for case in run.cases if case.id in run.done and _about(raw, case)]
    if not asked:
        return None
    part = run.only({case.id for case in asked})
    values = tuple(_FIGURES.get(name, _mean(name))(part) for name in measures)
    recall = _recall(part) if "StepRecall" in measures else ""
    judged = by_question(part.scores, recall) if recall else {}
    judge = recall[len("StepRecall(") : -1] if judged else ""
    return Ours(run.name, run.player, len(asked), len(set(works(asked).values())), values, judge, len(judged))


def _about(raw: dict[str, Any], case: Case) -> bool:
    asked = case.question
    return (
        all(case.tags.get(tag) == value for tag, value in raw.get("tags", {}).items())
        and raw.get("language", asked.language) == asked.language
        and raw.get("sub_questions", asked.sub_mode != "hidden") == (asked.sub_mode != "hidden")
    )


def _mean(metric: str) -> Callable[[Side], float | None]:
    def found(run: Side) -> float | None:
        values = by_question(run.scores, metric).values()
        return sum(values) / len(values) if values else None

    return found


def _steps(run: Side) -> float | None:
    recall = _recall(run)
    return _mean(recall)(run) if recall else None


def _recall(run: Side) -> str:
    """The metric of the steps found, by a model's judge alone: words in common are not the papers' scale. Or ''."""
    judged = sorted({s.metric for s in run.scores if s.metric.startswith("StepRecall(") and "," not in s.metric})
    return next((name for name in judged if name != "StepRecall(lexical)"), "")


def _together(run: Side) -> float | None:
    right, found = _mean(ACCURACY)(run), _steps(run)
    return None if right is None or found is None else geometric_mean(right, found)


_FIGURES: dict[str, Callable[[Side], float | None]] = {
    "StepRecall": _steps,
    "G.M.": _together,
    "macro-F1": macro_f1,
}
"""Measures that are no mean of a metric of the same name."""
