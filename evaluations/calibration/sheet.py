"""The sheet: verdicts as a CSV file that spreadsheets open, written for people and read back from them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluations.benchmarks.csvfile import csv_rows, decoded
from evaluations.calibration.rows import Key, Of, Row
from tools.mistake import Mistake

COLUMNS = (
    "run", "case", "repeat", "of", "index", "question", "statement", "reasoning", "cited text", "verdict (yes/no)",
)  # fmt: skip
ASKED: dict[Of, str] = {
    "contained": "Does the reasoning contain the statement, in whatever words?",
    "supported": "Does the cited text (and the steps it rests on) show that the statement is true?",
    "reasoning": "Is the reasoning right, and not only the answer?",
}
LONGEST = 32_000
"""Characters of a cell; spreadsheets take 32,767."""

_YES = frozenset({"yes", "y", "1", "true", "right", "是", "对", "正确", "有"})
_NO = frozenset({"no", "n", "0", "false", "wrong", "否", "不", "不是", "错", "错误", "没有", "无"})
_NAMES = {
    "case": "case", "case_id": "case", "id": "case", "repeat": "repeat", "of": "of", "index": "index", "run": "run",
    "verdict": "verdict", "verdict_(yes/no)": "verdict", "reasoning_right": "right",
    "reasoning_right_(yes/no)": "right",
}  # fmt: skip
_OF: dict[str, Of] = {"contained": "contained", "supported": "supported", "reasoning": "reasoning"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class Label:
    """What people say of one verdict."""

    key: Key
    yes: bool
    run: str = ""


@dataclass(frozen=True)
class Labels:
    """What a sheet says; `empty` rows have no verdict yet."""

    given: tuple[Label, ...]
    empty: int = 0

    @property
    def run(self) -> str:
        """The run they are about; '' where the sheet does not say. Mistake where it names several."""
        named = list(dict.fromkeys(label.run for label in self.given if label.run))
        if len(named) > 1:
            raise Mistake("The sheet is about several runs", got=", ".join(named), cure="Make one sheet a run.")
        return named[0] if named else ""


def written(rows: Iterable[Row], run: str, file: Path) -> None:
    """Write a sheet, UTF-8 with a byte-order mark. What a spreadsheet would take for a formula is made text."""
    out = io.StringIO(newline="")
    table = csv.writer(out)
    table.writerow(COLUMNS)
    for row in rows:
        case, repeat, of, index = row.key
        told = (row.question, row.statement, row.reasoning, row.cited)
        table.writerow([_text(run), _text(case), repeat, of, index, *map(_text, told), ""])
    file.write_text(out.getvalue(), encoding="utf-8-sig", newline="")


def read(file: Path) -> Labels:
    """The verdicts in a sheet; also one of two columns, `case` and `reasoning right`. Mistake naming what is odd."""
    if not file.is_file():
        raise Mistake(f"There is no sheet {str(file)!r}", cure="Make one with: casebook judge sample RUN")
    told = csv_rows(_commas(decoded(file.read_bytes(), file.name)), file.name)
    names = [_NAMES.get("_".join(cell.lower().split())) for cell in told[0][1]] if told else []
    if "case" not in names or not {"verdict", "right"} & set(names):
        raise Mistake(f"{file.name} is no sheet of verdicts", allowed=", ".join(COLUMNS), cure="Keep its first row.")
    found: dict[Key, Label] = {}
    empty = 0
    for place, cells in told[1:]:
        fields = {name: cell.strip().removeprefix("'") for name, cell in zip(names, cells, strict=False) if name}
        label = _label(fields, f"{file.name} {place}")
        if label is None:
            empty += 1
        elif found.setdefault(label.key, label).yes != label.yes:
            raise Mistake(f"{file.name} {place} says otherwise than an earlier row of the same verdict")
    return Labels(tuple(found.values()), empty)


def _label(fields: dict[str, str], place: str) -> Label | None:
    """The verdict of a row; None while it has none."""
    said = (fields.get("verdict") or fields.get("right") or "").casefold().rstrip(".。!")
    if not said:
        return None
    if said not in _YES | _NO:
        raise Mistake(f"{place}: a verdict is neither yes nor no", got=said[:40], allowed="yes, no, 是, 否")
    of = _OF.get(fields.get("of", "reasoning" if "right" in fields else "").casefold())
    numbers = [fields.get("repeat") or "1", fields.get("index") or "0"]
    if of is None or not all(number.isdecimal() for number in numbers):
        raise Mistake(f"{place} does not say which verdict it is", allowed="of: contained, supported, reasoning")
    key: Key = (fields["case"], int(numbers[0]), of, int(numbers[1]))
    return Label(key, said in _YES, fields.get("run", ""))


def _commas(text: str) -> str:
    """The sheet with commas, whichever of , ; and the tab some spreadsheet has put between its cells."""
    first = text.split("\n", 1)[0]
    mark = max(",;\t", key=first.count)
    if mark == ",":
        return text
    out = io.StringIO(newline="")
    csv.writer(out).writerows(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    return out.getvalue()


def _text(cell: str) -> str:
    cell = cell.replace("\0", "")[:LONGEST]
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def of_all(labels: Sequence[Label]) -> list[Of]:
    """The kinds of verdict that were given, each once."""
    return list(dict.fromkeys(label.key[2] for label in labels))
