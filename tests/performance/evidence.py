"""How much gold evidence is found: passages at 3, 5 and 10 by each way of searching, and the whole research.

    uv run python tests/performance/evidence.py [ANNOTATIONS BOOKS]

Without arguments it reads the embedded sample. Passages are windows of about 200 tokens over the view; the
value is the share of gold paragraphs that stand in one of the first k, averaged over questions.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.table import Table

from agent.extractive import ExtractiveReasoner
from agent.fold import fold
from agent.loop import LoopResearcher
from evaluations.benchmarks import benchmark
from evaluations.benchmarks.benchmark import Source
from evaluations.case import Case
from evaluations.embedders import chosen
from evaluations.home import home
from evaluations.lookup import recall as passages
from evaluations.lookup.looks import DEPTHS, WAYS
from evaluations.metrics.evidence import funnel
from evaluations.views import Views
from tools.request import QueryKind
from tools.search import BookSearch, SearchSettings

SETTINGS = {
    "all on": SearchSettings(),
    "no context": SearchSettings(context=False),
    "no scene limit": SearchSettings(scene=0),
    "not situated": SearchSettings(situated=False),
    "people in scope": SearchSettings(people=True),
    "names not widened": SearchSettings(widen=False),
}


def question_alone(case: Case) -> str:
    return case.question.text


def with_options(case: Case) -> str:
    return " ".join([case.question.text, *case.question.options.values()])


def recall(search: BookSearch, text: str, kind: QueryKind, depth: int, gold: tuple[int, ...]) -> float:
    return passages.recall(search.passages_for(text, depth, kind), gold)


def passages_table(searches: dict[str, tuple[Case, BookSearch]], name: str) -> Table:
    pool = fmean(len(search.passages) for _, search in searches.values())
    table = Table("query", "by", *(f"@{d}" for d in DEPTHS), title=f"{name}: gold passages found (pool {pool:.0f})")
    asks: dict[str, Callable[[Case], str]] = {"question": question_alone, "question + options": with_options}
    for asked, text in asks.items():
        for kind in WAYS:
            if kind != "keyword" and all(search.vectors is None for _, search in searches.values()):
                continue
            cells = [
                fmean(recall(s, text(c), kind, depth, c.gold.positions(c.cut)) for c, s in searches.values())
                for depth in DEPTHS
            ]
            table.add_row(asked, kind, *(f"{100 * cell:.0f} %" for cell in cells))
    blind = [
        fmean(passages.blind(s.passages, c.gold.positions(c.cut), d) for c, s in searches.values()) for d in DEPTHS
    ]
    table.add_row("", "at random", *(f"{100 * cell:.0f} %" for cell in blind))
    return table


def research_row(cases: list[Case], views: Views, settings: SearchSettings) -> tuple[str, ...]:
    """Gold found, read, accepted and cited by the extractive agent, and how many paragraphs it read."""
    meaning, shares, reads = chosen("auto", home()), [], []
    for case in cases:
        search = BookSearch(views.view(case), meaning, settings)
        state = fold(asyncio.run(LoopResearcher(ExtractiveReasoner()).research(case.question, search)))
        gold = set(case.gold.positions(case.cut))
        seen = funnel(state, state.answer.citations if state.answer else ())
        shares.append([len(stage & gold) / len(gold) for stage in seen.values()])
        reads.append(len(state.read))
    return (*(f"{100 * fmean(stage):.0f} %" for stage in zip(*shares, strict=True)), f"{fmean(reads):.0f}")


def main() -> None:
    arguments = [Path(one) for one in sys.argv[1:]]
    source = Source(arguments[0], arguments[1]) if arguments else Source(settings={"part": "detectiveqa"})
    cases = benchmark("detectiveqa" if arguments else "sample").load(source).cases
    cases = [case for case in cases if case.gold.positions(case.cut)]
    views, out, meaning = Views(), Console(width=100), chosen("auto", home())
    for language in sorted({case.question.language for case in cases}):
        mine = [case for case in cases if case.question.language == language]
        searches = {case.id: (case, BookSearch(views.view(case), meaning)) for case in mine}
        out.print(passages_table(searches, f"{language}, {len(mine)} questions"))
        table = Table("the extractive agent", "found", "read", "accepted", "cited", "paragraphs read")
        for name, settings in SETTINGS.items():
            table.add_row(name, *research_row(mine, views, settings))
        out.print(table)


if __name__ == "__main__":
    main()
