"""The whole report: which sections it has, in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluations.benchmarks import BENCHMARKS
from evaluations.compare.cells import many
from evaluations.page.section import Page, Prose, Section
from evaluations.published import Published
from evaluations.sections.beside import beside
from evaluations.sections.controls import controls
from evaluations.sections.evidence import evidence
from evaluations.sections.groups import groups
from evaluations.sections.measures import GLANCE, glance, listed
from evaluations.sections.part import Part, Reported, parts
from evaluations.sections.process import process
from evaluations.sections.runs import conditions, published_tables, runs_table
from evaluations.sections.spending import spending
from evaluations.sections.wins import win_rates

NAMES = {
    "detectiveqa": "DetectiveQA", "prelude": "PRELUDE", "longreason": "LongReason", "lfed": "LFED", "cofca": "CofCA",
}  # fmt: skip


def page(runs: Sequence[Reported], published: Sequence[Published] = ()) -> Page:
    """The report of these runs."""
    found = parts(runs)
    names = " · ".join(" ".join(run.side.name.split()) for run in runs)
    sections = [
        Section("At a glance", (*(glance(NAMES.get(name, name), some) for name, some in found.items()), Prose(GLANCE))),
        Section("Runs", (runs_table(runs),)),
        *(section for name, some in found.items() for section in _benchmark(name, some)),
    ]
    if published:
        sections.append(Section("Published figures", tuple(published_tables(published))))
    return Page(f"Casebook report: {names}", _subtitle(runs, found), (*sections, Section("Notes", _NOTES)))


def _subtitle(runs: Sequence[Reported], found: dict[str, list[Part]]) -> str:
    judge = runs[0].judge
    by = "judged by words in common (lexical), without a model" if judge == "lexical" else f"judged by {judge}"
    told = " · ".join(NAMES.get(name, name) for name in found) or "nothing researched yet"
    return f"{many(len(runs), 'run')} · {told} · reasoning {by}"


def _benchmark(name: str, some: Sequence[Part]) -> Iterator[Section]:
    """A chapter: the measures first, then whatever the benchmark has."""
    yield Section(NAMES.get(name, name), (conditions(some), listed(some)))
    own = [BENCHMARKS[name].grids(part.cases, part.side.scores) for part in some] if name in BENCHMARKS else []
    if tables := tuple(beside([part.label for part in some], own)):
        yield Section("In the paper's shape", tables, level=3)
    for title, made in (
        ("By length" if name == "longreason" else "By category", groups(name, some)),
        ("Gold evidence", evidence(some)),
        ("Run against run", win_rates(some)),
        ("Shortcuts and controls", controls(some)),
        ("The research", process(some)),
        ("Tokens and cost", spending(some)),
    ):
        if inside := tuple(made):
            yield Section(title, inside, level=3)


_NOTES = tuple(
    Prose(text)
    for text in (
        "n is the number of questions that define a value; repeats of a question are averaged first, so that "
        "repeating does not make questions more. An interval is over books or texts (b) from ten of them on, else "
        "over questions as if they were independent, and then too narrow. ± is the standard deviation of the "
        "repeats' means.",
        "— is undefined, with the reason below it where there is one; it is never 0. An answer that is missing or "
        "cannot be read is wrong, and counted.",
        "extractive (no model): rules over search scores, a floor to stand beside. It draws no inferences: inferred "
        "steps are not attempted, and its trivially valid chain is no merit.",
        "lexical: steps are found by words in common (idf-weighted containment of at least 0.6, or 0.3 beside the gold "
        "paragraph). No model judge's scale, and no published one's.",
        "guaranteed by the notebook: quotes that stand word for word in their paragraph, and chains that rest on "
        "evidence, are valid by construction; the refused rate stands for them.",
    )
)
