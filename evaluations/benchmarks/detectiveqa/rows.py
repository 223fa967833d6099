"""One question of a DetectiveQA annotation file, with its traps: each is repaired or the row skipped, and said."""

from __future__ import annotations

import re
from typing import Any

from evaluations.benchmarks.loaded import Loaded
from evaluations.case import ReferenceStep
from tools.book import Book

_STRAY_PREFIX = re.compile(r"^\s*\[?\d+\]\s*")
_EMPTY_BRACKETS = re.compile(r"\s*[(（]\s*[)）]?\s*([。.?？]?)\s*$")
INFERRED = -1


class Row:
    """A raw question. Each reader returns its part, or a falsy value after saying why the row is skipped."""

    def __init__(self, raw: Any, source: str, loaded: Loaded) -> None:
        self.raw: dict[str, Any] = raw if isinstance(raw, dict) else {}
        self.source = source
        self.loaded = loaded

    def question(self) -> str:
        raw = self.raw.get("question")
        if not isinstance(raw, str) or not raw.strip():
            self._skip("it has no question text")
            return ""
        text = _EMPTY_BRACKETS.sub(r"\1", _STRAY_PREFIX.sub("", raw)).strip()
        if text != raw.strip():
            self._repaired("stray marks around the question were removed")
        if not text:
            self._skip("it has no question text")
        return text

    def options(self) -> dict[str, str]:
        """Letter to text; at least two that are not empty."""
        raw = self.raw.get("options")
        if isinstance(raw, list):
            self._repaired("the options are a list; they were lettered in order")
            raw = {chr(ord("A") + i): text for i, text in enumerate(raw[:26])}
        found = raw.items() if isinstance(raw, dict) else ()
        lettered = ((str(k).strip().upper(), v.strip()) for k, v in found if isinstance(v, str))
        options = {letter: text for letter, text in lettered if letter and text}
        if len(options) < 2:
            self._skip("it has fewer than two options")
            return {}
        if len(options) < len(found):
            self._repaired("options without a text or a letter of their own were left out")
        return dict(sorted(options.items()))

    def answer(self, options: dict[str, str]) -> str | None:
        raw = self.raw.get("answer")
        letter = raw.strip().strip(".()（）").upper() if isinstance(raw, str) else ""
        if letter in options:
            return letter
        self._skip(f"its answer {raw!r:.40} is not one of {', '.join(options)}")
        return None

    def answer_position(self, book: Book) -> int | None:
        """The paragraph that says the answer; some text must lie before it."""
        position = stated_position(self.raw)
        if position is None or position < 1:
            self._skip(f"it has no usable answer_position ({self.raw.get('answer_position')!r:.40})")
            return None
        if position > book.last:
            self._skip(f"its answer_position {position} lies outside the book, which ends at [{book.last}]")
            return None
        if position <= book.first:
            self._skip(f"nothing may be read before its answer_position {position}")
            return None
        if not isinstance(self.raw.get("answer_position"), int):
            self._repaired("answer_position is not a number but reads as one")
        return position

    def allowed(self, book: Book, cut: int, position: int) -> bool:
        """Whether anything may be read before a cut that another setting puts earlier than the answer."""
        if cut <= book.first:
            self._skip(f"nothing may be read before its cut at {cut} (answer_position {position})")
        return cut > book.first

    def steps(self, book: Book, position: int) -> tuple[ReferenceStep, ...]:
        """The reference steps; one whose position cannot be used stays, as unplaced."""
        texts = self.raw.get("reasoning")
        texts = [texts] if isinstance(texts, str) else texts if isinstance(texts, list) else []
        named = self.raw.get("clue_position", self.raw.get("evidence_position"))
        positions = named if isinstance(named, list) else [] if named is None else [named]
        told = sum(position is not None for position in positions)
        if len(texts) != told:
            rest = "the surplus is ignored" if len(positions) > len(texts) else "the rest are unplaced"
            self._repaired(f"{len(texts)} reasoning steps have {told} positions; {rest}")
        padded = [*positions[: len(texts)], *[None] * (len(texts) - len(positions))]
        made = [self._step(t, p, book, position) for t, p in zip(texts, padded, strict=True)]
        return tuple(step for step in made if step)

    def _step(self, text: Any, raw: Any, book: Book, answer: int) -> ReferenceStep | None:
        if not isinstance(text, str) or not text.strip():
            self._repaired("a reasoning step without text was left out")
            return None
        position = _number(raw)
        if position == INFERRED:
            return ReferenceStep(text=text.strip(), kind="inferred")
        if position is None or position not in book:
            if raw is not None:
                self._repaired(f"position {raw!r:.20} is not a paragraph of the book; the step is unplaced")
            return ReferenceStep(text=text.strip(), kind="unplaced")
        if position >= answer:
            self._repaired(
                f"position {position} does not lie before the answer ([{answer}]); it is no evidence to be found"
            )
        return ReferenceStep(text=text.strip(), kind="explicit", position=position)

    def _skip(self, why: str) -> None:
        self.loaded.skip(self.source, why)

    def _repaired(self, what: str) -> None:
        self.loaded.repaired(self.source, what)


def stated_position(raw: Any) -> int | None:
    """The number a raw question gives as its answer_position."""
    return _number(raw.get("answer_position")) if isinstance(raw, dict) else None


def _number(raw: Any) -> int | None:
    """A whole number from a number or a string; None for anything else (a bool, NaN, a fraction)."""
    if isinstance(raw, bool):
        return None
    if isinstance(raw, str) and re.fullmatch(r"\s*-?\d{1,9}\s*", raw):
        return int(raw)
    if isinstance(raw, float) and raw.is_integer() and abs(raw) < 1e9:
        return int(raw)
    return raw if isinstance(raw, int) and abs(raw) < 10**9 else None
