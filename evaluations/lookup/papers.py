"""The papers' figures of single looks, to stand in our tables marked as theirs."""

from __future__ import annotations

from evaluations.published import Published, beside, reported
from tools.book import Language


def published(benchmark: str) -> dict[Language, Published]:
    """What is published of a benchmark's texts, by language; {} where nothing is.

    `benchmark` is the one asked for: the embedded sample is none of those that its parts are like.
    """
    return {raw["language"]: beside(raw) for raw in reported("passages") if raw["benchmark"] == benchmark}
