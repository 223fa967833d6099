"""One row of LongReason: its question, options, context and answer; what is odd is repaired or the row skipped."""

from __future__ import annotations

from evaluations.benchmarks.lettered import options_in
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.rowfile import FileRow
from tools.sentences import sentences

READ = "ABCDE"
"""The letters that the official reading knows."""
LONGEST = 1500
"""Characters of a line of background that is still one paragraph; a longer one is cut between sentences."""
WHOLE = ("original", "expanded")
"""The splits whose question is shown whole, with no text to search."""


class Row:
    """One row; what is odd about it is said under its name."""

    def __init__(self, row: FileRow, source: str, loaded: Loaded) -> None:
        self.fields = row.fields if isinstance(row.fields, dict) else {}
        self.source, self.number, self._loaded = source, row.number, loaded
        self.broken = row.why or ("" if isinstance(row.fields, dict) else "it is not an object with fields")
        if row.mended:
            self.repaired("half characters were replaced by ?")

    def text(self, name: str) -> str:
        """The field as text; '' when it has none."""
        raw = self.fields.get(name)
        if isinstance(raw, int | float) and not isinstance(raw, bool) and raw == raw:
            self.repaired(f"{name} is a number; it was read as text")
            return str(raw)
        return raw.strip() if isinstance(raw, str) else ""

    def skip(self, why: str) -> None:
        self._loaded.skip(self.source, why)

    def repaired(self, what: str) -> None:
        self._loaded.repaired(self.source, what)


def asked(row: Row, split: str, inquiry: str) -> tuple[str, tuple[str, ...]]:
    """The question's text and its context; '' after saying what is missing."""
    background, final = row.text("background"), row.text("final_inquiry")
    if split in WHOLE:
        parts = [background, final] if inquiry == "last" else [final, background]
        text = "\n\n".join(parts) if split == "expanded" and background and final else row.text("question") or final
        if not text:
            row.skip("it has no question text")
        return text, ()
    if not (final and background):
        row.skip(f"it has no {'background' if final else 'final_inquiry'}")
        return "", ()
    return final, tuple(paragraphs(background))


def answer(row: Row) -> str | None:
    raw = row.text("answer")
    letter = raw.strip(" \t.()（）*[]").upper()
    if len(letter) == 1 and letter in READ:
        if letter != raw:
            row.repaired(f"its answer {raw!r:.20} was read as {letter}")
        return letter
    row.skip(f"its answer {raw!r:.40} is not one of {', '.join(READ)}")
    return None


def options(row: Row, text: str, answer: str) -> dict[str, str]:
    """The lettered list in the question's text; bare letters where none is found that has the answer's letter."""
    found = options_in(text)
    if answer in found:
        return found
    why = "no lettered options were found in the question" if not found else "its options lack the answer's letter"
    row.repaired(f"{why}; it is asked with the bare letters {', '.join(READ)}")
    return {letter: letter for letter in READ}


def paragraphs(background: str) -> list[str]:
    """The lines of `background` that are not empty, long ones cut between sentences."""
    lines = (" ".join(line.split()) for line in background.splitlines())
    return [part for line in lines if line for part in ([line] if len(line) <= LONGEST else _cut(line))]


def _cut(line: str) -> list[str]:
    parts: list[str] = []
    for start, end in sentences(line):
        sentence = line[start:end]
        if parts and len(parts[-1]) + len(sentence) < LONGEST:
            parts[-1] += " " + sentence
        else:
            parts.append(sentence)
    return parts
