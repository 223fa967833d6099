"""PRELUDE: is a character's invented prequel consistent with the book? The novels are the user's own.

Official files: subset, all (the full set) and public, as parquet; the same rows are read from .jsonl, .json and .csv.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.question import Example, Question
from evaluations.benchmarks.benchmark import Benchmark, Setting, Source
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.prelude.examples import MANY, Examples
from evaluations.benchmarks.prelude.files import prequels_in
from evaluations.benchmarks.prelude.reading import read
from evaluations.benchmarks.prelude.rows import Prequel
from evaluations.benchmarks.prelude.tables import grids
from evaluations.benchmarks.prelude.words import OPTIONS, RULES
from evaluations.benchmarks.shelf import Shelf
from evaluations.benchmarks.titles import is_public
from evaluations.case import Case, Gold
from evaluations.library import Absent
from evaluations.metrics import verdicts
from tools.book import Language
from tools.mistake import Mistake

SETTINGS = (
    Setting.one_of("split", "which of the official sets", "full", "subset", "public"),
    Setting.one_of("mode", "what is read: the novel by an agent, nothing, or retrieved chunks", "agent", "no-context",
                   "rag"),
    Setting.one_of("shots", f"worked examples from other books (the paper: 5; many: up to {MANY})", *"012345", "many"),
    Setting("examples", "a file of labelled rows to take the examples from, instead of the rows at hand", "",
            "a .parquet, .jsonl, .json or .csv file", lambda value: True),
    Setting.number("seed", "which examples are drawn", 0, 0, 9999),
    Setting.number("k", "rag: how many chunks are shown", 40, 1, 1000),
    Setting.number("chunk", "rag: tokens of a chunk", 500, 50, 8000),
    Setting.one_of("order", "rag: how the chunks are ordered (by book scored worse in the paper)", "relevance", "book"),
)  # fmt: skip


@dataclass(frozen=True)
class Retrieval:
    """The paper's retrieval baseline: the `k` best chunks of about `chunk` tokens, by relevance or in book order."""

    k: int = 40
    chunk: int = 500
    order: str = "relevance"

    @classmethod
    def chosen(cls, source: Source) -> Retrieval:
        given = source.settings
        return cls(int(given.get("k", cls.k)), int(given.get("chunk", cls.chunk)), given.get("order", cls.order))


def load(source: Source) -> Loaded:
    """The cases of a file, or of the split's files in a folder; rows whose novel is not there are skipped.

    Mistake when no novel at all is there, unless the mode reads none.
    """
    loaded = Loaded()
    prequels = prequels_in(source.path, source.settings.get("split", "full"), loaded)
    examples = Examples.chosen(source.settings, prequels, loaded)
    shelf = _shelf(source, prequels)
    mode = source.settings.get("mode", "agent")
    absent = 0
    for prequel in prequels:
        try:
            book, language = _book(shelf, prequel)
        except Mistake as mistake:
            loaded.skip(prequel.source, str(mistake))
            absent += isinstance(mistake, Absent)
            continue
        loaded.cases.append(_case(prequel, book, language, examples.of(prequel), mode))
    if absent == len(prequels):
        raise Mistake(f"None of the novels is in {str(source.books)!r}: {_told(prequels)}",
                      cure="Name the files by these titles, or list them in books.tsv (title, tab, file).",
                      exit_code=1)  # fmt: skip
    _say_few(loaded, examples.shots)
    return loaded.usable(source.path)


def _shelf(source: Source, prequels: Sequence[Prequel]) -> Shelf | None:
    """The user's novels; None in the mode that reads none."""
    if source.settings.get("mode") == "no-context":
        return None
    if source.books is None:
        raise Mistake(f"PRELUDE ships no novels, and these are wanted: {_told(prequels)}",
                      cure="Give yours with --books FOLDER, or judge without them: --set mode=no-context")  # fmt: skip
    return Shelf(source.books, {prequel.book for prequel in prequels})


def _book(shelf: Shelf | None, prequel: Prequel) -> tuple[str | None, Language]:
    """The novel's path and language; without a novel the language of the prequel."""
    if shelf is None:
        return None, prequel.language
    path = shelf.find(prequel.book, prequel.language)
    return str(path), shelf.read(path).language


def _case(prequel: Prequel, book: str | None, language: Language, examples: tuple[Example, ...], mode: str) -> Case:
    question = Question(
        id=prequel.id,
        benchmark="prelude",
        kind="verdict",
        text=prequel.told,
        options=OPTIONS[language],
        language=language,
        title=prequel.book,
        rules=RULES[language],
        character=prequel.character,
        examples=examples,
    )
    tags = {"public": "yes" if is_public(prequel.book) else "no", "mode": mode}
    if prequel.sub_label:
        tags["sub-label"] = prequel.sub_label
    return Case(question=question, gold=Gold(answer=prequel.label), book=book, tags=tags, source=prequel.source)


def _told(prequels: Sequence[Prequel]) -> str:
    """The titles, each once."""
    titles = list({one.key: one.book[:60] for one in prequels}.values())
    return ", ".join(titles[:12]) + (f" and {len(titles) - 12} more" if len(titles) > 12 else "")


def _say_few(loaded: Loaded, shots: int) -> None:
    """Too few examples from other books are said once for all questions."""
    given = [len(case.question.examples) for case in loaded.cases]
    if few := [number for number in given if number < shots]:
        what = f"{len(few)} questions have fewer than {shots} examples from other books, at least {min(few)}"
        loaded.repaired("examples", what)


BENCHMARK = Benchmark(
    "prelude",
    "whether a character's invented prequel is consistent with the book",
    load,
    settings=SETTINGS,
    read=read,
    measures=(verdicts.measure,),
    grids=grids,
)
