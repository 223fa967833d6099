"""The measures of answers and chains: the best single table over all runs, and the whole list of one benchmark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaluations.compare.cells import many
from evaluations.metrics import (
    answers,
    chains,
    citations,
    evidence,
    precision,
    process,
    reasons,
    soundness,
    steps,
    texts,
)
from evaluations.metrics.reasons import SHORTCUT, SOFT, STRICT, THETA
from evaluations.sections.part import UNMEASURED, Part
from evaluations.table import Cell, Estimate, Grid

_NEAR = evidence.named("F1", 1)
_UNSUPPORTED = "support not judged"


@dataclass(frozen=True)
class Shown:
    """A measure's name in a table, its metric, and whether it is a share of right and wrong."""

    name: str
    metric: str
    proportion: bool = False


def glance(name: str, some: Sequence[Part]) -> Grid:
    """The best single table of one benchmark, a row a run: answers, chain, cost, and how it ended.

    A measure that no run defines has no column; the note says why.
    """
    columns = [(head, [estimate(part, shown) for part in some]) for head, shown in _headline(some[0].judge)]
    columns.append(("tokens a question", [part.count("tokens") for part in some]))
    told = [(head, [replace(cell, note="") for cell in cells]) for head, cells in columns if _any(cells)]
    header = ("run", *(head for head, _ in told), "fallbacks", "status")
    rows: list[tuple[Cell, ...]] = []
    for at, part in enumerate(some):
        rows.append((_who(part), *(cells[at] for _, cells in told), _fallbacks(part), _statuses(part)))
    left: dict[str, list[str]] = {}
    for head, cells in columns:
        if not _any(cells):
            left.setdefault(cells[0].note, []).append(head.split("\n")[0])
    why = "; ".join(f"{', '.join(heads)} ({note})" for note, heads in left.items())
    return Grid(name, header, tuple(rows), f"Undefined here: {why}." if why else "")


GLANCE = (
    "Below each value: its 95 % interval (b: over works, that is books or texts, else over questions), the standard "
    "deviation of the repeats' means (±) and n, the questions that define it. — is undefined, never 0. "
    "Benchmarks are never pooled. explicit: gold steps that stand in a paragraph. shortcut rate: right answers "
    "with a wrong chain / right answers. joint strict: right, with enough of the gold steps and of supported steps."
)


def _headline(judge: str) -> list[tuple[str, Shown]]:
    return [
        ("accuracy", Shown("", answers.ACCURACY, True)),
        (f"StepRecall\n{judge}", Shown("", steps.named(judge))),
        (f"explicit StepRecall\n{judge}", Shown("", steps.named(judge, "explicit"))),
        (f"StepPrecision supported\n{judge}", Shown("", f"{precision.SUPPORTED}({judge})")),
        ("evidence F1@1", Shown("", _NEAR)),
        ("shortcut rate@1/3", Shown("", reasons.named(SHORTCUT, judge, THETA), True)),
        ("joint strict@1/3", Shown("", reasons.named(STRICT, judge, THETA), True)),
        ("refused rate", Shown("", process.REFUSED)),
    ]


def _any(cells: Sequence[Estimate]) -> bool:
    return any(cell.value is not None for cell in cells)


def _who(part: Part) -> str:
    """The run, who researched, and over how much."""
    told = f"{part.label}\n{many(len(part.cases), 'question')}, {many(len(set(part.books.values())), 'work')}"
    return told + (f", {part.side.repeats} repeats" if part.side.repeats > 1 else "")


def listed(some: Sequence[Part]) -> Grid:
    """Every measure of one benchmark that any of its runs defines, a column a run."""
    rows: list[tuple[Cell, ...]] = []
    silent: dict[tuple[Cell, ...], list[str]] = {}
    for shown in _measures(some[0].judge):
        cells, name = tuple(estimate(part, shown) for part in some), shown.name.replace("(", " (")
        if any(cell.value is not None for cell in cells):
            rows.append((name, *cells))
        elif any(cell.note in _TELLING for cell in cells):
            silent.setdefault(cells, []).append(name)
    rows += [(", ".join(names), *cells) for cells, names in silent.items()]
    return Grid("", ("measure", *(part.label for part in some)), tuple(rows))


_TELLING = ("not attempted", chains.GUARANTEED, _UNSUPPORTED)
"""Reasons for which a row stands although no run has a value."""


def estimate(part: Part, shown: Shown) -> Estimate:
    """The measure's estimate, and of an undefined one the reason that a reader can use."""
    made, chained = part.estimate(shown.metric, shown.proportion), part.values(steps.named(part.judge))
    if shown.metric == answers.CHANCE and made.value is not None:
        return Estimate(made.value, made.n)
    if made.value is None and not chained and made.note in ("not attempted", "no explicit steps", UNMEASURED):
        return Estimate(None, note="no reference steps")
    rests = shown.metric.startswith((precision.SUPPORTED, citations.F1))
    return replace(made, note=_UNSUPPORTED) if rests and made.note == UNMEASURED else made


def _fallbacks(part: Part) -> Cell:
    """How often rules stood in for a reply that could not be read; undefined without a notebook."""
    counts = [s.value for s in part.side.scores if s.metric == "fallbacks" and s.value is not None]
    return int(sum(counts)) if counts else None


def _statuses(part: Part) -> str:
    told = Counter(trace.status for trace in part.side.traces)
    missing = [f"{part.side.open} not researched"] if part.side.open > 0 else []
    return ", ".join([*(f"{count} {status}" for status, count in told.most_common()), *missing])


def _measures(judge: str) -> list[Shown]:
    return [
        Shown(answers.ACCURACY, answers.ACCURACY, True),
        Shown("chance, by guessing", answers.CHANCE),
        Shown("exact match", texts.EM, True),
        Shown("token F1", texts.F1),
        Shown(steps.named(judge), steps.named(judge)),
        Shown("… of explicit steps", steps.named(judge, "explicit")),
        Shown("… of inferred steps", steps.named(judge, "inferred")),
        Shown(f"{precision.SUPPORTED}({judge})", f"{precision.SUPPORTED}({judge})"),
        Shown(f"{precision.GOLD}({judge})", f"{precision.GOLD}({judge})"),
        Shown(soundness.named(judge), soundness.named(judge), True),
        Shown(f"{citations.F1}({judge})", f"{citations.F1}({judge})"),
        Shown(_NEAR, _NEAR),
        Shown("QuoteValid", "QuoteValid"),
        Shown("ReadBeforeCite", "ReadBeforeCite"),
        Shown(chains.VALIDITY, chains.VALIDITY),
        Shown("shortcut rate@1/3", reasons.named(SHORTCUT, judge, THETA), True),
        Shown("joint strict@1/3", reasons.named(STRICT, judge, THETA), True),
        Shown("joint soft", reasons.named(SOFT, judge)),
        Shown(process.REFUSED, process.REFUSED),
    ]
