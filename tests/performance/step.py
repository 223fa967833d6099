"""How long it takes to go to any event of a long trace, back and forth, and to draw its screen.

uv run python -m tests.performance.step
"""

from __future__ import annotations

import io
import random
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from rich.console import Console

from agent.fold import fold
from agent.moves import Conclusion, HypothesisMove, InferenceMove, Probe, QuoteMove
from agent.notebook import Notebook
from agent.question import Budget, Player, Question, view_of
from agent.trace import Event
from evaluations.stepping.cursor import Cursor
from evaluations.stepping.gold import Marks
from evaluations.stepping.screen import Screen
from tools.book import book_of
from tools.search import BookSearch

SIZES = (200, 1000, 5000)
TRIES = 50
NAMES = "Orme Tarrant Quill Piers Maud Brace Luce Pym".split()
THINGS = "ledger lantern boathouse kettle signet harness almanac orchard".split()


def events(count: int) -> list[Event]:
    """A trace of about `count` events of all kinds: queries, hits, readings, quotations, inferences, assessments."""
    draw = random.Random(1)
    texts = [
        f"{draw.choice(NAMES)} put the {draw.choice(THINGS)} of day {n} behind the stove again" for n in range(count)
    ]
    search = BookSearch(book_of(texts, "A long winter"))
    question = Question(
        id="q", benchmark="b", kind="choice", text="Who?", options=dict(zip("ABCD", NAMES, strict=False))
    )
    notebook = Notebook(search.view)
    budget = Budget(rounds=count, queries_a_round=1)
    notebook.open(Player(name="by hand", kind="model"), question, view_of(search.view), budget)
    for label, text in question.options.items():
        notebook.hypothesize(HypothesisMove(label=label, text=text))
    for round_ in range(1, count):
        if len(notebook.events) >= count - 1:
            break
        notebook.enter("probe", round_)
        if query := notebook.probe(Probe(kind="keyword", text=f"{draw.choice(THINGS)} day {round_}")):
            notebook.found(query, search.look("keyword", f"day {round_}"))
        notebook.read(range(round_, round_ + 3))
        notes = [notebook.quote(QuoteMove(paragraph=p, quote=search.view[p], stance={"H1": draw.uniform(-1, 1)}))
                 for p in range(round_, round_ + 3)]  # fmt: skip
        notebook.infer(InferenceMove(text=f"So much for day {round_}", parents=tuple(n for n in notes if n)))
        notebook.assess()
    notebook.answer(Conclusion(value=None), "forced")
    return notebook.events


def took(act: Callable[[], object]) -> float:
    """Milliseconds."""
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def measured(told: list[Event]) -> str:
    """Milliseconds of opening a trace, of going to TRIES events in no order, and of drawing each."""
    opening = took(partial(Cursor, told))
    cursor, draw = Cursor(told), random.Random(2)
    going, showing = [], []
    for place in (len(told) // 2, *(draw.randint(1, len(told)) for _ in range(TRIES))):
        cursor.to(place)
        going.append(took(partial(cursor.at, place)))
        out = Console(file=io.StringIO(), width=80)
        showing.append(took(partial(out.print, Screen(cursor, Marks(), "q", 21))))
    row = f"{len(told):>8} {opening:>9.1f} {median(going):>18.2f} {max(going):>8.2f}"
    return f"{row} {median(showing):>15.1f} {max(showing):>8.1f}"


def main() -> None:
    print(
        f"{'events':>8} {'opening':>9} {'any event: median':>18} {'worst':>8} {'screen: median':>15} {'worst':>8}   ms"
    )
    for size in SIZES:
        print(measured(events(size)))
    first = events(200)[:100]
    print(f"event 100 of 200, by the fold alone, from nothing: {took(partial(fold, first)):.2f} ms")


if __name__ == "__main__":
    main()
