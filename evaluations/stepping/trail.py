"""A trail: a stored trace, a branch of it, or research that was cut short, to be stepped through and forked."""

from __future__ import annotations

from agent.trace import Trace
from evaluations.branches import Asking, BranchFolder, Fork, Opened, open_trace
from evaluations.branches.bench import Bench
from evaluations.stepping.cursor import Cursor
from evaluations.stepping.record import Record
from evaluations.store import RunFolder
from tools.mistake import Mistake


class Trail:
    """A cursor over one trace or branch, its record of calls, and the way to change one thing and run on."""

    live = False

    def __init__(
        self, run: RunFolder, case: str, repeat: int = 1, branch: str = "", asking: Asking | None = None
    ) -> None:
        """Mistake when there is neither a trace, nor a branch of this name, nor a question under way."""
        self.run, self.case, self.repeat = run, case, repeat
        self._asking = asking
        self._folder = BranchFolder(run, case, repeat)
        self._open(branch)

    @property
    def title(self) -> str:
        repeat = f" · repeat {self.repeat}" if self.repeat > 1 else ""
        return f"{self.case}{repeat}" + (f" · branch {self.branch}" if self.branch else "")

    @property
    def unfinished(self) -> str:
        """How the research comes to its end, where it has none yet; '' where it has."""
        if self._opened:
            return ""
        return "c runs it on to its end" if self._fork else "the command that began it goes on with it"

    def edit(self, text: str) -> str:
        """Fork with the edit in `text` made, as seen from the cursor's event; the trail is then the branch.

        What was done, in words. Mistake when it cannot be.
        """
        if self._opened is None:
            raise Mistake("What has no end yet cannot be forked", cure=f"Let it come to its end: {self.unfinished}.")
        fork = self._opened.edit(text, at=self.cursor.k)
        self._open(fork.name)
        more = "It is finished." if fork.trace else "c runs on from here; what is recorded is not asked again."
        return f"Branch {fork.name}: {fork.branch.told}. {more}"

    def run_on(self) -> str:
        """Let the branch come to its end, the cursor staying; what came of it, in words. Mistake when it cannot."""
        if self._fork is None:
            raise Mistake("Only a branch runs on from here", cure="Change something: e")
        before, at = _answer(self._folder.parent(self._fork.branch)), self.cursor.k
        trace = self._fork.run()
        self._open(self._fork.name)
        self.cursor.to(at)
        asked = [event for event in trace.events[self._fork.branch.k :] if event.kind == "called"]
        new = sum(not event.payload["recorded"] for event in asked)
        calls = f" {new} new calls, {len(asked) - new} replies from the record." if asked else ""
        return f"The answer was {before}; now it is {_answer(trace)} ({trace.status}, {trace.stop}).{calls}"

    def _open(self, branch: str) -> None:
        """Step through this branch from now on, or through the trace itself with ''."""
        self.branch = branch
        self.record = Record(self._folder, branch)
        self._opened: Opened | None = None
        self._fork = Fork(self._folder, self._folder.branch(branch), Bench(self.run, self._asking)) if branch else None
        if self._ended:
            self._opened = open_trace(self.run.place, self.case, self.repeat, branch, self._asking)
            events = list(self._opened.events)
        else:
            events = self._folder.events(branch) if branch else self.run.opened(self.case, self.repeat)
        start = self._fork.branch.begun if self._fork else 1
        self.cursor = Cursor(events, min(start, len(events)))

    @property
    def _ended(self) -> bool:
        """Whether it has an end. A trace that is not there at all is opened too, for what is then said of it."""
        if self._fork:
            return self._fork.trace is not None
        return self.run.sealed(self.case, self.repeat).is_file() or not self.run.opened(self.case, self.repeat)


def _answer(trace: Trace) -> str:
    return trace.answer.value if trace.answer and trace.answer.value is not None else "none"
