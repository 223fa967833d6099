"""From a file to a Book: numbered `[n] text` files and plain text."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from pathlib import Path

from tools.book import Book, Language, Paragraph, digest_of, language_of
from tools.chapters import chapters
from tools.mistake import Mistake
from tools.terms import HAN

_MARKER = re.compile(r"[ \t\u3000]*\[(\d{1,7})\][ \t\u3000]?")
_CJK_END = re.compile(f"[{HAN}，。！？；：、”’」』）…—]$")
_CJK_START = re.compile(f"^[{HAN}“‘「『（…—]")
_WIDEST_WRAPPED = 100  # hard-wrapped texts keep their lines shorter than this


def read_book(path: Path, language: Language | None = None) -> Book:
    """The book in a UTF-8 text file, numbered or plain. Mistake when there is no such text.

    The same file always gives the same paragraphs and numbers.
    """
    text, encoding = _decoded(path)
    title, author = _names(path)
    return book_from_text(text, title, author=author, language=language, encoding=encoding)


def book_from_text(
    text: str, title: str, *, author: str = "", language: Language | None = None, encoding: str = "utf-8"
) -> Book:
    """The book in `text`. Mistake when it holds no paragraph."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    found, notes = _numbered(text) if is_numbered(text) else (_plain(text), [])
    if not found:
        raise Mistake(f"{title} holds no text", cure="Give a file with the novel's text in it.")
    paragraphs = tuple(found)
    return Book(
        title=title,
        author=author,
        paragraphs=paragraphs,
        chapters=chapters(paragraphs),
        language=language or language_of(text[:200_000]),
        digest=digest_of(paragraphs),
        encoding=encoding,
        notes=tuple(notes),
    )


def is_numbered(text: str) -> bool:
    """Whether `text` is in the numbered format: a marker opens it, or opens half of its lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    marked = sum(1 for line in lines if _MARKER.match(line))
    return bool(lines) and (marked * 2 >= len(lines) or (marked >= 2 and bool(_MARKER.match(lines[0]))))


def _numbered(text: str) -> tuple[list[Paragraph], list[str]]:
    """Paragraphs from `[n] text` lines.

    A marker counts at the start of a line and when its number is larger than the last one; any other
    bracket is text. A paragraph runs on until the next marker.
    """
    parts: list[tuple[int, list[str]]] = []
    notes: list[str] = []
    for line in text.splitlines():
        marker = _MARKER.match(line)
        number = int(marker.group(1)) if marker else 0
        if marker and number > (parts[-1][0] if parts else 0):
            parts.append((number, [line[marker.end() :]]))
        elif parts:
            parts[-1][1].append(line)
            if marker:
                notes.append(f"[{number}] follows [{parts[-1][0]}] and was read as text of it")
        elif line.strip():
            notes.append(f"text before the first number was left out: {line.strip()[:40]!r}")
    paragraphs = [Paragraph(number, _joined(lines)) for number, lines in parts]
    empty = [p.number for p in paragraphs if not p.text]
    if empty:
        notes.append(f"{len(empty)} numbers without text, first [{empty[0]}]")
    missing = sum(b.number - a.number - 1 for a, b in pairwise(paragraphs))
    if missing:
        notes.append(f"{missing} numbers between [{paragraphs[0].number}] and [{paragraphs[-1].number}] are absent")
    return [p for p in paragraphs if p.text], notes


def _plain(text: str) -> list[Paragraph]:
    """Paragraphs of plain text: blocks between blank lines when the lines are wrapped, else lines."""
    blocks = [block.splitlines() for block in re.split(r"\n[ \t\u3000\xa0]*\n", text)]
    blocks = [kept for block in blocks if (kept := [line for line in block if line.strip()])]
    lines = sorted(len(line.rstrip()) for block in blocks for line in block)
    wrapped = len(blocks) > 1 and len(lines) < 50 * len(blocks) and lines[len(lines) * 95 // 100] <= _WIDEST_WRAPPED
    runs = [run for block in blocks for run in (_indented_runs(block) if wrapped else [[line] for line in block])]
    texts = [joined for run in runs if (joined := _joined(run))]
    return [Paragraph(number, joined) for number, joined in enumerate(texts, 1)]


def _indented_runs(block: list[str]) -> list[list[str]]:
    """A block split where a line begins with an ideographic space, the mark of a new Chinese paragraph."""
    runs: list[list[str]] = []
    for line in block:
        if not runs or line.startswith("\u3000"):
            runs.append([])
        runs[-1].append(line)
    return runs


def _joined(lines: list[str]) -> str:
    """Lines of one paragraph as one line: a space between them, none between Chinese characters."""
    whole = ""
    for line in (" ".join(line.split()) for line in lines):
        chinese = _CJK_END.search(whole) and _CJK_START.search(line)
        whole = f"{whole}{line}" if chinese or not whole or not line else f"{whole} {line}"
    return whole


def _decoded(path: Path) -> tuple[str, str]:
    if not path.is_file():
        what = "is a folder, not a book" if path.is_dir() else "does not exist"
        raise Mistake(f"The book {str(path)!r} {what}", cure="Give the path of one text file.")
    raw = path.read_bytes()
    if not raw.strip():
        raise Mistake(f"The book {str(path)!r} is empty")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Mistake(
            f"The book {str(path)!r} is not UTF-8 (byte {error.start})",
            cure=f"Convert it, for example: iconv -f GB18030 -t UTF-8 {path.name} > utf8.txt",
        ) from None
    if "\0" in text:
        raise Mistake(f"The book {str(path)!r} is not a text file", allowed="plain text in UTF-8")
    return text, "utf-8-sig" if raw.startswith(b"\xef\xbb\xbf") else "utf-8"


def _names(path: Path) -> tuple[str, str]:
    """(title, author) from a file name such as `104-Title-Author.txt`, else (the stem, '')."""
    parts = path.stem.split("-")
    if len(parts) >= 3 and parts[0].isdecimal():
        return "-".join(parts[1:-1]).strip(), parts[-1].strip()
    return path.stem.replace("_", " ").strip(), ""
