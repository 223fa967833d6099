"""A fork under way: it goes on from its edit by the ordinary loop, and asks only for replies that nothing recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from agent.fold import fold
from agent.model.faults import Unreached
from agent.notebook import Sink
from agent.researcher import resumable, seal
from agent.trace import Event, Trace
from evaluations.branches.bench import Bench
from evaluations.branches.edits import Reply
from evaluations.branches.kept import Branch, BranchFolder
from evaluations.branches.replies import say_otherwise
from evaluations.seats import Desk
from tools.mistake import Mistake


class Fork:
    """A branch and the way to its end. Killed, it goes on: `resume` of the same branch, in this process or another."""

    def __init__(self, folder: BranchFolder, branch: Branch, bench: Bench) -> None:
        self.folder, self.branch, self.bench = folder, branch, bench

    @property
    def name(self) -> str:
        return self.branch.name

    @property
    def trace(self) -> Trace | None:
        """The finished trace; None while there is research to do."""
        return self.folder.trace(self.name)

    def run(self) -> Trace:
        """`resume` for where no event loop runs."""
        return asyncio.run(self.resume())

    async def resume(self) -> Trace:
        """Research on to the end, keep the branch, and give its trace; at once when that was done before.

        Mistake when the model cannot be reached, or a reply is wanted offline that nobody recorded: the branch then
        stays open and goes on from there.
        """
        if done := self.trace:
            return done
        past = self._past()
        self.folder.begin(self.branch, past)
        state = fold(past)
        case = self.bench.case(self.folder.case)
        seats = self.bench.seats(state.player.model)
        try:
            player = self.bench.player(case, state, seats)
            search = await asyncio.to_thread(self.bench.search, player, case, state)
            if isinstance(self.branch.edit, Reply):
                say_otherwise(self.folder, self.branch, self.branch.edit)
            researcher = player.seated(self._desk(past))
            events = await researcher.research(state.asked, search, past, self._sink(past))
            if events[: len(past)] != past:
                raise Mistake("This researcher cannot go on from events that are there", exit_code=1)
        except Unreached as why:
            cure = "Nothing is lost: the same command goes on from here."
            raise Mistake(f"The model could not be reached: {why}", cure=cure, exit_code=1) from None
        finally:
            if seats:
                await seats.close()
        made = seal(events, self.folder.repeat)
        self.folder.seal(self.branch, made)
        return made

    def _past(self) -> list[Event]:
        """The events from which research goes on: never fewer than the edit left."""
        events = self.folder.events(self.name)
        return max(resumable(events), events[: self.branch.begun], key=len)

    def _desk(self, past: Sequence[Event]) -> Desk:
        state, calls = fold(past), self.bench.run.place / "calls"
        parents = self.folder.lineage(self.branch.parent)
        return Desk(state.asked, self.folder.repeat, calls, past, self.name, parents)

    def _sink(self, past: Sequence[Event]) -> Sink:
        """Keeps each event. Where a reply was replaced, the node must ask what it asked, or nobody would hear it."""
        unheard = isinstance(self.branch.edit, Reply) and len(past) == self.branch.begun

        def kept(event: Event) -> None:
            nonlocal unheard
            if unheard and event.kind == "called":
                unheard = False
                if not event.payload["recorded"]:
                    raise Mistake(
                        "The node asks other things now than when the trace was made, so no reply can be replaced",
                        cure="The prompts, the model or how it is asked have changed; edit something else.",
                        exit_code=1,
                    )
            self.folder.append(self.name, event)

        return kept
