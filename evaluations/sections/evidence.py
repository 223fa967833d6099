"""Gold evidence: where it was lost on the way to the answer, how exactly it was cited, and at what depth it lay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from evaluations.metrics.evidence import STAGES, TOLERANCES, named
from evaluations.needles import WITHIN, Needle
from evaluations.page.section import Part as PagePart
from evaluations.page.section import Picture, Prose
from evaluations.plots.bars import Group, bars
from evaluations.plots.heat import Heat, heat
from evaluations.sections.part import Part
from evaluations.table import Cell, Grid

DEPTHS = (0.0, 0.2, 0.4, 0.6, 0.8)
"""Where each band of depth begins."""
LENGTHS = (2, 4, 8, 16, 32, 64, 96, 128, 192, 256)
"""Thousands of tokens at which a band of lengths ends."""
_Hits = dict[tuple[int, int], list[bool]]
"""(band of depth, band of length) to whether each needle in it was found."""


def evidence(some: Sequence[Part]) -> Iterator[PagePart]:
    """The funnel, the distances, and a heat map for each run; nothing where no gold paragraph is known."""
    told = [part for part in some if part.values("cited")]
    if not told:
        return
    yield from _funnel(told)
    yield _distances(told)
    for part in told:
        yield from _depths(part)


def _funnel(told: Sequence[Part]) -> Iterator[PagePart]:
    rows: list[tuple[Cell, ...]] = [(part.label, *(part.estimate(stage) for stage in STAGES)) for part in told]
    note = "Shares of the gold paragraphs in the view: in a result list, read, quoted in the notebook, cited."
    yield Grid("Where gold evidence was lost", ("run", *STAGES), tuple(rows), note)
    groups = [Group(stage, tuple(part.estimate(stage) for part in told)) for stage in STAGES]
    labels = [part.label for part in told]
    alt = "; ".join(f"{part.side.name}: " + _stages(part) for part in told)
    yield Picture(
        "Share of gold paragraphs that reached each stage, with 95 % intervals.", alt, partial(bars, groups, labels)
    )


def _stages(part: Part) -> str:
    told = ((stage, part.estimate(stage).value) for stage in STAGES)
    return ", ".join(f"{stage} {100 * value:.0f} %" for stage, value in told if value is not None)


def _distances(told: Sequence[Part]) -> Grid:
    rows: list[tuple[Cell, ...]] = []
    for part in told:
        for figure in ("recall", "precision", "F1"):
            cells = [part.estimate(named(figure, t)) for t in TOLERANCES]
            rows.append((f"{part.label}", figure, *cells))
    header = ("run", "evidence", *(f"at most {t} apart" for t in TOLERANCES))
    return Grid("Cited against gold paragraphs, one to one", header, tuple(rows))


def _depths(part: Part) -> Iterator[PagePart]:
    """The two maps of one run, as a table and as a picture: said in the reasoning, and cited."""
    if not part.needles:
        return
    said = _hits([(needle, needle.said) for needle in part.needles])
    cited = _hits([(needle, needle.cited) for needle in part.needles])
    bands = sorted({length for _, length in (*said, *cited)})
    if not any(hit for hits in (said, cited) for some in hits.values() for hit in some):
        yield Prose(
            f"{' · '.join(part.label.split(chr(10)))}: none of {len(part.needles)} placed gold steps was found."
        )
        return
    depths = [f"{100 * low:.0f}–{100 * low + 20:.0f} %" for low in DEPTHS]
    names = [_length(band) for band in bands]
    maps = {f"said in the reasoning ({part.judge})": said, f"cited within {WITHIN} paragraph": cited}
    maps = {title: hits for title, hits in maps.items() if hits}
    header = ("depth in the text", *(f"{title}, {name}" for title in maps for name in names))
    rows = tuple(
        (depths[at], *(_told(hits, at, band) for hits in maps.values() for band in bands)) for at in range(len(DEPTHS))
    )
    title = f"Evidence recall by depth and length: {' · '.join(part.label.split(chr(10)))}"
    note = "Gold steps with a paragraph; depth: characters before it / characters of the view; length in tokens, about."
    yield Grid(title, header, rows, f"{note} In brackets: of how many.")
    panels = [Heat(name, _cells(hits, bands)) for name, hits in maps.items()]
    draw = partial(heat, panels, depths, names, "depth in the text", "tokens of the view")
    whole = ", ".join(f"{name}: {_share(hits)}" for name, hits in maps.items())
    yield Picture(f"{title}.", f"Heat map of evidence recall. {whole}. The table above has each cell.", draw)


def _hits(needles: Sequence[tuple[Needle, bool | None]]) -> _Hits:
    found: _Hits = {}
    for needle, hit in needles:
        if hit is not None:
            depth = min(int(needle.depth * len(DEPTHS)), len(DEPTHS) - 1)
            length = sum(needle.tokens >= 1000 * end for end in LENGTHS)
            found.setdefault((depth, length), []).append(hit)
    return found


def _cells(hits: _Hits, bands: Sequence[int]) -> tuple[tuple[tuple[float, int] | None, ...], ...]:
    cells = {at: (sum(some) / len(some), len(some)) for at, some in hits.items()}
    return tuple(tuple(cells.get((depth, band)) for band in bands) for depth in range(len(DEPTHS)))


def _told(hits: _Hits, depth: int, band: int) -> Cell:
    some = hits.get((depth, band))
    return f"{100 * sum(some) / len(some):.0f} % ({len(some)})" if some else None


def _share(hits: _Hits) -> str:
    flat = [hit for some in hits.values() for hit in some]
    return f"{100 * sum(flat) / len(flat):.0f} % of {len(flat)}"


def _length(band: int) -> str:
    if band == 0:
        return f"< {LENGTHS[0]}k"
    return f"≥ {LENGTHS[-1]}k" if band == len(LENGTHS) else f"{LENGTHS[band - 1]}–{LENGTHS[band]}k"
