"""What a benchmark is: its loader, its settings, its official reading of a raw reply, its own measures and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agent.question import Question
from evaluations.benchmarks.loaded import Loaded
from evaluations.case import Case, Score
from evaluations.metrics.exhibit import Measure
from evaluations.table import Grid
from tools.mistake import Mistake


@dataclass(frozen=True)
class Setting:
    """One thing a benchmark's paper lets vary, chosen with --set NAME=VALUE."""

    name: str
    about: str
    default: str
    allowed: str
    """What values there are, in words for the user."""
    check: Callable[[str], bool]

    @classmethod
    def one_of(cls, name: str, about: str, *values: str) -> Setting:
        """A setting with these values; the first is the default."""
        return cls(name, about, values[0], ", ".join(values), values.__contains__)

    @classmethod
    def number(cls, name: str, about: str, default: int, low: int, high: int) -> Setting:
        """A whole number from `low` to `high`."""
        return cls(name, about, str(default), f"{low} to {high}", lambda v: v.isdecimal() and low <= int(v) <= high)


@dataclass(frozen=True)
class Source:
    """Where a benchmark's files and novels are, and with which settings it is read (every setting has a value)."""

    path: Path | None = None
    books: Path | None = None
    settings: Mapping[str, str] = field(default_factory=dict)


Reading = Callable[[Question, str], str | None]
"""From a question and a raw reply to an option's label, a verdict or a text; None when it cannot be read."""


def no_reading(question: Question, reply: str) -> str | None:
    """A benchmark without an official reading of raw replies reads nothing."""
    return None


def no_grids(cases: Sequence[Case], scores: Sequence[Score]) -> list[Grid]:
    """A benchmark without tables of its own."""
    return []


@dataclass(frozen=True)
class Benchmark:
    """A benchmark: one file, one of these."""

    name: str
    about: str
    load: Callable[[Source], Loaded]
    """The cases; Mistake when nothing can be used. Everything odd is named in what it returns."""
    settings: tuple[Setting, ...] = ()
    read: Reading = no_reading
    """The official reading of a raw reply: an option's label, a verdict or a text; None when it cannot be read."""
    reads: Callable[[Mapping[str, str]], Reading] | None = None
    """The reading under given settings, where settings change it."""
    measures: tuple[Measure, ...] = ()
    """Metric families of its own, besides those of every benchmark."""
    grids: Callable[[Sequence[Case], Sequence[Score]], list[Grid]] = no_grids
    """Tables in the shape of its paper, from all scores."""

    def reading(self, settings: Mapping[str, str]) -> Reading:
        """The official reading under these settings (every setting has a value)."""
        return self.reads(settings) if self.reads else self.read

    def chosen(self, given: Sequence[str]) -> dict[str, str]:
        """The value of every setting, `given` as NAME=VALUE; Mistake on an unknown name or a value not allowed."""
        values = {setting.name: setting.default for setting in self.settings}
        for one in given:
            name, _, value = one.partition("=")
            setting = next((s for s in self.settings if s.name == name.strip()), None)
            if setting is None:
                names = ", ".join(values) or "(it has no settings)"
                raise Mistake(f"{self.name} has no such setting", got=one, allowed=names)
            if not setting.check(value.strip()):
                raise Mistake(f"{self.name} does not take this {setting.name}", got=value, allowed=setting.allowed)
            values[setting.name] = value.strip()
        return values
