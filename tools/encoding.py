"""From bytes to text: which encoding a file is in, and its characters."""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import NamedTuple

from charset_normalizer import from_bytes

from tools.mistake import Mistake

KNOWN = "utf-8, utf-16, gb18030, big5, cp1252"
"""The encodings that are told apart, for messages; any other that Python knows can be named."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BIG5 = ("big5", "cp950", "big5hkscs")
_WESTERN = ("cp1252", "latin-1")
_EVERYDAY = (
    re.compile(rb"[\xa1-\xc6]"),  # Big5: punctuation, then the 5,401 frequent characters
    re.compile(rb"[\xa1\xa3\xb0-\xd7][\xa1-\xfe]"),  # GB18030: punctuation, then the 3,755 of the first level
)
_CURE = f"Name the encoding: --encoding NAME ({KNOWN}, …)."
_QUOTES = re.compile(rb"[\x85\x91-\x97]")  # CP1252's ellipsis, quotation marks and dashes, which come in rows
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_CONTROL = re.compile("[\x00-\x08\x0e-\x19\x1c-\x1f\x7f-\x84\x86-\x9f]")
_INVISIBLE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b\u2060\ufeff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_DAMAGED = 50  # one unreadable place among so many readable ones is damage, more is another encoding


class Decoded(NamedTuple):
    """A file's characters, the encoding they were read by, and what was odd, in words for the user."""

    text: str
    encoding: str
    notes: tuple[str, ...] = ()


def decoded(raw: bytes, encoding: str | None = None) -> Decoded:
    """The text of `raw`, by `encoding` when it is named, else by the one that is recognised.

    A byte order mark decides, then strict UTF-8, then CP1252, GB18030 and Big5, then the library. A file that is
    whole but for a few bytes is read with U+FFFD in their places, and a note. Mistake when the named
    encoding is unknown or does not fit, when none fits, and when the bytes are no text.
    """
    found = _by_name(raw, encoding) if encoding is not None else _recognised(raw)
    if "\0" in found.text or len(_CONTROL.findall(found.text)) * 200 > len(found.text):
        raise Mistake("The file is binary, not text", cure=_CURE)
    return found


def cleaned(text: str) -> str:
    """`text` in Unicode form NFC with lines ended by \\n, without control and invisible characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", text))


def _by_name(raw: bytes, encoding: str) -> Decoded:
    try:
        codec = codecs.lookup(encoding)
        text = raw.decode(encoding)
    except UnicodeError as error:
        at = f" (byte {error.start})" if isinstance(error, UnicodeDecodeError) else ""
        raise Mistake(f"The file is not in {encoding}{at}", cure=_CURE) from None
    except (LookupError, ValueError):
        raise Mistake("There is no such encoding", got=encoding, allowed=f"{KNOWN}, …") from None
    if _SURROGATE.search(text):
        raise Mistake(f"The file is not in {encoding}", cure=_CURE)
    return Decoded(text.removeprefix("\ufeff"), codec.name)


def _recognised(raw: bytes) -> Decoded:
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _marked(raw, encoding)
    if b"\0" in raw:
        raise Mistake("The file is binary, not text, or it is UTF-16 without a mark", cure=_CURE)
    if (text := _strict(raw, "utf-8")) is not None:
        return Decoded(text, "utf-8")
    if _western(raw):
        return _family(raw, _WESTERN) or _foreign(raw)
    return _damaged(raw, ("utf-8",)) or _chinese(raw) or _damaged(raw, ("gb18030", "big5")) or _foreign(raw)


def _marked(raw: bytes, encoding: str) -> Decoded:
    if (text := _strict(raw, encoding)) is not None:
        return Decoded(text, encoding)
    if damaged := _damaged(raw, (encoding,)):
        return damaged
    raise Mistake(f"The file has the mark of {encoding.upper()}, and is not in it", cure=_CURE)


def _western(raw: bytes) -> bool:
    """Whether the bytes above ASCII, but for quotation marks, mostly stand alone, as accented letters do.

    A Chinese character has one or two of them, and its neighbours too; a short word like `café` would
    else be read as a Chinese character with a letter swallowed.
    """
    runs = [len(run) for run in _HIGH_RUN.findall(_QUOTES.sub(b" ", raw))]
    return sum(runs) <= 1.5 * len(runs)


def _chinese(raw: bytes) -> Decoded | None:
    """`raw` in the Chinese encoding by which it has the most everyday characters; None below seven in ten.

    Most text in one of the two can be read in the other without an error, as rare characters. The
    library, asked for 60 bytes of Big5, takes one sample in ten for GB18030; this count does not.
    """
    read = [found for names in (("gb18030",), _BIG5) if (found := _family(raw, names))]
    share, best = max(((_everyday(found), -i) for i, found in enumerate(read)), default=(0.0, 0))
    return read[-best] if share >= 0.7 else None


def _everyday(found: Decoded) -> float:
    """The share of characters above ASCII that stand in the encoding's rows of punctuation and common characters."""
    rows = _EVERYDAY[found.encoding == "gb18030"]
    sample = [c.encode(found.encoding) for c in found.text[:20_000] if c > "\x7f"]
    return sum(1 for code in sample if len(code) == 2 and rows.match(code)) / max(1, len(sample))


def _family(raw: bytes, names: tuple[str, ...]) -> Decoded | None:
    """`raw` by the first of `names`, each wider than the last, that fits all of it."""
    return next((Decoded(text, name) for name in names if (text := _strict(raw, name)) is not None), None)


def _damaged(raw: bytes, encodings: tuple[str, ...]) -> Decoded | None:
    """`raw` by the encoding that leaves the fewest bytes unread, when they are few indeed."""
    texts = {encoding: raw.decode(encoding, "replace") for encoding in encodings}
    encoding = min(texts, key=lambda name: texts[name].count("\ufffd"))
    bad, good = texts[encoding].count("\ufffd"), sum(1 for c in texts[encoding] if c > "\x7f")
    if good < bad * (_DAMAGED + 1):
        return None
    where = "1 place" if bad == 1 else f"{bad:,} places"
    return Decoded(texts[encoding], encoding, (f"{where} could not be read in {encoding} and stand as \ufffd",))


def _foreign(raw: bytes) -> Decoded:
    """Any other encoding that the library recognises, for example a Cyrillic or a Japanese one."""
    best = from_bytes(raw, cp_exclusion=["utf_16", "utf_32", "utf_7"]).best()
    text = _strict(raw, best.encoding) if best else None
    if best is None or text is None:
        raise Mistake("The file's encoding is not recognised", cure=_CURE)
    return Decoded(text, best.encoding.replace("_", "-"))


def _strict(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None
