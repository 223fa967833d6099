"""From a file to a Book: text in any of the known encodings, numbered or plain, and .epub."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from tools.book import Book, Language, Paragraph, digest_of, language_of
from tools.chapters import chapters
from tools.encoding import cleaned, decoded
from tools.epub import is_zip, read_epub
from tools.gutenberg import trimmed
from tools.mistake import Mistake
from tools.numbered import is_numbered, numbered_paragraphs
from tools.plain import plain_paragraphs

LARGEST = 200_000_000  # bytes of a text file: about fifty times the longest novel
_FOREIGN = (
    (b"%PDF-", "a PDF"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0", "an Office document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a compressed file"),
    (b"Rar!", "a compressed file"),
    (b"7z\xbc\xaf", "a compressed file"),
)
_PAGE = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)\b", re.IGNORECASE)


def read_book(path: Path, language: Language | None = None, encoding: str | None = None) -> Book:
    """The book in a text file or an .epub. Mistake when there is none in it.

    `language` and `encoding` overrule what is recognised. The same file always gives the same
    paragraphs and numbers, and the same text in another encoding the same digest.
    """
    try:
        raw = _checked(path)
    except OSError as error:
        raise Mistake(f"The book {str(path)!r} cannot be opened: {error.strerror}", exit_code=1) from None
    return _read(path, raw, language, encoding)


@lru_cache(maxsize=16)  # a run's cases, its views and its report each come to the same novels
def _read(path: Path, raw: bytes, language: Language | None, encoding: str | None) -> Book:
    if is_zip(raw):
        return _from_epub(path, language, encoding)
    if path.suffix.lower() == ".epub":
        raise Mistake(f"The book {str(path)!r} is named .epub and is none", cure="Get it again, or name it .txt.")
    try:
        text, used, notes = decoded(raw, encoding)
    except Mistake as mistake:
        raise Mistake(f"The book {str(path)!r} cannot be read: {mistake}") from None
    if _PAGE.match(text):
        raise Mistake(f"The book {str(path)!r} is a web page", allowed=".txt and .epub", cure="Save it as text.")
    title, author = _names(path)
    return book_from_text(text, title, author=author, language=language, encoding=used, notes=notes)


def book_from_text(
    text: str,
    title: str,
    *,
    author: str = "",
    language: Language | None = None,
    encoding: str = "utf-8",
    notes: Sequence[str] = (),
) -> Book:
    """The book in `text`, numbered or plain. Mistake when it holds no paragraph.

    What Project Gutenberg put around a plain text is left out; its title and author are taken from there.
    """
    text = cleaned(text)
    if is_numbered(text):
        found, more = numbered_paragraphs(text)
        frame = Book(title, (), author=author, encoding=encoding, format="numbered", notes=(*notes, *more))
        return _book(frame, found, language)
    novel = trimmed(text)
    found = [Paragraph(number, one) for number, one in enumerate(plain_paragraphs(novel.text), 1)]
    frame = Book(
        novel.title or title, (), author=novel.author or author, encoding=encoding, notes=(*notes, *novel.notes)
    )
    return _book(frame, found, language)


def _from_epub(path: Path, language: Language | None, encoding: str | None) -> Book:
    if encoding is not None:
        raise Mistake("An .epub names its own encoding", got=encoding, cure="Leave --encoding out.")
    try:
        read = read_epub(path)
    except Mistake as mistake:
        raise Mistake(f"The book {str(path)!r} cannot be read: {mistake}") from None
    title, author = _names(path)
    frame = Book(
        read.title or title, (), read.chapters, author=read.author or author, notes=tuple(read.notes), format="epub"
    )
    book = _book(frame, read.paragraphs, language)
    told = read.language[:2].lower()
    if language is None and told in ("en", "zh") and told != book.language:
        return replace(
            book, notes=(*book.notes, f"the .epub says its language is {told!r}; its text is {book.language!r}")
        )
    return book


def _book(frame: Book, paragraphs: Sequence[Paragraph], language: Language | None) -> Book:
    """`frame` with its paragraphs, and what follows from them."""
    if not paragraphs:
        raise Mistake(f"{frame.title} holds no text", cure="Give a file with the novel's text in it.")
    return replace(
        frame,
        paragraphs=tuple(paragraphs),
        chapters=frame.chapters or chapters(paragraphs),
        language=language or language_of(_sample(paragraphs)),
        digest=digest_of(paragraphs),
    )


def _sample(paragraphs: Sequence[Paragraph], enough: int = 200_000) -> str:
    """The book's first characters, `enough` of them to tell its language."""
    parts: list[str] = []
    for paragraph in paragraphs:
        parts.append(paragraph.text)
        enough -= len(paragraph.text)
        if enough <= 0:
            break
    return "\n".join(parts)


def _checked(path: Path) -> bytes:
    """The bytes of the file; Mistake when it is not there, empty, too large, or of a kind that is not read."""
    if not path.is_file():
        what = "is a folder, not a book" if path.is_dir() else "does not exist"
        raise Mistake(f"The book {str(path)!r} {what}", cure="Give the path of one .txt or .epub file.")
    if path.stat().st_size > LARGEST:
        raise Mistake(f"The book {str(path)!r} is larger than {LARGEST // 1_000_000} MB")
    raw = path.read_bytes()
    if not raw.strip():
        raise Mistake(f"The book {str(path)!r} is empty")
    if kind := next((kind for start, kind in _FOREIGN if raw.startswith(start)), None):
        raise Mistake(f"The book {str(path)!r} is {kind}", allowed=".txt and .epub", cure="Convert it first.")
    return raw


def _names(path: Path) -> tuple[str, str]:
    """(title, author) from a file name such as `104-Title-Author.txt`, else (the stem, '')."""
    parts = path.stem.split("-")
    if len(parts) >= 3 and parts[0].isdecimal():
        return "-".join(parts[1:-1]).strip(), parts[-1].strip()
    return path.stem.replace("_", " ").strip(), ""
