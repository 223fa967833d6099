"""Which languages a tokenizer can read: the first thing a model must be able to do to understand them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.book import Language

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_SAMPLES: dict[Language, str] = {
    "en": "The old lawyer unfolded the letter, read it twice, and asked his clerk who had witnessed the signature.",
    "zh": "老律师展开那封信，读了两遍，便问书记员：当时是谁在场见证了这个签名？夜里雨声渐紧，没有人回答他的话。",
}
_MOST = {"en": 0.5, "zh": 1.4}  # tokens a character: more, and the words were spelled out in bytes or letters
_UNKNOWN = ("[UNK]", "<unk>")


def understood(tokenizer: Tokenizer) -> frozenset[Language]:
    """The languages whose ordinary words are in the vocabulary: nothing unknown, nothing spelled out byte by byte."""
    return frozenset(language for language in _SAMPLES if _reads(tokenizer, language))


def _reads(tokenizer: Tokenizer, language: Language) -> bool:
    sample = _SAMPLES[language]
    tokens = tokenizer.encode(sample, add_special_tokens=False).tokens
    unknown = sum(token in _UNKNOWN for token in tokens)
    return unknown <= len(tokens) * 0.02 and len(tokens) <= len(sample) * _MOST[language]
