"""Told: the reasons on a screen of 80 columns, one paragraph at length or several as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from agent.trace import Part
from evaluations.prose import Prose, hung, one_line, short
from evaluations.why.fate import Fate
from evaluations.why.places import Place
from evaluations.why.reach import Word
from evaluations.why.reasons import Reason, Reasons

LISTS = ("words", "names", "passages", "meaning", "phrase", "near")
WORDS = 8
"""Words of a paragraph that are shown."""
_LOST = {
    "cut": "not in the view",
    "found": "lost at found",
    "read": "lost at read",
    "accepted": "lost at quoted",
    "cited": "lost at cited",
    "": "cited",
}


def told(made: Reasons, gold: Mapping[int, str] | None = None) -> RenderableType:
    """One paragraph at length; several as a table, with the gold steps under it where they are given."""
    about = Text.assemble((made.trace.question.id, "bold"), f" · {one_line(made.trace.researcher.name)}")
    body = list(_at_length(made.reasons[0], gold or {}) if len(made.reasons) == 1 else _table(made.reasons, gold or {}))
    return Group(about, *body, *(Prose(note, "dim") for note in made.notes))


def _at_length(reason: Reason, gold: Mapping[int, str]) -> Iterator[RenderableType]:
    fate = reason.fate
    yield Text(f"\nparagraph [{fate.paragraph}]: {_LOST[fate.lost]}", "bold green" if fate.cited else "bold red")
    if fate.paragraph in gold:
        yield hung(Text("gold", "green"), Prose(gold[fate.paragraph], "green"))
    if reason.text:
        yield Padding(Prose(reason.text, "dim"), (0, 0, 0, 2))
    yield Text()
    yield _funnel(reason)
    if fate.why:
        yield Text(f"\nWhy: {fate.why}.")
    if reason.places:
        yield Text("\nIn every query's lists (– is nowhere in it):")
        yield _places(reason)
    if reason.words:
        yield Text("\nWhat would have reached it, each word asked alone:")
        yield _words(reason.words)


def _funnel(reason: Reason) -> RenderableType:
    fate = reason.fate
    best = min(fate.hits, key=lambda query: fate.hits[query], default="")
    found = f"hit {fate.hits[best]} of {best}" if best else f"{_no(fate, 'hits')}{_nearest(reason)}"
    readings = ", ".join(f"round {one.round}{f' for {one.query}' if one.query else ''}" for one in fate.readings)
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(no_wrap=True, style="bold")
    rows.add_column(overflow="fold")
    rows.add_row("found", found)
    rows.add_row("read", one_line(readings) or _no(fate, "reads"))
    rows.add_row("quoted", ", ".join(fate.quoted) or "no")
    for refusal in fate.refused:
        rows.add_row("refused", Prose(f"{refusal.guard} (round {refusal.round}): {refusal.reason}", "red"))
    rows.add_row("cited", "yes" if fate.cited else "no")
    return rows


def _no(fate: Fate, part: Part) -> str:
    """`no`, or that the source of imported research does not tell."""
    return "not told by the imported file" if part in fate.untold else "no"


def _nearest(reason: Reason) -> str:
    """The query that came nearest, in words to follow `no`."""
    near = reason.nearest
    if near is None:
        return ""
    if near.merged:
        return f"; nearest was {near.query.id}, place {near.merged} of its fused list"
    name = min((name for name, rank in near.lists.items() if rank), key=lambda name: near.lists[name] or 0)
    return f"; nearest was {near.query.id}, place {near.lists[name]} of its list {name}"


def _places(reason: Reason) -> RenderableType:
    present = [name for name in LISTS if any(name in place.lists for place in reason.places)]
    header = ["", "hit", *(["fused"] if present else []), *present]
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    for name in header:
        table.add_column(name, justify="right" if name else "left", no_wrap=True)
    table.add_column("query", overflow="ellipsis", no_wrap=True, ratio=1)
    table.expand = True
    for place in reason.places:
        style = "bold" if place is reason.nearest else ""
        ranks = [place.hit, *([place.merged] if present else []), *(place.lists.get(name) for name in present)]
        text = short(f"{place.query.kind}: {place.query.text}")
        table.add_row(place.query.id, *(str(rank or "–") for rank in ranks), text, style=style)
    return table


def _words(words: Sequence[Word]) -> RenderableType:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("place", "word", "stands in", ""):
        table.add_column(name, justify="right" if name == "place" else "left", overflow="fold")
    for word in words[:WORDS]:
        marks = [text for text, holds in (("a name", word.name), ("in the question", word.given),
                                          ("was asked", word.asked)) if holds]  # fmt: skip
        count = f"{word.paragraphs} paragraph{'s' if word.paragraphs != 1 else ''}"
        table.add_row(str(word.rank or "–"), Prose(word.text), count, ", ".join(marks))
    return table


def _table(reasons: Sequence[Reason], gold: Mapping[int, str]) -> Iterator[RenderableType]:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("", "outcome", "nearest query", "quoted", "would reach it"):
        table.add_column(name, overflow="fold")
    for reason in reasons:
        fate = reason.fate
        table.add_row(
            Text(f"[{fate.paragraph}]"),
            Text(_LOST[fate.lost], "green" if fate.cited else "red"),
            _near(reason.nearest),
            Text(", ".join([*fate.quoted, *(f"refused: {one.guard}" for one in fate.refused)]) or "no"),
            Text(_first_words(reason.words)),
        )
    yield Text()
    yield table
    for reason in reasons:
        number = reason.fate.paragraph
        why = [Prose(f"{fate.why}.", "dim")] if (fate := reason.fate).why else []
        yield Text()
        yield hung(Text(f"[{number}]"), Group(Prose(gold.get(number, "")), *why))


def _near(place: Place | None) -> Text:
    if place is None:
        return Text("none")
    if place.hit:
        return Text(f"{place.query.id}, hit {place.hit}")
    rank = place.merged or min(rank for rank in place.lists.values() if rank)
    return Text(f"{place.query.id}, {'place' if place.merged else 'in one list'} {rank}")


def _first_words(words: Sequence[Word]) -> str:
    near = [f"{one_line(word.text)} {word.rank}" for word in words if word.rank and not word.asked]
    return ", ".join(near[:3]) or "–"
