"""The library: finds the file of the novel that a benchmark's row speaks of, and reads each file once."""

from __future__ import annotations

import csv
import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

from tools.book import Book, Language
from tools.mistake import Mistake
from tools.readers import read_book

TABLE = "books.tsv"


class Absent(Mistake):
    """No file is the novel that was looked for."""


@dataclass(frozen=True)
class Wanted:
    """What a row says of its novel."""

    novel_id: str = ""
    title: str = ""
    text_file: str = ""
    language: Language | None = None


@dataclass
class Library:
    """Novels under `place`, one text file or a folder with text files in it."""

    place: Path
    _books: dict[Path, Book] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.place.exists():
            raise Mistake(f"The books {str(self.place)!r} do not exist", cure="Give --books a text file or a folder.")

    def find(self, wanted: Wanted) -> Path:
        """The novel's file; Absent with the candidates when there is none, Mistake when there is more than one.

        Tried in order: the row's own file name, `{novel_id}-*`, the title, a line of books.tsv.
        """
        if self.place.is_file():
            return self.place
        files = self._files(wanted.language)
        # a title may be asked about in another language than its novel's; a bare number may not
        elsewhere = self._files(None) if wanted.title else []
        for found in (
            [f for f in files if wanted.text_file and f.name == Path(wanted.text_file).name],
            [f for f in files if wanted.novel_id and f.name.startswith(f"{wanted.novel_id}-")],
            [f for f in files if wanted.title and titled(f.stem, wanted.title)],
            self._tabled(wanted.title),
            [f for f in elsewhere if titled(f.stem, wanted.title)],
        ):
            if len(found) == 1:
                return self._writable(found[0])
            if found:
                raise self._mistake(f"More than one book could be {_told(wanted)}", found)
        raise self._mistake(f"No book found for {_told(wanted)} in {str(self.place)!r}", files, Absent)

    def read(self, path: Path, language: Language | None = None) -> Book:
        """The book in `path`, read once."""
        if path not in self._books:
            self._books[path] = read_book(path, language)
        return self._books[path]

    def _files(self, language: Language | None) -> list[Path]:
        """All text files, those of the official folder for the language first and alone when there are any."""
        files = sorted(f for f in self.place.rglob("*") if f.suffix.lower() in (".txt", ".epub") and f.is_file())
        official = [f for f in files if language and f.parent.name == f"novel_data_{language}"]
        return official or files

    def _tabled(self, title: str) -> list[Path]:
        table = self.place / TABLE
        if not title or not table.is_file():
            return []
        try:
            with table.open(encoding="utf-8-sig", newline="") as lines:
                rows = [row for row in csv.reader(lines, delimiter="\t") if len(row) >= 2]
        except UnicodeDecodeError:
            raise Mistake(f"{TABLE} is not UTF-8", cure=f"Convert it: iconv -f GB18030 -t UTF-8 {TABLE}") from None
        named = dict.fromkeys(self.place / row[1].strip() for row in rows if folded(row[0]) == folded(title))
        return [f for f in named if f.is_file()]

    def _writable(self, found: Path) -> Path:
        """`found`; Mistake when its name is in another encoding, so that no record could hold it."""
        if _shown(found) != str(found):
            raise Mistake(f"The file name {_shown(found)!r} is not UTF-8", cure="Rename the file.", exit_code=1)
        return found

    def _mistake(self, what: str, candidates: list[Path], kind: type[Mistake] = Mistake) -> Mistake:
        inside = (f.relative_to(self.place) if f.is_relative_to(self.place) else f for f in candidates)
        names = [_shown(name) for name in inside]
        shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
        return kind(
            what,
            allowed=shown or "(the folder holds no .txt or .epub file)",
            cure=f"Name the file in {TABLE} (title, tab, file) or give --books the file itself.",
            exit_code=1,
        )


def titled(stem: str, title: str) -> bool:
    """Whether a file's name begins with the title, or with the title without what is in brackets."""
    name = folded(re.sub(r"^\d+-", "", stem))
    bare = folded(re.sub(r"[(（《].*?[)）》]", "", title)) or folded(title)
    return any(name == t or name.startswith(f"{t} ") for t in (folded(title), bare) if t)


def folded(text: str) -> str:
    """Letters and digits only, lower case, single spaces; Han characters stay side by side."""
    return " ".join(re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold()))


def _shown(path: Path) -> str:
    """The path as text, `?` for bytes that are no UTF-8."""
    return str(path).encode(errors="replace").decode()


def _told(wanted: Wanted) -> str:
    parts = [f"novel {wanted.novel_id}" if wanted.novel_id else "", repr(wanted.title) if wanted.title else ""]
    named = repr(wanted.text_file) if wanted.text_file else "a row without a title"
    return " ".join(part for part in parts if part) or named
