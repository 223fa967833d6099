"""Answering again: the state before the answer, with something taken away, and the seat asked for its conclusion."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from agent import guards
from agent.fold import fold
from agent.loop import LoopResearcher
from agent.model.asked import Asked
from agent.model.faults import Fault, Unreached
from agent.moves import Conclusion
from agent.notebook import Notebook
from agent.question import Question
from agent.reasoner import Reasoner
from agent.state import State
from agent.trace import Event, Trace, Usage
from evaluations.ablation.trials import Ablated, How, Trial
from evaluations.ablation.unrelated import unrelated
from evaluations.branches.bench import Bench
from evaluations.branches.kept import RESERVED
from evaluations.metrics.texts import overlap
from evaluations.researchers import Chosen
from evaluations.seats import Desk, Seats
from graphs.chain import chain
from graphs.evidence import Absence, Evidence
from tools.book import Book, book_of
from tools.mistake import Mistake

ALL = "all"
NO_CHAIN = "no cited chain"


class Ablation:
    """Ablates traces of one run by its own researcher: one call of the model a cited node, none without a model."""

    def __init__(self, bench: Bench, how: How = "dropped", seed: int = 0) -> None:
        self.bench, self.how, self.seed = bench, how, seed
        if bench.record.researcher.kind not in ("extractive", "model"):
            what = "Ablation asks the graph again, and only casebook's own loop answers from one"
            raise Mistake(what, got=bench.record.researcher.name, allowed="runs of agent and extractive")

    async def all(self, traces: Sequence[Trace], concurrency: int = 4) -> list[Ablated]:
        """Each trace ablated, in their order; Mistake when the model cannot be reached, with nothing lost."""
        model = self.bench.record.model
        seats, places = self.bench.seats(model.name if model else ""), asyncio.Semaphore(concurrency)

        async def one(trace: Trace) -> Ablated:
            async with places:
                return await self.one(trace, seats)

        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(one(trace)) for trace in traces]
        except ExceptionGroup as several:
            raise _first(several) from None
        finally:
            if seats:
                await seats.close()
        return [task.result() for task in tasks]

    async def one(self, trace: Trace, seats: Seats | None) -> Ablated:
        """One trace without each of its cited nodes, and (dropping) without any evidence at all."""
        cited = [(n, node) for n, node in enumerate(chain(trace.graph), 1) if isinstance(node, Evidence | Absence)]
        value = trace.answer.value if trace.answer else None
        blank = Ablated(case=trace.question.id, repeat=trace.repeat, how=self.how, value=value)
        if value is None or not cited or trace.imported:
            return blank.model_copy(update={"refused": NO_CHAIN})
        asking = _Asking(self, trace, seats)
        trials = [await asking.without(step, node) for step, node in cited]
        bare = await asking.bare() if self.how == "dropped" else None
        return blank.model_copy(update={"trials": tuple(trials), "bare": bare, "usage": asking.usage})


class _Asking:
    """The trials of one trace."""

    def __init__(self, ablation: Ablation, trace: Trace, seats: Seats | None) -> None:
        self.ablation, self.trace, self.usage = ablation, trace, Usage()
        self.past = before_answer(trace.events)
        state, bench = fold(self.past), ablation.bench
        case = bench.case(trace.question.id)
        self.player: Chosen = bench.player(case, state, seats)
        # only a replacement needs the novel: an answer comes from the graph alone
        replaces = ablation.how == "replaced"
        self.view: Book = bench.view(case, state) if replaces else book_of((), trace.question.title)

    async def without(self, step: int, node: Evidence | Absence) -> Trial:
        """The answer without one cited node, or with other words in its place."""
        if self.ablation.how == "replaced":
            return await self._replaced(step, node)
        notebook = Notebook(self.view, self.past)
        notebook.drop(node.id)
        return await self._trial(notebook, node.id, step, node.id)

    async def _replaced(self, step: int, node: Evidence | Absence) -> Trial:
        asked, seed = self.trace.question, self.ablation.seed
        found = unrelated(self.view, node, asked, seed) if isinstance(node, Evidence) else None
        if found is None:
            return Trial(node=node.id, step=step, changed=None, why="nothing of like length could take its place")
        paragraph, quote = found
        put = node.model_copy(update={"paragraph": paragraph, "quote": quote, "stance": {}, "note": ""})
        notebook = Notebook(self.view, self.past)
        notebook.edited(f"{node.id} replaced by [{paragraph}] {quote}", {}, node=put)
        made = await self._trial(notebook, node.id, step, f"{node.id}-{paragraph}")
        return made.model_copy(update={"put": f"[{paragraph}] {quote}"})

    async def bare(self) -> Trial:
        """The answer with every quotation and absence gone, cited or not."""
        notebook = Notebook(self.view, self.past)
        for name in [n.id for n in notebook.state.graph.nodes if isinstance(n, Evidence | Absence)]:
            notebook.drop(name)
        return await self._trial(notebook, "", 0, ALL)

    async def _trial(self, notebook: Notebook, node: str, step: int, name: str) -> Trial:
        notebook.enter("answer", notebook.state.round)
        value = self.trace.answer.value if self.trace.answer else None
        state = _alone(notebook.state)
        believed = _belief(state, value)
        reasoner = self._reasoner(name)
        try:
            move = await reasoner.conclude(state)
        except Fault as fault:
            return Trial(node=node, step=step, changed=None, belief=believed, why=str(fault))
        finally:
            self._charge(reasoner)
        refused = guards.conclusion(state, move)
        changed = not _same(self.trace.question, value, move)
        why = f"{refused.guard}: {refused.reason}" if refused else ""
        return Trial(node=node, step=step, value=move.value, changed=changed, belief=believed, why=why)

    def _reasoner(self, name: str) -> Reasoner:
        """The run's own, its calls under a record of their own, so that nothing is paid twice."""
        record, calls = f"{self.trace.question.id}.{self.trace.repeat}", self.ablation.bench.run.place / "calls"
        desk = Desk(self.trace.question, self.trace.repeat, calls, self.past, f"{RESERVED}{name}", (record,))
        researcher = self.player.seated(desk)
        assert isinstance(researcher, LoopResearcher)
        return researcher.reasoner

    def _charge(self, reasoner: Reasoner) -> None:
        for one in reasoner.heard():
            if isinstance(one, Asked):
                self.usage = self.usage.plus(one.usage)


