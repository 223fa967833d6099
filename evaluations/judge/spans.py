"""Spans: whether the words a judge relied on stand where they should, and are words to rely on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from evaluations.judge.fence import cleaned
from evaluations.judge.pieces import Piece
from tools.quotes import find_quote, quote_length
from tools.terms import HAN, keys

FEWEST_WORDS, FEWEST_HAN = 2, 3
"""A span is at least so long, unless it is a whole piece: a single "the" stands everywhere."""
_CLAIM = re.compile(r"included reference steps|[\"“”'](contained|says|supported|right|by_book)[\"“”']\s*[:：]", re.I)
"""Words about the judging are no words to rely on, whoever wrote them."""
_HAN = re.compile(f"[{HAN}]")
_ABOUT = re.compile(
    r"\b(?:points?|steps?|references?|contain(?:s|ed|ing)?|includ(?:es?|ed|ing)|list(?:s|ed)?|cover(?:s|ed)?|full|fully|"
    r"show(?:s|n|ed)?|stat(?:es?|ed)|mention(?:s|ed)?|present|complete|verif(?:y|ies|ied)|correct|correctly|right|true|"
    r"answers?|options?|questions?|reason(?:s|ing|ings)?|explanations?|conclu(?:des?|ded|sions?)|verdicts?|proofs?|"
    r"judg(?:es?|ed|e?ments?)|prove[sdn]?|evidence|support(?:s|ed)?|follow(?:s|ed)?|text|reader|every|everything|"
    r"therefore|thus|hence|[b-z]|\d)\b"
    r"|要点|参考|步骤|包含|包括|涵盖|覆盖|说明|证明|表明|推理|推断|得出|结论|答案|正确|选项|问题|理由|依据|根据|证据|"
    r"判断|成立|全部|所有|以上|上述|如上|所述|由此|可以|可见|因此|所以|均|已",
    re.IGNORECASE,
)
"""Talk about the judging, of which a claim is made that all is shown."""


def place_of(span: str, shown: Iterable[Piece]) -> tuple[Piece, int, int] | None:
    """The first piece in which the span stands, from where to where; None when it stands in none, or shows nothing."""
    there = next((piece for piece in shown if stands(span, piece.text)), None)
    place = find_quote(cleaned(span), there.text) if there else None
    return (there, *place) if there and place else None


def piece_of(span: str, shown: Iterable[Piece]) -> int:
    """The number of that piece; 0 without one."""
    place = place_of(span, shown)
    return place[0].number if place else 0


def paragraph_of(span: str, shown: Mapping[int, str]) -> int:
    """The number of the first of these texts in which the span stands; 0 when it stands in none."""
    return next((number for number, text in shown.items() if stands(span, text)), 0)


def stands(span: str, text: str) -> bool:
    """Whether a judge may rely on `span` as words of `text`, which is cleaned."""
    wanted = cleaned(span)
    if not wanted or _CLAIM.search(wanted) or find_quote(wanted, text) is None:
        return False
    words, han = quote_length(wanted)
    return words >= FEWEST_WORDS or han >= FEWEST_HAN or len(wanted) >= len(text.strip())


def content(text: str) -> float:
    """How many content words a text has, each once: neither stop words nor words about the judging.

    Two Chinese characters are worth one word.
    """
    told = keys(_ABOUT.sub(" ", text))
    return sum(len(key) == 1 and 0.5 if _HAN.match(key) else 1 for key in told)
