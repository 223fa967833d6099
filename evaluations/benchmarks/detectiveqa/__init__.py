"""DetectiveQA: multiple-choice questions on detective novels, with gold reasoning steps and their positions.

Official layout: anno_data_{en,zh}/{AIsup_anno,human_anno}/{novel_id}.json beside novel_data_{en,zh}/*.txt.
The view of a question ends strictly before the paragraph that says the answer, or earlier by a setting.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from agent.question import Question
from evaluations.benchmarks.benchmark import Benchmark, Source
from evaluations.benchmarks.detectiveqa.files import (
    annotation_files,
    language_of_folder,
    novel_id_of,
    novel_in,
    official_novels,
    text_in,
)
from evaluations.benchmarks.detectiveqa.reading import read
from evaluations.benchmarks.detectiveqa.rows import Row
from evaluations.benchmarks.detectiveqa.settings import SETTINGS, Sight
from evaluations.benchmarks.detectiveqa.tables import grids
from evaluations.benchmarks.loaded import Loaded
from evaluations.case import Case, Gold
from evaluations.library import Library, Wanted
from tools.book import Book, language_of
from tools.mistake import Mistake

_SETS = {"AIsup_anno": "ai", "human_anno": "human"}


def load(source: Source, benchmark: str = "detectiveqa") -> Loaded:
    """The cases in an annotation file, or in all such files below a folder.

    Novels are looked for in the source's books, else in the official novel folder beside the annotations.
    A file that is not of this format is a Mistake when it was named, and skipped when a folder was.
    """
    path, books = source.path, source.books
    if path is None:
        raise Mistake(
            "DetectiveQA needs its files", cure="Give an annotation file or the dataset's folder: run detectiveqa PATH"
        )
    if not path.exists():
        raise Mistake(f"The benchmark's files {str(path)!r} do not exist")
    # the folders above a file tell its language and annotators, however the path was written
    path = path.resolve() if path.is_dir() else path.parent.resolve() / path.name
    loaded = Loaded()
    libraries = {books: Library(books)} if books else {}
    for file in annotation_files(path):
        told = file.name if path.is_file() else file.relative_to(path).as_posix()
        try:
            novel = novel_in(file, told, loaded)
            place = books or official_novels(file)
        except Mistake as mistake:
            if path.is_file():
                raise
            loaded.skip(told, str(mistake))
            continue
        library = libraries.setdefault(place, Library(place))
        _add_cases(loaded, file, told, novel, library, benchmark, source.settings)
    return loaded.usable(path)


def _add_cases(
    loaded: Loaded,
    file: Path,
    source: str,
    novel: dict[str, Any],
    library: Library,
    benchmark: str,
    settings: Mapping[str, str],
) -> None:
    novel_id = novel_id_of(novel) or file.stem
    wanted = Wanted(novel_id, text_in(novel, "title"), text_in(novel, "text_file"), language_of_folder(file))
    try:
        path = library.find(wanted)
        book = library.read(path, wanted.language)
    except Mistake as mistake:
        loaded.skip(source, str(mistake))
        return
    _compare(loaded, source, novel, book)
    prefix = _free(_prefix(file, novel_id), loaded)
    sight = Sight.chosen(settings, book, novel["questions"])
    for number, raw in enumerate(novel["questions"], 1):
        row = Row(raw, f"{source} question {number}", loaded)
        case = _case(row, f"{prefix}-q{number}", novel, book, path, benchmark)
        if case and (limited := sight.limited(case, row)):
            loaded.cases.append(limited)


def _case(row: Row, case_id: str, novel: dict[str, Any], book: Book, path: Path, benchmark: str) -> Case | None:
    """The case in one row, cut where the answer is said; None when it cannot be asked safely (oddities say why)."""
    text = row.question()
    options = row.options() if text else {}
    answer = row.answer(options) if options else None
    position = row.answer_position(book) if answer else None
    if not (text and options and answer and position):
        return None
    question = Question(
        id=case_id,
        benchmark=benchmark,
        kind="choice",
        text=text,
        options=options,
        language=book.language,
        title=text_in(novel, "title") or book.title,
        author=text_in(novel, "author") or book.author,
    )
    gold = Gold(answer=answer, steps=row.steps(book, position), answer_position=position)
    return Case(question=question, gold=gold, book=str(path), cut=position, source=row.source)


def _compare(loaded: Loaded, source: str, novel: dict[str, Any], book: Book) -> None:
    """A novel with another number of paragraphs than annotated is likely another edition: said, not refused."""
    told = novel.get("num_paragraphs")
    if isinstance(told, int) and told != book.last:
        loaded.repaired(source, f"num_paragraphs is {told}, the book ends at [{book.last}]; the book was followed")
    asked = " ".join(str(one.get("question")) for one in novel["questions"] if isinstance(one, dict))
    if asked and language_of(asked) != book.language:
        loaded.repaired(source, f"{book.title!r} is not in the questions' language; it may be another book")


def _prefix(file: Path, novel_id: str) -> str:
    """`en-ai-104` in the official layout, else `104`: safe as a file name."""
    parts = [language_of_folder(file) or "", _SETS.get(file.parent.name, ""), novel_id]
    return "-".join(_safe(part) for part in parts if part)


def _free(prefix: str, loaded: Loaded) -> str:
    """`prefix`, numbered when cases of an earlier file have it already; many file systems take `a` and `A` for one."""
    taken = {case.id.rpartition("-q")[0].casefold() for case in loaded.cases}
    numbered = (f"{prefix}-{number}" for number in count(2))
    return prefix if prefix.casefold() not in taken else next(n for n in numbered if n.casefold() not in taken)


def _safe(text: str) -> str:
    """`text` in ASCII letters and digits; one that loses something by it is told apart by its digest."""
    kept = re.sub(r"[^A-Za-z0-9]+", "_", text)[:40].strip("_") or "x"
    return kept if kept == text else f"{kept}_{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:8]}"


BENCHMARK = Benchmark(
    "detectiveqa",
    "multiple choice on detective novels, with gold reasoning steps",
    load,
    settings=SETTINGS,
    read=read,
    grids=grids,
)
