"""Looks on a screen of 80 columns: a table a benchmark, what its columns say, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from evaluations.compare.cells import plain
from evaluations.lookup.figures import Figure
from evaluations.lookup.looks import DEPTHS
from evaluations.lookup.lookup import Lookup
from evaluations.prose import Prose
from evaluations.table import Estimate
from tools.book import Language

TITLE = "gold passages found with the question alone"
_NOTE = (
    "Share of gold paragraphs in the first 3, 5 and 10 windows of about 200 tokens (a longer paragraph is a window). "
    "pool: windows in a view. at random: expected of a blind draw from it. Only texts of like length compare.\n"
    "95 % intervals: over books or texts where there are ten or more, and more questions than those; else over "
    "questions."
)


def tables(found: Lookup) -> Iterator[RenderableType]:
    """A table a benchmark, never pooled, and the notes below them all."""
    for name in dict.fromkeys(figure.benchmark for figure in found.figures):
        yield Prose(f"{name}: {TITLE}", "italic")
        yield _table(name, found)
    if found.figures:
        yield Prose(_NOTE, "dim")
    for told in [*_embedders(found), *_theirs(found)]:
        yield Prose(told, "dim")
    yield from map(Prose, _left(found))


def _table(benchmark: str, found: Lookup) -> Table:
    depths = (f"@{depth}" for depth in DEPTHS)
    table = plain("", "", "n", "books", "pool", *depths)
    for language in found.languages:
        mine = [one for one in found.figures if (one.benchmark, one.language) == (benchmark, language)]
        for row in [*map(_row, mine), *(_papers(language, found) if mine else ())]:
            table.add_row(*map(Text, row))
        table.add_section()
    return table


def _row(figure: Figure) -> Sequence[str]:
    counts = map(str, (figure.n, figure.books, figure.pool))
    return f"{figure.language} {figure.way}", *counts, *(_cell(figure.recall[depth]) for depth in DEPTHS)


def _papers(language: Language, found: Lookup) -> Iterator[Sequence[str]]:
    theirs = (found.published or {}).get(language)
    for system, values in theirs.theirs if theirs else ():
        yield f"{language} {system}", "theirs", "", "", *(_percent(value) for value in values)


def _cell(share: Estimate) -> str:
    if share.low is None or share.high is None:
        return _percent(share.value)
    return f"{_percent(share.value)} {100 * share.low:.0f}–{100 * share.high:.0f}"


def _percent(value: float | None) -> str:
    return "—" if value is None else f"{100 * value:.0f} %"


def _embedders(found: Lookup) -> Iterator[str]:
    for language, name in found.semantic.items():
        if any((figure.language, figure.way) == (language, "semantic") for figure in found.figures):
            yield f"semantic, {language}: {name}."


def _theirs(found: Lookup) -> Iterator[str]:
    """In which setting the papers' figures are, and how long our texts are beside theirs."""
    lengths = {figure.language: figure.tokens for figure in found.figures}
    for language, one in (found.published or {}).items():
        if language in lengths:
            here = f"Views here: about {lengths[language]:,} tokens"
            yield f"theirs, {language}: {one.settings} ({one.source}). {here}."
    if found.published == {}:
        why = ": its texts are the project's own" if found.benchmark == "sample" else ""
        yield f"Nothing of this is published about {found.benchmark}{why}."


def _left(found: Lookup) -> Iterator[str]:
    for why, counts in found.left.items():
        told = ", ".join(f"{count:,} of {benchmark}" for benchmark, count in counts.items())
        yield f"Left out, {why}: {told}."
    if found.skipped:
        yield f"Skipped in the files, as named above: {found.skipped:,}."
