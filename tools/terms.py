"""From text to search terms, English and Chinese: the one place that knows what a token is.

A *word* is a stemmed Latin word or one Han character; words have positions and make phrases exact.
A *key* is what ranking counts: a word that is not a stop word, or a pair of neighbouring Han characters.
"""

from __future__ import annotations

import re
from collections.abc import Set
from functools import cache, lru_cache
from typing import NamedTuple

from tantivy import Filter, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
"""Han characters as the inside of a regular expression's character class."""

_HAN_RUST = r"\x{3007}\x{3400}-\x{4dbf}\x{4e00}-\x{9fff}\x{f900}-\x{faff}\x{20000}-\x{323af}"
_WORD = re.compile(f"[{HAN}]|[^\\W_{HAN}]+")
_HAN_RUN = re.compile(f"[{HAN}]{{2,}}")
# The mark comes first, so that the search skips from mark to mark.
_POSSESSIVE = re.compile(r"['’‘ʼ＇](?<=[^\W\d_].)[sS](?![^\W_])")
# Full-width ASCII stands for ASCII, and half a surrogate pair (a model's broken JSON escape, which the analyser
# cannot encode) for a space; one character for one, so that offsets stay true.
_NARROW = {0xFF01 + i: chr(0x21 + i) for i in range(94)} | dict.fromkeys(range(0xD800, 0xE000), " ")
_WIDE = re.compile("[\uff01-\uff5e\ud800-\udfff]")

STOP_WORDS = frozenset(
    """a about above after again all also am an and any are as at be because been before being below between both but
    by can could did do does doing down during each else ever few for from further had has have having he her here hers
    herself him himself his how i if in into is it its itself just like me more most my myself no nor not now of off on
    once one only or other our ours out over own same she should so some such t than that the their theirs them then
    there these they this those through to too under until up upon very was we were what when where whether which while
    who whom whose why will with would you your yours d ll m re s ve said says""".split()
)
STOP_CHARACTERS = frozenset("的了是在和与也就都而及着或吗呢吧啊么之其这那个们被把从对于以为何谁哪什怎不没有他她它我你")


class Span(NamedTuple):
    """A word and where it stands: `text[start:end]` is its surface form."""

    word: str
    start: int
    end: int


@cache
def analyzer() -> TextAnalyzer:
    """The analyser that both the index and every query use: lower case, no accents, English stems."""
    pattern = rf"[{_HAN_RUST}]|[\p{{L}}\p{{N}}--[{_HAN_RUST}]]+"
    builder = TextAnalyzerBuilder(Tokenizer.regex(pattern)).filter(Filter.lowercase())
    return builder.filter(Filter.ascii_fold()).filter(Filter.stemmer("english")).build()


def fold(text: str) -> str:
    """`text` made ready for the analyser at the same length: narrow letters, possessives blanked."""
    narrow = text.translate(_NARROW) if _WIDE.search(text) else text  # most texts have nothing to translate
    return _POSSESSIVE.sub("  ", narrow)


def words(text: str) -> list[str]:
    """The words of `text` in order, with repeats: 'Poirot’s rooms' gives ['poirot', 'room']."""
    return analyzer().analyze(fold(text))


def spans(text: str) -> list[Span]:
    """The words of `text` with their character offsets in it."""
    return [Span(_word(m.group()), m.start(), m.end()) for m in _WORD.finditer(fold(text))]


@lru_cache(maxsize=200_000)
def _word(surface: str) -> str:
    analysed = analyzer().analyze(surface)
    return analysed[0] if analysed else surface.lower()


def pairs(text: str) -> list[str]:
    """Neighbouring Han characters, two by two: '曹操说' gives ['曹操', '操说']; Latin text gives none."""
    return [run[i : i + 2] for run in _HAN_RUN.findall(text) for i in range(len(run) - 1)]


def key_spans(text: str, wanted: Set[str]) -> list[Span]:
    """Where keys of `text` that are in `wanted` stand in it, by offset."""
    return [span for span in _every_span(text) if span.word in wanted]


@lru_cache(maxsize=8192)  # a session looks at the same paragraphs again and again
def _every_span(text: str) -> tuple[Span, ...]:
    """Words and pairs of Han characters, by offset."""
    runs = _HAN_RUN.finditer(text)
    twos = (Span(text[i : i + 2], i, i + 2) for run in runs for i in range(run.start(), run.end() - 1))
    return tuple(sorted([*spans(text), *twos], key=lambda span: (span.start, span.end)))


def keys(text: str) -> list[str]:
    """The distinct ranking terms of `text`, in order: words that are not stop words, then pairs."""
    content = filter(None, map(_content, _WORD.findall(fold(text))))
    return list(dict.fromkeys([*content, *pairs(text)]))


@lru_cache(maxsize=200_000)
def _content(surface: str) -> str:
    """The word of a surface, or nothing for a stop word."""
    word = _word(surface)
    return "" if surface.lower() in STOP_WORDS or word in STOP_CHARACTERS else word