def before_answer(events: Sequence[Event]) -> list[Event]:
    """The events up to the node that answered: the graph as the answer found it."""
    last = max(i for i, e in enumerate(events) if e.kind == "entered" and e.payload["node"] == "answer")
    return list(events[:last])


def _alone(state: State) -> State:
    """The state with the question alone: sub-questions that are asked apart are no part of the answer."""
    if state.asked.sub_mode != "apart":
        return state
    return state.model_copy(update={"question": state.asked.model_copy(update={"sub_mode": "hidden"})})


def _belief(state: State, value: str | None) -> float | None:
    """How far the hypothesis that stands for `value` is believed; None where there is none."""
    named = [h.id for h in state.graph.hypotheses if value is not None and value in (h.label, h.text)]
    return state.beliefs.get(named[0]) if named else None


def _same(question: Question, value: str | None, move: Conclusion) -> bool:
    """Whether two answers are the same: one label, or of a free text the same by its words (texts.overlap: PM)."""
    if question.options or value is None or move.value is None:
        return value == move.value
    return bool(overlap(move.value, value).pm)


def _first(several: ExceptionGroup[Exception]) -> Exception:
    """What to tell of several errors: a mistake before an endpoint that is gone, before a bug."""
    for error in several.exceptions:
        if isinstance(error, Mistake):
            return error
    for error in several.exceptions:
        if isinstance(error, Unreached):
            cure = "Nothing is lost: the same command goes on from here."
            return Mistake(f"The model could not be reached: {error}", cure=cure, exit_code=1)
    return several
