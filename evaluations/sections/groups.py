"""Accuracy by what a benchmark groups its questions by: the length of the text, or the category."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from evaluations.benchmarks.lfed.rows import BLOCKS
from evaluations.benchmarks.lfed.tables import best_letter
from evaluations.benchmarks.longreason.files import SPLITS
from evaluations.case import Case
from evaluations.metrics.answers import ACCURACY, CHANCE
from evaluations.page.section import Part as PagePart
from evaluations.page.section import Picture
from evaluations.plots.bars import Group, bars
from evaluations.plots.lines import lines
from evaluations.sections.part import Part
from evaluations.table import Estimate, Grid


def groups(benchmark: str, some: Sequence[Part]) -> Iterator[PagePart]:
    """LongReason by length, LFED by category; nothing for the others."""
    if benchmark == "longreason":
        yield from _lengths(some)
    elif benchmark == "lfed":
        yield from _categories(some)


def _lengths(some: Sequence[Part]) -> Iterator[PagePart]:
    found = {case.tags.get("split", "") for part in some for case in part.cases}
    order = [split for split in SPLITS if split in found]
    if not order:
        return
    names = [split.upper() if split[:1].isdigit() else split for split in order]
    told = [(part, [_of(part, "split", split) for split in order]) for part in some]
    header = ("run", *names)
    yield Grid("Accuracy by length of the text, with intervals", header, tuple((p.label, *cells) for p, cells in told))
    chances = [value for part in some for value in part.values(CHANCE).values()]
    level = sum(chances) / len(chances) if chances else None
    whole = sum(not split[:1].isdigit() for split in order)
    drawn = [(part.label, cells) for part, cells in told]
    draw = partial(lines, names, drawn, "the short question, and in texts of so many tokens", level, whole)
    alt = "; ".join(f"{part.side.name}: {_values(names, cells)}" for part, cells in told)
    yield Picture("Accuracy by length of the text, with 95 % intervals.", alt, draw)


def _categories(some: Sequence[Part]) -> Iterator[PagePart]:
    found = {case.tags.get("category", "") for part in some for case in part.cases} - {""}
    order = [name for name, _ in BLOCKS if name in found] + sorted(found - {name for name, _ in BLOCKS})
    if not order:
        return
    told = [(name, [_of(part, "category", name) for part in some]) for name in order]
    header = ("category", *(part.label for part in some))
    yield Grid("Accuracy by category, with intervals", header, tuple((name, *cells) for name, cells in told))
    rows = [Group(name, tuple(cells), _constant(name, some)) for name, cells in told]
    alt = "; ".join(f"{name}: {_values([p.side.name for p in some], cells)}" for name, cells in told)
    title = "Accuracy by category, with 95 % intervals. Dotted: what the best single letter would get."
    yield Picture(title, alt, partial(bars, rows, [part.label for part in some]))


def _of(part: Part, tag: str, value: str) -> Estimate:
    only = [case for case in part.cases if case.tags.get(tag) == value]
    made = part.estimate(ACCURACY, True, only)
    return made if made.value is not None else Estimate(None, note="not asked")


def _constant(category: str, some: Sequence[Part]) -> float | None:
    cases: dict[str, Case] = {c.id: c for part in some for c in part.cases if c.tags.get("category") == category}
    return best_letter([*cases.values()])[1] if cases else None


def _values(names: Sequence[str], cells: Sequence[Estimate]) -> str:
    return ", ".join(f"{n} {100 * c.value:.0f} %" for n, c in zip(names, cells, strict=True) if c.value is not None)
