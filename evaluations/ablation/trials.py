"""Trials: what was answered once something was taken away, and what all trials of one trace say."""

from __future__ import annotations

from typing import Literal

from agent.record import Record
from agent.trace import Usage

How = Literal["dropped", "replaced"]
"""dropped: gone, with what rested on it alone; replaced: an unrelated true quotation stands in its place."""


class Trial(Record):
    """One answer from the graph without a cited node, or without any evidence."""

    node: str
    """The node taken away; '' for all evidence and absences of the graph."""
    step: int = 0
    """Its number among the cited steps; 0 for all."""
    value: str | None = None
    """What was answered; None is an abstention."""
    changed: bool | None
    """Whether that is another answer; None where no reply could be used."""
    belief: float | None = None
    """What the hypothesis of the original answer was still believed."""
    why: str = ""
    """The guard that would have refused the answer, or what was wrong with the reply."""
    put: str = ""
    """The quotation put in its place, with its paragraph."""


class Ablated(Record):
    """Everything tried on one trace. Without trials, `refused` says why."""

    case: str
    repeat: int
    how: How
    value: str | None
    """The original answer."""
    trials: tuple[Trial, ...] = ()
    bare: Trial | None = None
    """With all evidence gone; None where quotations were replaced."""
    refused: str = ""
    usage: Usage = Usage()
    """What the calls came to, as recorded."""

    @property
    def judged(self) -> list[Trial]:
        """The trials that an answer came of."""
        return [trial for trial in self.trials if trial.changed is not None]

    @property
    def decisive(self) -> Trial | None:
        """The trial whose loss changed the answer; of several the one that left it believed least, then the first."""
        changed = [trial for trial in self.judged if trial.changed]
        return min(changed, key=lambda t: (1.0 if t.belief is None else t.belief, t.step), default=None)
