"""How fast a book is searched: beside bm25s, SQLite's FTS5 and rank_bm25, in one run.

    uv run --group performance python tests/performance/search.py BOOK… [--vectors] [--queries N]

Every engine gets the same paragraphs and the same queries (three words of one paragraph, seed fixed), each
engine and book in a process of its own; memory is that process's growth. `hybrid` is a whole search with hits,
after the query's vector. Give several files joined by + to make one large book of them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, cast

from rich.console import Console
from rich.table import Table

from evaluations.embedders import chosen
from evaluations.home import Home, home
from tools.book import Book, Paragraph
from tools.embedding import Embedder, Kind
from tools.keyword import KeywordIndex
from tools.readers import read_book
from tools.search import BookSearch
from tools.semantic import Meaning
from tools.terms import keys, words

Ask = Callable[[str], object]
LIMIT = 10


def joined(paths: str) -> Book:
    """The books of `a+b+c` as one."""
    books = [read_book(Path(path)) for path in paths.split("+")]
    texts = [paragraph.text for book in books for paragraph in book.paragraphs]
    numbered = tuple(Paragraph(n, text) for n, text in enumerate(texts, 1))
    return Book(" + ".join(b.title for b in books), numbered, language=books[0].language, digest=books[0].digest)


def keyword(book: Book) -> Ask:
    index = KeywordIndex((p.number, p.text) for p in book.paragraphs)
    return lambda query: index.rank(query, LIMIT)


def whole_keyword(book: Book) -> Ask:
    search = BookSearch(book)
    search.look("keyword", "warm")
    return lambda query: search.look("keyword", query, LIMIT)


class Remembering:
    """An embedder that remembers query vectors, so that a second, timed asking has them at once."""

    def __init__(self, inner: Embedder) -> None:
        self._inner, self._known = inner, dict[tuple[str, ...], Any]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def embed(self, texts: Sequence[str], kind: Kind) -> Any:
        key = tuple(texts)
        if kind != "query" or key not in self._known:
            self._known[key] = self._inner.embed(texts, kind)
        return self._known[key]


def hybrid(book: Book) -> Ask:
    meaning = chosen("auto", home())
    assert meaning.embedder, meaning.name("en")
    search = BookSearch(book, replace(meaning, embedder=cast(Embedder, Remembering(meaning.embedder))))
    _ = search.vectors
    return lambda query: search.look("hybrid", query, LIMIT)


def fts5(book: Book) -> Ask:
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table book using fts5(text, tokenize='porter unicode61')")
    base.executemany("insert into book(rowid, text) values (?, ?)", [(p.number, p.text) for p in book.paragraphs])
    sql = "select rowid from book where book match ? order by rank limit ?"
    return lambda query: base.execute(sql, (" OR ".join(f'"{w}"' for w in query.split()), LIMIT)).fetchall()


def bm25s_(book: Book) -> Ask:
    import bm25s

    index = bm25s.BM25()
    index.index([words(p.text) for p in book.paragraphs], show_progress=False)
    return lambda query: index.retrieve([words(query)], k=LIMIT, show_progress=False)


def rank_bm25_(book: Book) -> Ask:
    from rank_bm25 import BM25Okapi

    index = BM25Okapi([words(p.text) for p in book.paragraphs])
    return lambda query: index.get_top_n(words(query), range(len(book)), n=LIMIT)


ENGINES = {
    "casebook keyword index": keyword,
    "casebook keyword search, with hits": whole_keyword,
    "casebook hybrid search, with hits": hybrid,
    "SQLite FTS5": fts5,
    "bm25s": bm25s_,
    "rank_bm25": rank_bm25_,
}


def asked(book: Book, count: int) -> list[str]:
    draw = random.Random(7)
    rich = [p.text for p in book.paragraphs if len(keys(p.text)) >= 3]
    surfaces = ["".join(c if c.isalnum() else " " for c in draw.choice(rich)).split() for _ in range(count)]
    pools = [[word for word in some if len(word) > 3] or some for some in surfaces]
    return [" ".join(draw.sample(pool, k=min(3, len(pool)))) for pool in pools]


def measured(engine: str, path: str, count: int) -> tuple[float, float, list[float]]:
    """(seconds to build, megabytes grown, milliseconds of each query); run in a process of its own."""
    book = joined(path)
    queries = asked(book, count)
    before, start = _resident(), time.perf_counter()
    ask = ENGINES[engine](book)
    built = time.perf_counter() - start
    for query in queries:
        ask(query)
    times = []
    for query in queries:
        start = time.perf_counter()
        ask(query)
        times.append(1000 * (time.perf_counter() - start))
    return built, (_peak() - before) / 1e6, times


def vectors(path: str) -> tuple[float, float, float]:
    """(seconds for all vectors with an empty home, seconds when kept, median milliseconds of a query's vector)."""
    book = joined(path)
    with tempfile.TemporaryDirectory() as empty:
        took = []
        for _ in range(2):
            meaning = chosen("auto", Home(Path(empty)))
            start = time.perf_counter()
            BookSearch(book, meaning).vectors  # noqa: B018 - computed on asking
            took.append(time.perf_counter() - start)
    return took[0], took[1], _query_vector(meaning, asked(book, 100))


def _query_vector(meaning: Meaning, queries: list[str]) -> float:
    assert meaning.embedder
    times = []
    for query in queries:
        start = time.perf_counter()
        meaning.embedder.embed([query], "query")
        times.append(1000 * (time.perf_counter() - start))
    return median(times)


def _resident() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("books", nargs="+")
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--vectors", action="store_true")
    given = parser.parse_args()
    out, fresh = Console(width=100), multiprocessing.get_context("spawn")
    for path in given.books:
        book = joined(path)
        title = f"{book.title[:60]}: {len(book):,} paragraphs, about {book.tokens:,} tokens"
        table = Table("engine", "build s", "memory MB", "p50 ms", "p99 ms", title=title)
        for engine in ENGINES:
            with ProcessPoolExecutor(1, fresh) as alone:
                built, grown, times = alone.submit(measured, engine, path, given.queries).result()
            ranked = sorted(times)
            p99 = ranked[min(len(ranked) - 1, len(ranked) * 99 // 100)]
            table.add_row(engine, f"{built:.2f}", f"{grown:.0f}", f"{median(ranked):.2f}", f"{p99:.2f}")
        out.print(table)
        if given.vectors:
            first, kept, query = vectors(path)
            out.print(f"vectors: {first:.1f} s, kept {kept:.2f} s, a query's vector {query:.1f} ms (median)\n")


if __name__ == "__main__":
    main()
