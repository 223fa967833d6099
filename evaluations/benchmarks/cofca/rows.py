"""One row of CofCA or its factual controls, in four formats, with its traps: each is repaired and said."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from evaluations.benchmarks.cofca.contexts import Document
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.rowfile import FileRow
from tools.sentences import sentences

_HOPS = re.compile(r"(\d)\s*[-_]?\s*hop", re.IGNORECASE)


@dataclass(frozen=True)
class SubQuestion:
    """A step of a question: its text, its answer, and the document that is known to hold it (MuSiQue)."""

    text: str
    answer: str
    document: str = ""


class Row:
    """A raw row. Each reader returns its part, '' or nothing where there is none."""

    def __init__(self, row: FileRow, source: str, loaded: Loaded) -> None:
        self.raw: dict[str, Any] = row.fields if isinstance(row.fields, dict) else {}
        self.source, self.number, self._loaded = source, row.number, loaded
        self.broken = row.why or ("" if isinstance(row.fields, dict) else "it is not an object with fields")
        if row.mended:
            self.repaired("half characters were replaced by ?")

    def text(self, name: str) -> str:
        found = _text(self.raw.get(name))
        if found and not isinstance(self.raw[name], str):
            self.repaired(f"{name} is a number; it was read as text")
        return found

    def id(self) -> str:
        return self.text("_id") or self.text("id")

    def aliases(self) -> tuple[str, ...]:
        found = (_text(alias) for alias in _listed(self.raw.get("answer_aliases")))
        return tuple(dict.fromkeys(alias for alias in found if alias))

    def kinds(self) -> list[str]:
        """The words of `type`, which is a string or a list."""
        raw = self.raw.get("type")
        return [text for one in (raw if isinstance(raw, list) else [raw]) if (text := _text(one))]

    def hops(self) -> str:
        """The number of hops that `type` or a MuSiQue id tells, as a digit."""
        told = [*self.kinds(), _text(self.raw.get("id"))]
        return next((m.group(1) for text in told if (m := _HOPS.search(text))), "")

    def sub_questions(self) -> tuple[SubQuestion, ...]:
        """Those with a text and an answer, in order. A `#1` in MuSiQue's stands for the first one's answer."""
        raw = self.raw.get("question_decomposition", self.raw.get("sub_questions"))
        asked = [*_listed(raw)]
        if any(isinstance(one, dict) for one in asked):
            found = [_nested(one) for one in asked]
        else:
            answers = [*_listed(self.raw.get("sub_answers"))]
            if len(asked) != len(answers):
                self.repaired(f"{len(asked)} sub-questions have {len(answers)} answers; the surplus is left out")
            found = [SubQuestion(_text(q), _text(a)) for q, a in zip(asked, answers, strict=False)]
        kept = tuple(sub for sub in found if sub.text and sub.answer)
        if len(kept) != len(found):
            self.repaired(f"{len(found) - len(kept)} sub-questions without a text or an answer were left out")
        return kept

    def documents(self, apostrophes: bool) -> tuple[Document, ...]:
        """The context's documents; with `apostrophes` the stray one before a title is taken away."""
        raw = [*_listed(self.raw.get("paragraphs", self.raw.get("context")))]
        found = [document for at, one in enumerate(raw) if (document := _document(one, at))]
        if len(found) != len(raw):
            self.repaired(f"{len(raw) - len(found)} of {len(raw)} documents have no sentences and were left out")
        stray = sum(apostrophes and document.title.startswith("'") for document in found)
        if stray:
            self.repaired(f"a stray apostrophe before {stray} titles was taken away")
            found = [Document(d.title.removeprefix("'").strip(), d.sentences, d.name) for d in found]
        return tuple(found)

    def facts(self) -> list[tuple[str, int]]:
        """The supporting facts as (title, sentence index from 0), each once; unusable ones named."""
        raw = [*_listed(self.raw.get("supporting_facts"))]
        found = [fact for one in raw if (fact := _fact(one))]
        if len(found) != len(raw):
            self.repaired(f"{len(raw) - len(found)} supporting facts are not [title, index] and were left out")
        return list(dict.fromkeys(found))

    def skip(self, why: str) -> None:
        self._loaded.skip(self.source, why)

    def repaired(self, what: str) -> None:
        self._loaded.repaired(self.source, what)


def hops_in(text: str) -> str:
    """The digit before `hop` in a file's name or a type."""
    found = _HOPS.search(text)
    return found.group(1) if found else ""


def _nested(raw: Any) -> SubQuestion:
    fields = raw if isinstance(raw, dict) else {}
    text = _text(fields.get("sub_question", fields.get("question")))
    answer = _text(fields.get("sub_answer", fields.get("answer")))
    return SubQuestion(text, answer, _text(fields.get("paragraph_support_idx")))


def _document(raw: Any, at: int) -> Document | None:
    """From [title, sentences], or MuSiQue's {idx, title, paragraph_text}."""
    if isinstance(raw, dict):
        title, body, name = raw.get("title"), raw.get("paragraph_text"), _text(raw.get("idx")) or str(at)
    elif isinstance(raw, list) and len(raw) == 2:
        (title, body), name = raw, ""
    else:
        return None
    if isinstance(body, str):
        body = [body[start:end] for start, end in sentences(body)]
    texts = tuple(one.strip() if isinstance(one, str) else "" for one in _listed(body))
    return Document(_text(title), texts, name) if any(texts) else None


def _fact(raw: Any) -> tuple[str, int] | None:
    """The index is a number or a string of digits."""
    if not isinstance(raw, list) or len(raw) != 2:
        return None
    title, index = _text(raw[0]), _text(raw[1])
    return (title, int(index)) if title and re.fullmatch(r"\d{1,6}", index) else None


def _text(raw: Any) -> str:
    """A string without the space around it, or a finite number as text; else ''."""
    if isinstance(raw, str):
        return raw.strip()
    number = isinstance(raw, int | float) and not isinstance(raw, bool) and math.isfinite(raw)
    return str(raw) if number else ""


def _listed(raw: Any) -> Iterator[Any]:
    return iter(raw if isinstance(raw, list) else ())
