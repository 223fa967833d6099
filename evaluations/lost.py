"""Lost: the questions that an unreachable endpoint leaves open, and when it is no use to go on."""

from __future__ import annotations

from agent.model.faults import Unreached
from tools.mistake import Mistake

UNREACHED = 4
"""Questions in a row that an unreachable endpoint may leave open before the work stops."""


class Lost:
    """The questions that an unreachable endpoint left open."""

    def __init__(self, what: str = "run") -> None:
        self.n, self._in_a_row, self._why, self._what = 0, 0, "", what

    def add(self, why: Unreached) -> None:
        """One more; Mistake when so many in a row say that it is no use to go on."""
        self.n, self._in_a_row, self._why = self.n + 1, self._in_a_row + 1, why.told
        if self._in_a_row >= UNREACHED:
            raise self._mistake(f"The {self._what} stopped, since the model cannot be reached")

    def found(self) -> None:
        self._in_a_row = 0

    def tell(self) -> None:
        """Mistake when the work came to its end with open questions."""
        if self.n:
            raise self._mistake(f"{self.n} questions are not finished, since the model could not be reached")

    def _mistake(self, what: str) -> Mistake:
        return Mistake(f"{what}: {self._why}", cure="Nothing is lost: the same command goes on from here.", exit_code=1)
