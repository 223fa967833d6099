"""Lookup: the looks for a benchmark's cases, with what was left out and how texts were searched by meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic_core import to_jsonable_python

from evaluations.lookup.figures import Figure, figures
from evaluations.lookup.looks import LeftOut, Look
from evaluations.published import Published
from evaluations.table import Estimate
from tools.book import Language
from tools.semantic import Meaning


@dataclass(frozen=True)
class Lookup:
    """All of it, and its figures."""

    benchmark: str
    """As it was asked for: `sample` holds several."""
    settings: Mapping[str, str]
    found: Sequence[Look | LeftOut]
    """One for each case."""
    skipped: int
    """Rows and files that the loader could not use, those whose book is missing among them."""
    meaning: Meaning
    published: Mapping[Language, Published] | None = None
    """The papers' figures by language; None when they were not asked for."""

    @cached_property
    def looks(self) -> list[Look]:
        return [one for one in self.found if isinstance(one, Look)]

    @cached_property
    def figures(self) -> list[Figure]:
        return figures(self.looks)

    @property
    def languages(self) -> list[Language]:
        return sorted({one.language for one in self.looks})

    @property
    def semantic(self) -> dict[Language, str]:
        """For each language the embedder, or `none` and why."""
        return {language: self.meaning.name(language) for language in self.languages}

    @property
    def left(self) -> dict[str, dict[str, int]]:
        """Why cases were left out: for each reason how many of each benchmark."""
        counts: dict[str, dict[str, int]] = {}
        for one in self.found:
            if isinstance(one, LeftOut):
                mine = counts.setdefault(one.why, {})
                mine[one.benchmark] = mine.get(one.benchmark, 0) + 1
        return counts

    def as_json(self) -> dict[str, Any]:
        """Figures first, then each question."""
        told = {
            "benchmark": self.benchmark,
            "settings": self.settings,
            "semantic": self.semantic,
            "figures": [_figure(one) for one in self.figures],
            "left out": self.left,
            "skipped": self.skipped,
            "questions": self.looks,
        }
        theirs = {} if self.published is None else {"published": self.published}
        whole: dict[str, Any] = to_jsonable_python(told | theirs)
        return whole


def _figure(figure: Figure) -> dict[str, Any]:
    recall = {str(depth): _share(share) for depth, share in figure.recall.items()}
    return {**vars(figure), "recall": recall}


def _share(share: Estimate) -> dict[str, Any]:
    return {"value": share.value, "low": share.low, "high": share.high, "over": share.over}
