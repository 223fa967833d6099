"""The fence: text that somebody else wrote, made fit to be shown to a judge as data and nothing else."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

READER, BOOK, END = "===== READER", "===== BOOK", "===== END"
"""How the lines around a block begin; a mark follows that no writer could have known."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
"""Control and format characters, half surrogates, private and unassigned ones: what a reader does not see."""
_SELECTOR = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_RULE = re.compile(r"[=═＝]{3,}")
_TAG = re.compile(r"([<＜])(?=[/|｜a-zA-Z_][^<>＜＞\n]{0,40}[>＞])")
_BARRED = re.compile(r"([<＜])(?=[|｜])|([|｜])(?=[>＞])")
_MARKER = re.compile(r"\[(?=/?[A-Z_]{2,20}\])")


def cleaned(text: str) -> str:
    """`text` on one line, without characters that cannot be seen, and with no rule, tag or role marker in it.

    A template's own tokens (<|im_start|>, [INST], </think>) are words here: a space breaks them.
    """
    seen = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c) not in _UNSEEN)
    seen = _RULE.sub("==", _SELECTOR.sub("", unicodedata.normalize("NFC", seen)))
    seen = _BARRED.sub(lambda found: f"{found[0]} ", _TAG.sub(r"\1 ", seen))
    return " ".join(_MARKER.sub("[ ", seen).split())


def mark_of(*texts: str) -> str:
    """Six hexadecimal digits of all that is shown: the same for the same texts, and known to none who wrote a part."""
    return hashlib.sha256("\0".join(texts).encode(errors="replace")).hexdigest()[:6]


def fenced(kind: str, numbered: Iterable[tuple[int, str]], mark: str) -> str:
    """The block of these (number, text): each on one line behind its number, so that none can end the block."""
    lines = [f"[{number}] {cleaned(text)}" for number, text in numbered]
    return "\n".join([f"{kind} {mark}", *lines, f"{END} {mark}"]) + "\n"
