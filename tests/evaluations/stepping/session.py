"""A session at the stepper without a terminal: the lines that are typed, and what is printed."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from evaluations.branches import Asking
from evaluations.case import Case
from evaluations.stepping.gold import Marks
from evaluations.stepping.keys import Keys, Lines
from evaluations.stepping.stepper import Stepper
from evaluations.stepping.trail import Trail
from evaluations.store import RunFolder
from tests.evaluations.branches.scene import ENGLISH

OFFLINE = Asking(offline=True)


def console(width: int = 80) -> Console:
    return Console(file=io.StringIO(), width=width, highlight=False)


def written(out: Console) -> str:
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue()


class Session:
    """`Session(run)("n", "k refused")` types these lines and gives what they printed, the first screen left out."""

    def __init__(
        self, run: Path, case: Case = ENGLISH, gold: bool = False, branch: str = "", asking: Asking = OFFLINE
    ) -> None:
        self.trail = Trail(RunFolder(run), case.id, branch=branch, asking=lambda: asking)
        self.marks = Marks.of(case) if gold else Marks()
        self.end = ""

    @property
    def k(self) -> int:
        return self.trail.cursor.k

    def __call__(self, *lines: str, width: int = 80) -> str:
        return self.typed(Lines(io.StringIO("".join(f"{line}\n" for line in lines))), width)

    def typed(self, keys: Keys, width: int = 80) -> str:
        out = console(width)
        stepper = Stepper(self.trail, keys, out, self.marks)
        stepper.show()
        before = len(written(out))
        self.end = stepper.run()
        return written(out)[before:]
