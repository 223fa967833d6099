"""The runs of a report: what was asked of whom, with what; and the papers' figures beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from evaluations.compare.cells import many
from evaluations.page.section import Part as PagePart
from evaluations.page.section import Prose
from evaluations.published import Published
from evaluations.sections.part import Part, Reported
from evaluations.shortcuts import control_of
from evaluations.table import Cell, Grid
from evaluations.works import works

HEADER = (
    "run", "benchmark", "researched", "languages", "books or texts", "repeats", "settings", "embedder",
    "odd in the files", "made with",
)  # fmt: skip


def runs_table(runs: Sequence[Reported]) -> Grid:
    """A row a run."""
    note = "Rows of the benchmark's files that were skipped are no questions; repaired ones are (casebook data check)."
    return Grid("", HEADER, tuple(map(_row, runs)), note)


def _row(run: Reported) -> tuple[Cell, ...]:
    side, record = run.side, run.side.record
    done = side.done
    seen = [case for case in side.cases if case.id in done]
    spoken = Counter(case.question.language for case in seen)
    odd = Counter(one.done for one in record.oddities)
    settings = [f"{name}={value}" for name, value in record.settings.items()]
    return (
        run.label, record.benchmark, f"{len(seen):,} of {len(side.cases):,}",
        ", ".join(f"{n:,} {language}" for language, n in sorted(spoken.items())), len(set(works(seen).values())),
        side.repeats, ", ".join([*settings, f"rounds={record.budget.rounds}"]), record.embedder,
        ", ".join(f"{n} {done}" for done, n in odd.items()) or "none",
        f"casebook {record.versions.get('casebook', '?')}",
    )  # fmt: skip


def conditions(some: Sequence[Part]) -> Prose:
    """Under what conditions the tables of a benchmark were made: on how much, by which judge, with which intervals."""
    questions = {case.id: case for part in some for case in part.cases}
    books = len(set(works(questions.values()).values()))
    over = {one.over for part in some for one in [part.estimate("accuracy", True)] if one.over}
    spans = (
        "95 % intervals over books or texts (b)"
        if over == {"books"}
        else "95 % intervals over questions, as if independent: fewer than ten books give none of their own"
        if books < len(questions)
        else "95 % intervals over questions, each of which has a text of its own"
    )
    judge = some[0].judge
    judged = "steps judged by words in common, no model judge's scale (lexical)" if judge == "lexical" else (
        f"steps judged by {judge}"
    )  # fmt: skip
    size = f"{many(len(questions), 'question')} on {many(books, 'book or text', 'books or texts')}"
    beside = ", ".join(dict.fromkeys(name for part in some if (name := control_of(part.side))))
    return Prose(f"{size}; {judged}; {spans}. " + (f"Controls: {beside}." if beside else "No control beside it."))


def published_tables(made: Sequence[Published]) -> Iterator[PagePart]:
    """The papers' rows, marked as theirs, with ours below."""
    for one in made:
        rows: list[tuple[Cell, ...]] = [(system, "theirs", *values, "") for system, values in one.theirs]
        rows += [(f"{ours.run}\n{ours.player}", "ours", *ours.values, ours.questions) for ours in one.ours]
        note = f"theirs: {one.settings} ({one.source}), in their wording; ours in ours."
        yield Grid(f"{one.benchmark}: {one.title}", ("", "whose", *one.measures, "questions"), tuple(rows), note)
