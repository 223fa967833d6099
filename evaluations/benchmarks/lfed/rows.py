"""The rows of LFED.csv, with their defects repaired and said, and the categories that their order tells."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evaluations.benchmarks.csvfile import csv_rows, decoded
from evaluations.benchmarks.letters import letters
from evaluations.benchmarks.loaded import Loaded
from tools.mistake import Mistake
from tools.terms import HAN

HEADER = ("名字", "题目", "选项1", "选项2", "选项3", "选项4", "答案")
CATEGORY = ("类别", "类型", "category")
"""Names a column of categories may have; the official file has none."""
LETTERS = "ABCD"
UNANSWERABLE = "无法回答"
BLOCKS = (
    ("character relationships", 120),
    ("characterization", 184),
    ("literary style", 102),
    ("role behavior", 277),
    ("event relation", 154),
    ("fiction plot", 140),
    ("background topic", 207),
    ("counterfactual", 120),
)
"""The categories of the complete official file, in the order of its rows (derived: it does not name them)."""

_LOST = re.compile(f".?[{HAN}][?\ufffd][{HAN}].?")
_NAMED = re.compile("《([^《》]+)》")


@dataclass(frozen=True)
class Row:
    """One question as it can be asked; `category` is '' where nothing tells it."""

    id: str
    title: str
    text: str
    options: Mapping[str, str]
    answer: str
    category: str
    source: str


def rows_of(file: Path, loaded: Loaded) -> list[Row]:
    """The usable rows of the file; Mistake when it is not LFED's format."""
    told = file.name.encode(errors="replace").decode()
    records = csv_rows(decoded(file.read_bytes(), told), told)
    header = [unicodedata.normalize("NFKC", name).strip() for name in records[0][1]] if records else []
    if missing := [name for name in HEADER if name not in header]:
        raise Mistake(f"{told} is not LFED's file: its header lacks {', '.join(missing)}", allowed=",".join(HEADER),
                      exit_code=1)  # fmt: skip
    rows = []
    for number, (lines, record) in enumerate(records[1:], 1):
        source = f"{told} row {number}"
        if len(record) != len(header):
            loaded.skip(source, f"it has {len(record)} fields, not {len(header)} ({lines})")
        elif row := _row(dict(zip(header, record, strict=True)), number, source, loaded):
            rows.append(row)
    _say_repeated(rows, loaded)
    official = tuple(header) == HEADER and len(rows) == len(records) - 1
    return _by_order(rows) if official else rows


def _row(fields: Mapping[str, str], number: int, source: str, loaded: Loaded) -> Row | None:
    """The row, or None after saying why it cannot be asked."""
    text = fields["题目"].strip()
    title = fields["名字"].strip("《》 \t\u3000")
    if not title and (named := _NAMED.search(text)):
        title = named[1]
        loaded.repaired(source, f"its novel is not named; {title[:40]!r} was taken from the question")
    options = {letter: fields[f"选项{n}"].strip() for n, letter in enumerate(LETTERS, 1)}
    answer = _answer(fields["答案"], source, loaded)
    why = (
        "it has no question text" if not text
        else "it names no novel" if not title
        else "it has fewer than two options" if sum(map(bool, options.values())) < 2
        else f"its label {fields['答案'][:20]!r} is not one of A to D" if not answer
        else f"the option of its label {answer} is empty" if not options[answer]
        else ""
    )  # fmt: skip
    if why:
        loaded.skip(source, why)
        return None
    _say_odd(options, (text, *options.values()), source, loaded)
    kept = {letter: option for letter, option in options.items() if option}
    category = next((fields[name].strip() for name in CATEGORY if fields.get(name)), "")
    return Row(f"q{number:04}", title, text, kept, answer, category[:40], source)


def _answer(raw: str, source: str, loaded: Loaded) -> str:
    """The one letter in the label (`C2` is C); '' when there is none, or more than one."""
    found = set(letters(raw.upper(), LETTERS))
    if len(found) != 1:
        return ""
    (letter,) = found
    if raw.strip() != letter:
        loaded.repaired(source, f"its label {raw.strip()[:20]!r} was read as {letter}")
    return letter


def _say_odd(options: Mapping[str, str], texts: Sequence[str], source: str, loaded: Loaded) -> None:
    """Defects that the row is asked with: equal options, empty ones (left out), characters lost to `?`."""
    for letter, option in options.items():
        same = [other for other in options if other < letter and option and options[other] == option]
        if same:
            loaded.repaired(source, f"options {same[0]} and {letter} are equal; both were kept")
        if not option:
            loaded.repaired(source, f"option {letter} is empty; it was left out")
    for text in texts:
        if lost := _LOST.search(text):
            loaded.repaired(source, f"a character was lost in {lost[0]!r}; the text was kept as it is")


def _say_repeated(rows: Sequence[Row], loaded: Loaded) -> None:
    first: dict[tuple[str, str], Row] = {}
    for row in rows:
        earlier = first.setdefault((row.title, row.text), row)
        if earlier is not row:
            loaded.repaired(row.source, f"it asks the same as {earlier.id}; both were kept")


def _by_order(rows: list[Row]) -> list[Row]:
    """The rows with their categories, when they are the complete official file in its order."""
    names = [name for name, size in BLOCKS for _ in range(size)]
    last = BLOCKS[-1][1]
    unanswerable = sum(row.options[row.answer].startswith(UNANSWERABLE) for row in rows[-last:])
    if len(rows) != len(names) or unanswerable < last * 0.9:
        return rows
    return [replace(row, category=name) for row, name in zip(rows, names, strict=True)]
