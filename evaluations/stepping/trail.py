"""A trail: a stored trace, a branch of it, or research that was cut short, to be stepped through and forked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from agent.trace import Event, Trace
from evaluations.stepping.cursor import Cursor
from evaluations.stepping.record import Record
from evaluations.store import RunFolder
from tools.mistake import Mistake

if TYPE_CHECKING:
    from evaluations.branches import Asking, BranchFolder, Fork


class Trail:
    """A cursor over one trace or branch, its record of calls, and the way to change one thing and run on.

    What a fork needs (the loop, the client) is imported when something is forked, so that looking starts at once.
    """

    live = False

    def __init__(
        self,
        run: RunFolder,
        case: str,
        repeat: int = 1,
        branch: str = "",
        asking: Callable[[], Asking | None] = lambda: None,
    ) -> None:
        """`asking` tells how models are asked. Mistake when there is neither trace, branch nor open question."""
        self.run, self.case, self.repeat = run, case, repeat
        self._asking = asking
        self._open(branch)

    @property
    def title(self) -> str:
        repeat = f" · repeat {self.repeat}" if self.repeat > 1 else ""
        return f"{self.case}{repeat}" + (f" · branch {self.branch}" if self.branch else "")

    @property
    def unfinished(self) -> str:
        """How the research comes to its end, where it has none yet; '' where it has."""
        if self._ended:
            return ""
        return "c runs it on to its end" if self.branch else "the command that began it goes on with it"

    def edit(self, text: str) -> str:
        """Fork with the edit in `text` made, as seen from the cursor's event; the trail is then the branch.

        What was done, in words. Mistake when it cannot be.
        """
        from evaluations.branches import open_trace

        if not self._ended:
            raise Mistake("What has no end yet cannot be forked", cure=f"Let it come to its end: {self.unfinished}.")
        opened = open_trace(self.run.place, self.case, self.repeat, self.branch, self._asking())
        fork = opened.edit(text, at=self.cursor.k)
        self._open(fork.name)
        more = "It is finished." if fork.trace else "c runs on from here; what is recorded is not asked again."
        return f"Branch {fork.name}: {fork.branch.told}. {more}"

    def run_on(self) -> str:
        """Let the branch come to its end, the cursor staying; what came of it, in words. Mistake when it cannot."""
        if not self.branch:
            raise Mistake("Only a branch runs on from here", cure=f"This: {self.unfinished}.")
        fork, at = self._fork(), self.cursor.k
        before = _answer(fork.folder.parent(fork.branch))
        trace = fork.run()
        self._open(fork.name)
        self.cursor.to(at)
        asked = [event for event in trace.events[fork.branch.k :] if event.kind == "called"]
        new = sum(not event.payload["recorded"] for event in asked)
        calls = f" {new} new calls, {len(asked) - new} replies from the record." if asked else ""
        return f"The answer was {before}; now it is {_answer(trace)} ({trace.status}, {trace.stop}).{calls}"

    def _open(self, branch: str) -> None:
        """Step through this branch from now on, or through the trace itself with ''."""
        self.branch = branch
        calls = self.run.place / "calls"
        if branch:
            fork = self._fork()
            done = fork.trace
            events: Sequence[Event] = done.events if done else fork.folder.events(branch)
            self.record = Record(calls, fork.folder.lineage(branch))
            self._ended, start = done is not None, min(fork.branch.begun, len(events))
        else:
            under_way = [] if self.run.sealed(self.case, self.repeat).is_file() else self._under_way()
            events = under_way or self.run.trace(self.case, self.repeat).events
            self.record = Record(calls, [f"{self.case}.{self.repeat}"])
            self._ended, start = not under_way, 1
        self.cursor = Cursor(events, start)

    def _under_way(self) -> list[Event]:
        return self.run.opened(self.case, self.repeat)

    def _fork(self) -> Fork:
        from evaluations.branches import Fork
        from evaluations.branches.bench import Bench

        folder = self._folder()
        return Fork(folder, folder.branch(self.branch), Bench(self.run, self._asking()))

    def _folder(self) -> BranchFolder:
        from evaluations.branches import BranchFolder

        return BranchFolder(self.run, self.case, self.repeat)


def _answer(trace: Trace) -> str:
    return trace.answer.value if trace.answer and trace.answer.value is not None else "none"
