"""Words and phrases over numbered texts: a tantivy index in memory, asked with terms, never with syntax."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

import tantivy
from tantivy import FieldType, Occur, Query

from tools.terms import analyzer, fold, keys, pairs, words

Ranked = list[tuple[int, float]]
"""(id, score), best first; equal scores in order of id."""

_FAR = 2**62  # beyond any id, within the integers of the index
_HEAP = 128_000_000  # one segment up to several million tokens, so that ties never depend on merging


class KeywordIndex:
    """An index over (id, text): BM25 ranking by keys, and exact phrases by word positions."""

    def __init__(self, texts: Iterable[tuple[int, str]]) -> None:
        schema = tantivy.SchemaBuilder()
        schema.add_integer_field("id", stored=False, indexed=True, fast=True)
        schema.add_text_field("words", tokenizer_name="words", index_option="position")
        schema.add_text_field("pairs", tokenizer_name="pairs", index_option="freq")
        self._schema = schema.build()
        index = tantivy.Index(self._schema)
        index.register_tokenizer("words", analyzer())
        spaces = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
        index.register_tokenizer("pairs", spaces)
        writer = index.writer(heap_size=_HEAP, num_threads=1)
        for number, text in texts:
            writer.add_document(tantivy.Document(id=number, words=fold(text), pairs=" ".join(pairs(text))))
        writer.commit()
        index.reload()
        self._searcher = index.searcher()
        self.size = int(self._searcher.num_docs)
        self.idf = lru_cache(maxsize=100_000)(self._idf)

    def rank(
        self, text: str, limit: int, first: int | None = None, last: int | None = None, every: bool = False
    ) -> Ranked:
        """The `limit` best ids for the keys of `text`, within [first, last]; [] when it has no key.

        With `every`, only ids in which all of the words stand.
        """
        wanted = keys(text) or words(text)
        terms = [self._term(key) for key in dict.fromkeys(wanted)]
        return self._run(terms, limit, first, last, Occur.Must if every else Occur.Should)

    def phrase(self, text: str, limit: int, first: int | None = None, last: int | None = None) -> Ranked:
        """The ids in which the words of `text` stand side by side in that order; [] when it has no word."""
        wanted = words(text)
        if not wanted:
            return []
        # tantivy panics on a phrase of one word, so one word is asked as a term
        if len(wanted) == 1:
            return self._run([self._term(wanted[0])], limit, first, last)
        return self._run([Query.phrase_query(self._schema, "words", list(wanted))], limit, first, last)

    def frequency(self, key: str) -> int:
        """How many texts contain `key` (a word, or a pair of Han characters)."""
        return int(self._searcher.doc_freq(_field(key), key))

    def _idf(self, key: str) -> float:
        count = self.frequency(key)
        return math.log(1 + (self.size - count + 0.5) / (count + 0.5))

    def _term(self, key: str) -> Query:
        return Query.term_query(self._schema, _field(key), key, "freq")

    def _run(
        self, queries: Sequence[Query], limit: int, first: int | None, last: int | None, occur: Occur = Occur.Should
    ) -> Ranked:
        if not queries or limit < 1 or not self.size:
            return []
        query = Query.boolean_query([(occur, one) for one in queries])
        if first is not None or last is not None:
            bounds = (_bounded(first, -_FAR), _bounded(last, _FAR))
            within = Query.const_score_query(Query.range_query(self._schema, "id", FieldType.Integer, *bounds), 0.0)
            query = Query.boolean_query([(Occur.Must, query), (Occur.Must, within)])
        # the index sets room aside for the limit before it looks
        found = self._searcher.search(query, limit=min(limit, self.size) + 50, count=False).hits
        ids = self._searcher.fast_field_values("id", [address for _, address in found])
        ranked = [(int(number or 0), float(score)) for number, (score, _) in zip(ids, found, strict=True)]
        return sorted(ranked, key=lambda hit: (-hit[1], hit[0]))[:limit]


def _bounded(number: int | None, otherwise: int) -> int:
    return otherwise if number is None else min(max(number, -_FAR), _FAR)


def _field(key: str) -> str:
    return "pairs" if len(key) == 2 and pairs(key) else "words"
