"""DetectiveQA: multiple-choice questions on detective novels, with gold reasoning steps and their positions.

Official layout: anno_data_{en,zh}/{AIsup_anno,human_anno}/{novel_id}.json beside novel_data_{en,zh}/*.txt.
The view of a question ends strictly before the paragraph that says the answer, or earlier by a setting.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from agent.question import Question
from evaluations.benchmarks.benchmark import Benchmark, Source
from evaluations.benchmarks.detectiveqa_reading import read
from evaluations.benchmarks.detectiveqa_settings import SETTINGS, Sight
from evaluations.benchmarks.detectiveqa_tables import grids
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.rows import Row
from evaluations.case import Case, Gold
from evaluations.library import Library, Wanted
from tools.book import Book, Language
from tools.mistake import Mistake

_SETS = {"AIsup_anno": "ai", "human_anno": "human"}
_HALF = re.compile("[\ud800-\udfff]")


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
    for file in _annotation_files(path):
        told = file.name if path.is_file() else file.relative_to(path).as_posix()
        try:
            novel = _novel(file, told, loaded)
            place = books or _official_novels(file)
        except Mistake as mistake:
            if path.is_file():
                raise
            loaded.skip(told, str(mistake))
            continue
        library = libraries.setdefault(place, Library(place))
        _add_cases(loaded, file, told, novel, library, benchmark, source.settings)
    return loaded.usable(path)


def _annotation_files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    files = sorted(file for file in path.rglob("*.json") if file.is_file())
    official = [f for f in files if f.parent.parent.name.startswith("anno_data_")]
    if not files:
        raise Mistake(f"The folder {str(path)!r} holds no .json file", allowed="DetectiveQA's annotation files")
    return official or files


def _official_novels(file: Path) -> Path:
    """novel_data_{en,zh} beside anno_data_{en,zh}; Mistake when the file does not lie in such a layout."""
    language = _language(file)
    novels = file.parent.parent.parent / f"novel_data_{language}" if language else None
    if novels and novels.is_dir():
        return novels
    raise Mistake(f"No novels lie beside {file.name}", cure="Say where they are: --books FILE_OR_FOLDER")


def _language(file: Path) -> Language | None:
    folder = file.parent.parent.name
    return "en" if folder == "anno_data_en" else "zh" if folder == "anno_data_zh" else None


def _novel(file: Path, source: str, loaded: Loaded) -> dict[str, Any]:
    """The one object of an annotation file, bare or in a list."""
    try:
        content = json.loads(file.read_bytes().decode("utf-8-sig"))
        text = json.dumps(content, ensure_ascii=False)
    except UnicodeDecodeError:
        raise Mistake(f"{file.name} is not UTF-8", exit_code=1) from None
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{file.name} is not JSON ({str(error)[:80]})", exit_code=1) from None
    # an escape may name half of a surrogate pair, which no trace could be written with
    if _HALF.search(text):
        loaded.repaired(source, "half characters were replaced by ?")
        content = json.loads(_HALF.sub("?", text))
    if isinstance(content, list) and len(content) == 1:
        content = content[0]
    if not isinstance(content, dict) or not isinstance(content.get("questions"), list):
        raise Mistake(
            f"{file.name} is not a DetectiveQA annotation file",
            allowed="one object (or a list of one) with novel_id and a list of questions",
            exit_code=1,
        )
    return content


def _add_cases(
    loaded: Loaded,
    file: Path,
    source: str,
    novel: dict[str, Any],
    library: Library,
    benchmark: str,
    settings: Mapping[str, str],
) -> None:
    novel_id = _novel_id(novel) or file.stem
    wanted = Wanted(novel_id, _text(novel, "title"), _text(novel, "text_file"), _language(file))
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
        title=_text(novel, "title") or book.title,
        author=_text(novel, "author") or book.author,
    )
    gold = Gold(answer=answer, steps=row.steps(book, position), answer_position=position)
    return Case(question=question, gold=gold, book=str(path), cut=position, source=row.source)


def _compare(loaded: Loaded, source: str, novel: dict[str, Any], book: Book) -> None:
    """A novel with another number of paragraphs than annotated is likely another edition: said, not refused."""
    told = novel.get("num_paragraphs")
    if isinstance(told, int) and told != book.last:
        loaded.repaired(source, f"num_paragraphs is {told}, the book ends at [{book.last}]; the book was followed")


def _prefix(file: Path, novel_id: str) -> str:
    """`en-ai-104` in the official layout, else `104`: safe as a file name."""
    parts = [_language(file) or "", _SETS.get(file.parent.name, ""), novel_id]
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


def _novel_id(novel: dict[str, Any]) -> str:
    """The novel's id as text, '' when it is neither a whole number nor text."""
    raw = novel.get("novel_id")
    return str(raw).strip() if isinstance(raw, int | str) and not isinstance(raw, bool) else ""


def _text(novel: dict[str, Any], key: str) -> str:
    value = novel.get(key)
    return value.strip() if isinstance(value, str) else ""


BENCHMARK = Benchmark(
    "detectiveqa",
    "multiple choice on detective novels, with gold reasoning steps",
    load,
    settings=SETTINGS,
    read=read,
    grids=grids,
)
