"""Gold as the stepper may show it: which paragraphs hold gold steps, and the right answer. Without it, nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rich.text import Text

from evaluations.case import Case


@dataclass(frozen=True)
class Marks:
    """What is marked as gold; an empty one marks nothing."""

    steps: Mapping[int, str] = field(default_factory=dict)
    """Paragraph to the gold step in it."""
    answer: str = ""

    @classmethod
    def of(cls, case: Case) -> Marks:
        steps: dict[int, str] = {}
        for step in case.gold.steps:
            if step.position is not None:
                steps[step.position] = "; ".join(filter(None, (steps.get(step.position), step.text)))
        return cls(steps, case.gold.answer)

    def address(self, paragraph: int) -> Text:
        """The paragraph's number as `[45]`, marked where it is gold."""
        gold = paragraph in self.steps
        return Text.assemble((f"[{paragraph}]", "bold green" if gold else ""), (" gold" if gold else "", "green"))

    def among(self, paragraphs: Iterable[int]) -> list[int]:
        """Those that are gold."""
        return [number for number in paragraphs if number in self.steps]
