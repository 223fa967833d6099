"""What a loader brings back: cases, how they were cut, and everything odd it met."""

from __future__ import annotations

from dataclasses import dataclass, field

from evaluations.case import Case, Oddity
from tools.mistake import Mistake


@dataclass
class Loaded:
    """Cases in file order, with the oddities that were repaired or skipped."""

    cases: list[Case] = field(default_factory=list)
    oddities: list[Oddity] = field(default_factory=list)

    @property
    def skipped(self) -> list[Oddity]:
        return [odd for odd in self.oddities if odd.done == "skipped"]

    def repaired(self, source: str, what: str) -> None:
        self.oddities.append(Oddity(source=source, what=what, done="repaired"))

    def skip(self, source: str, what: str) -> None:
        self.oddities.append(Oddity(source=source, what=what, done="skipped"))

    def usable(self, place: object) -> Loaded:
        """This, or a Mistake that tells the first reasons when there is no case at all."""
        if self.cases:
            return self
        reasons = "; ".join(f"{odd.source}: {odd.what}" for odd in self.skipped[:3])
        raise Mistake(f"{place} holds no usable question ({reasons or 'it is empty'})", exit_code=1)
