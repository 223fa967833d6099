"""PRELUDE's few-shot examples: labelled prequels of other books, the two labels by turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from pathlib import Path

from agent.question import CONTRADICT, Example
from evaluations.benchmarks.deck import Deck
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.prelude.rows import Prequel, prequels_of
from evaluations.benchmarks.prelude.words import OPTIONS
from evaluations.benchmarks.rowfile import records

MANY = 40
"""The most examples of many-shot; the paper gives no number that we know of."""


@dataclass(frozen=True)
class Examples:
    """Where examples are drawn from, and how many a question gets."""

    deck: Deck[Prequel]
    shots: int

    @classmethod
    def chosen(cls, settings: Mapping[str, str], prequels: Sequence[Prequel], loaded: Loaded) -> Examples:
        """From the file that the settings name (Mistake when it cannot be read), else from the rows at hand."""
        shots = settings.get("shots", "0")
        if shots != "0" and (named := settings.get("examples")):
            file = Path(named)
            prequels = prequels_of(records(file, f"examples {file.name}", loaded), loaded)
        return cls(Deck(prequels, settings.get("seed", "0")), MANY if shots == "many" else int(shots))

    def of(self, prequel: Prequel) -> tuple[Example, ...]:
        """The examples shown before a prequel, never of its own book; fewer shots are the first of more."""
        return tuple(_example(one) for one in islice(self._turns(prequel), self.shots)) if self.shots else ()

    def _turns(self, prequel: Prequel) -> Iterator[Prequel]:
        """Contradict and Consistent by turns, as in the paper's five; those in the prequel's language first."""
        others = [one for one in self.deck.dealt(prequel.id) if one.key != prequel.key]
        others.sort(key=lambda one: one.language != prequel.language)
        contradict = [one for one in others if one.label == CONTRADICT]
        consistent = [one for one in others if one.label != CONTRADICT]
        return (one for one in chain.from_iterable(zip_longest(contradict, consistent)) if one)


def _example(prequel: Prequel) -> Example:
    chinese = prequel.language == "zh"
    whose = f"《{prequel.book}》{prequel.character}：" if chinese else f"{prequel.book}, {prequel.character}: "
    return Example(
        text=f"{whose}{prequel.told}",
        options=OPTIONS[prequel.language],
        reasoning=prequel.rationale,
        answer=prequel.label,
        source=prequel.book,
    )
