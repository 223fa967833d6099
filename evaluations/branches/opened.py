"""A trace opened for stepping: its state at any event, and the forks that change one thing."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from agent.fold import fold
from agent.notebook import Notebook
from agent.state import State
from agent.trace import Event, Trace
from evaluations.branches.bench import Asking, Bench
from evaluations.branches.changes import change
from evaluations.branches.edits import Edit, Reply, Rules, Swap
from evaluations.branches.forks import Fork
from evaluations.branches.kept import Branch, BranchFolder, checked, now
from evaluations.branches.places import cut
from evaluations.branches.replies import recorded
from evaluations.branches.words import parse_edit
from evaluations.store import RunFolder
from tools.mistake import Mistake


class Opened:
    """One trace or branch of a run. Looking needs no book, no key and no call; forking needs the book."""

    def __init__(self, folder: BranchFolder, trace: Trace, branch: str, bench: Bench) -> None:
        self.folder, self.trace, self.branch, self.bench = folder, trace, branch, bench

    @property
    def events(self) -> tuple[Event, ...]:
        return self.trace.events

    def __len__(self) -> int:
        """How many events there are; `at` takes 0 to this."""
        return len(self.events)

    def at(self, k: int) -> State:
        """The state after the first `k` events; Mistake when there are not so many."""
        if not 0 <= k <= len(self):
            raise Mistake("There is no such event", got=k, allowed=f"0 to {len(self)}")
        return fold(self.events[:k])

    def edit(self, edit: Edit | str, at: int | None = None, name: str = "") -> Fork:
        """A branch with one thing changed, as seen from event `at`; it is kept, and `resume` or `run` research it.

        Without `at` it is where the edit first matters (see `places.cut`). An edit in words is read by `parse_edit`.
        The same edit at the same place gives the branch that is there. Mistake when a guard objects, the edit has
        no place, or the name is taken.
        """
        edit = parse_edit(edit) if isinstance(edit, str) else edit
        self._allow(edit)
        k = cut(self.events, edit, at)
        events = self._edited(edit, k)
        made = Branch(name="", parent=self.branch, k=k, begun=len(events), edit=edit, told=edit.told, at=now())
        branch = self._named(made, checked(name) if name else "")
        if not any(one.name == branch.name for one in self.folder.all()):
            self.folder.begin(branch, events)
        return self.fork(branch.name)

    def fork(self, name: str) -> Fork:
        """A branch that is there, finished or not; Mistake when there is none of this name."""
        return Fork(self.folder, self.folder.branch(name), self.bench)

    def branches(self) -> list[Branch]:
        """Every branch of the trace, in the order of forking."""
        return self.folder.all()

    def _edited(self, edit: Edit, k: int) -> list[Event]:
        state = fold(self.events[:k])
        view = self.bench.view(self.bench.case(self.folder.case), state)
        notebook = Notebook(view, self.events[:k])
        change(notebook, edit, self.events[k:])
        return notebook.events

    def _allow(self, edit: Edit) -> None:
        """Mistake where nothing could go on from the edit."""
        kind = self.trace.researcher.kind
        if kind in ("person", "imported") or self.trace.imported:
            raise Mistake(f"A trace of {self.trace.researcher.name} can be read, but no researcher can go on from it")
        if kind == "control" and not isinstance(edit, Reply | Rules | Swap):
            what = "A control reads once, so only what it is asked can be changed"
            raise Mistake(what, got=edit.kind, allowed="reply, rules, model")
        if isinstance(edit, Reply) and 1 <= edit.call <= len(self) and self.events[edit.call - 1].kind == "called":
            recorded(self.folder, self.branch, self.events[edit.call - 1])

    def _named(self, branch: Branch, name: str) -> Branch:
        """The branch under its name: `name`, or one made from the edit that is free or is this very branch's."""
        there = {one.name: one for one in self.folder.all()}
        slug = branch.edit.slug
        for candidate in [name] if name else (slug if n == 1 else f"{slug}-{n}" for n in count(1)):
            if candidate in there and there[candidate].same_as(branch):
                return there[candidate]
            if not self.folder.taken(candidate):
                return branch.model_copy(update={"name": candidate})
        raise Mistake(f"There is another branch called {name!r}", cure="Choose another name.")


def open_trace(run: str | Path, case: str, repeat: int = 1, branch: str = "", asking: Asking | None = None) -> Opened:
    """The stored trace of a case in a run's folder, or one of its branches; Mistake when it is not there."""
    folder = BranchFolder(RunFolder(Path(run)), case, repeat)
    trace = folder.trace(branch) if branch else folder.run.trace(case, repeat)
    if trace is None:
        raise Mistake(f"The branch {branch} is not finished", cure="Go on with it first.")
    return Opened(folder, trace, branch, Bench(folder.run, asking))
