"""LFED: multiple choice on Chinese literary fiction, asked closed-book, or researched where the novels are at hand.

Official file: LFED.csv, GB18030 with CRLF, `名字,题目,选项1,选项2,选项3,选项4,答案`.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from agent.question import Example, Question
from evaluations.benchmarks.benchmark import Benchmark, Setting, Source
from evaluations.benchmarks.deck import Deck
from evaluations.benchmarks.lfed.reading import read
from evaluations.benchmarks.lfed.rows import Row, rows_of
from evaluations.benchmarks.lfed.tables import grids
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.shelf import Shelf
from evaluations.benchmarks.titles import key
from evaluations.case import Case, Gold
from evaluations.library import Absent
from tools.mistake import Mistake

PROMPTS = {
    "short": "请回答下面这道关于小说的单项选择题。只输出正确选项的字母。",
    "long": (
        "你熟悉中外文学作品。下面是一道关于一部小说的单项选择题，题目给出小说的名字、问题和四个选项。"
        "请先回想这部小说的人物、情节、背景和写作手法，再逐一比较各选项是否符合小说的内容，选出最恰当的一个。"
        "只输出正确选项的字母，不要解释。"
    ),
}
"""The instruction of each prompt setting, with the suffix that asks for a letter."""

SETTINGS = (
    Setting.one_of("prompt", "the instruction before the question", *PROMPTS),
    Setting.one_of("shots", "worked examples from other novels", *"012345"),
    Setting.number("seed", "which examples are drawn", 0, 0, 9999),
)


def load(source: Source) -> Loaded:
    """The cases of LFED.csv (or of the only .csv in a folder), in the order of its rows.

    With books each row is researched in its novel, found by its title; a row whose novel is not there is skipped.
    """
    file = _file(source.path)
    loaded = Loaded()
    rows = rows_of(file, loaded)
    shelf = Shelf(source.books, {row.title for row in rows}) if source.books else None
    shots, deck = int(source.settings.get("shots", "0")), Deck(rows, source.settings.get("seed", "0"))
    rules = PROMPTS[source.settings.get("prompt", "short")]
    absent = 0
    for row in rows:
        try:
            book = str(shelf.find(row.title, "zh")) if shelf else None
        except Mistake as mistake:
            loaded.skip(row.source, str(mistake))
            absent += isinstance(mistake, Absent)
            continue
        loaded.cases.append(_case(row, book, rules, _examples(row, deck, shots)))
    if rows and absent == len(rows):
        raise Mistake(f"None of LFED's {len({row.title for row in rows})} novels is in {str(source.books)!r}",
                      cure="Leave --books out to ask closed-book, or name the files by the novels' titles.",
                      exit_code=1)  # fmt: skip
    return loaded.usable(file)


def _file(path: Path | None) -> Path:
    if path is None:
        raise Mistake("LFED needs its file", cure="Give LFED.csv, or the folder it lies in: run lfed PATH")
    if path.is_dir():
        found = [f for f in sorted(path.rglob("*")) if f.suffix.lower() == ".csv"]
        named = [f for f in found if f.stem.lower() == "lfed"] or found
        if len(named) != 1:
            raise Mistake(f"The folder {str(path)!r} holds {len(named)} .csv files that may be LFED's", allowed="one")
        return named[0]
    if not path.is_file():
        raise Mistake(f"The benchmark's file {str(path)!r} does not exist")
    return path


def _case(row: Row, book: str | None, rules: str, examples: tuple[Example, ...]) -> Case:
    question = Question(
        id=row.id,
        benchmark="lfed",
        kind="choice",
        text=row.text,
        options=row.options,
        language="zh",
        title=row.title,
        rules=rules,
        examples=examples,
    )
    tags = {"category": row.category} if row.category else {}
    return Case(question=question, gold=Gold(answer=row.answer), book=book, tags=tags, source=row.source)


def _examples(row: Row, deck: Deck[Row], shots: int) -> tuple[Example, ...]:
    """`shots` rows of other novels; fewer shots are the first of more."""
    others = (other for other in deck.dealt(row.id) if key(other.title) != key(row.title))
    return tuple(
        Example(text=other.text, options=other.options, answer=other.answer, source=other.title)
        for other in islice(others, shots)
    )


BENCHMARK = Benchmark(
    "lfed",
    "multiple choice on Chinese literary fiction, closed-book or over the novels",
    load,
    settings=SETTINGS,
    read=read,
    grids=grids,
)
