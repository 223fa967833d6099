"""A trail: what is stepped through. A stored trace, a branch of it, or research that was cut short; it can be forked."""

from __future__ import annotations

from collections.abc import Sequence

from agent.trace import Event, Trace
from evaluations.branches import Asking, BranchFolder, Fork, Opened, open_trace
from evaluations.stepping.cursor import Cursor
from evaluations.stepping.record import Record
from evaluations.store import RunFolder
from tools.mistake import Mistake


class Trail:
    """A cursor over one trace or branch, its record of calls, and the way to change one thing and run on."""

    def __init__(self, run: RunFolder, case: str, repeat: int = 1, branch: str = "", asking: Asking | None = None) -> None:
        """Mistake when there is neither a trace nor a branch of this name, nor events of a question under way."""
        self.run, self.case, self.repeat, self.asking = run, case, repeat, asking
        self._folder = BranchFolder(run, case, repeat)
        self._open(branch)

    @property
    def title(self) -> str:
        repeat = f" · repeat {self.repeat}" if self.repeat > 1 else ""
        return f"{self.case}{repeat}" + (f" · branch {self.branch}" if self.branch else "")

    @property
    def unfinished(self) -> bool:
        """Whether there is research to do before the trail has an end."""
        return self._opened is None

    def edit(self, text: str) -> str:
        """Fork with the edit in `text` made as seen from where the cursor stands; the trail is then the branch.

        What was done, in words. Mistake when it cannot be.
        """
        if self._opened is None:
            raise Mistake("An edit needs an end to compare with", cure="Let the research go on to its end first (c).")
        fork = self._opened.edit(text, at=self.cursor.k)
        self._open(fork.name)
        return f"branch {fork.name}: {fork.branch.told}. " + (
            "It is finished already." if fork.trace else "c runs on from here; what is recorded is not asked again."
        )

    def run_on(self) -> str:
        """Let the unfinished branch come to its end, the cursor staying; what came of it, in words."""
        if self._fork is None:
            raise Mistake("This question is under way", cure="Go on with it by the command that began it.")
        before, at = self._parent_answer(), self.cursor.k
        trace = self._fork.run()
        self._open(self._fork.name, at)
        made = sum(event.kind == "called" and not event.payload["recorded"] for event in trace.events)
        calls = f"; {made} new calls" if trace.usage.calls else ""
        return f"the answer was {before}, and is {_answer(trace)} ({trace.status}, {trace.stop}){calls}"

    def _open(self, branch: str, at: int | None = None) -> None:
        self.branch = branch
        self.record = Record(self._folder, branch)
        self._opened: Opened | None = None
        self._fork: Fork | None = Fork(self._folder, self._folder.branch(branch), self._bench()) if branch else None
        self.cursor = Cursor(self._events())
        if at is not None or self._fork:
            self.cursor.to(at or min(self._fork.branch.begun if self._fork else 1, len(self.cursor)))

    def _events(self) -> Sequence[Event]:
        sealed = self._fork.trace is not None if self._fork else self.run.sealed(self.case, self.repeat).is_file()
        if not sealed and (events := self._under_way()):
            return events
        self._opened = open_trace(self.run.place, self.case, self.repeat, self.branch, self.asking)
        return self._opened.events

    def _under_way(self) -> Sequence[Event]:
        return self._folder.events(self.branch) if self.branch else self.run.opened(self.case, self.repeat)

    def _bench(self):  # type: ignore[no-untyped-def]
        ...

    def _parent_answer(self) -> str:
        assert self._fork
        return _answer(self._folder.parent(self._fork.branch))


def _answer(trace: Trace) -> str:
    return trace.answer.value if trace.answer and trace.answer.value is not None else "none"
