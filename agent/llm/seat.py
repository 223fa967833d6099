"""A language model in the seat: every node of the loop asks it once, shows what it has, and makes moves of the reply.

Where no reply can be used, analyze, probe and link fall back on rules and say so; at extract, verify and answer
the fault ends the question: rules never speak in a model's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel

from agent import moves
from agent.extractive import ExtractiveReasoner
from agent.llm import blocks
from agent.llm.prompts import Prompts, prompts
from agent.llm.replies import Findings, Judgement, Links, Part, Searches, Understanding, Verdict, value_of
from agent.llm.wording import analysis_words, answer_words
from agent.model.faults import Fault
from agent.model.message import system, user
from agent.model.model import Model
from agent.question import Player
from agent.reasoner import FellBack, Heard
from agent.state import State
from tools.book import Paragraph
from tools.search import BookSearch

Shape = TypeVar("Shape", bound=BaseModel)


class LLMReasoner:
    """Plays every move by asking `model`. Implements Reasoner, for one question at a time."""

    def __init__(self, model: Model, name: str = "agent") -> None:
        self.model = model
        self.player = Player(name=name, kind="model", model=model.endpoint.model)
        self._fallen: list[FellBack] = []
        self._parts: dict[str, str] = {}

    def heard(self) -> Sequence[Heard]:
        """The calls since last time, then what had to fall back."""
        fallen, self._fallen = self._fallen, []
        return [*self.model.heard(), *fallen]

    async def analyze(self, state: State) -> moves.Analysis:
        """One reply for this node and the next; without a text there is nothing to prepare for."""
        if state.closed:
            return Understanding().analysis(state.asked)
        words = say(state)
        task = words.task("analyze", **analysis_words(words, state.asked))
        told = await self._try(state, "analyze", task, Understanding)
        return (told or Understanding()).analysis(state.asked)

    async def hypothesize(self, state: State) -> Sequence[moves.HypothesisMove]:
        """What the analysis put up."""
        return state.analysis.hypotheses

    async def probe(self, state: State, search: BookSearch) -> Sequence[moves.Probe]:
        words = say(state)
        task = words.task(
            "probe",
            **_notebook(state, "probe", "absence", expected=True),
            searches=blocks.searches_block(words, state),
            where=blocks.where_block(words, state, search.view),
            queries=state.budget.queries_a_round,
            semantic=words.word("semantic_yes" if search.vectors is not None else "semantic_no"),
        )
        told = await self._try(state, "probe", task, Searches)
        if told is None:
            return await ExtractiveReasoner().probe(state, search)
        return [one.move() for one in told.queries]

    async def extract(
        self, state: State, search: BookSearch, fresh: Sequence[Paragraph]
    ) -> Sequence[moves.ExtractMove]:
        """Nothing is asked where nothing was read and every search found something: there is nothing to say."""
        if not fresh and all(q.hits for q in state.queries if q.round == state.round):
            return []
        words = say(state)
        task = words.task(
            "extract",
            **_notebook(state, "quote", "absence"),
            searches=blocks.searches_block(words, state),
            book=blocks.book_block(fresh),
            first=search.view.first,
            last=search.view.last,
            stance=words.word("stance_verdict" if state.asked.kind == "verdict" else "stance_other"),
        )
        told = await self._ask(state, "extract", task, Findings)
        return [*(one.move() for one in told.quotes), *(one.move() for one in told.absences)]

    async def link(self, state: State) -> Sequence[moves.LinkMove]:
        """Nothing is asked in a round that brought nothing new. New rivals are for questions without options."""
        if not state.noted:
            return []
        words = say(state)
        rivals = words.word("rivals_link_given" if state.asked.options else "rivals_link_open")
        shown = _notebook(state, "absence", "inference", "merge", "hypothesis")
        opposed = words.word(f"incompatible_{'verdict' if state.asked.kind == 'verdict' else 'other'}")
        task = words.task("link", **shown, rivals=rivals, opposed=opposed)
        told = await self._try(state, "link", task, Links) or Links()
        proposed: list[moves.LinkMove] = []
        for kind in ([] if state.asked.options else told.hypotheses, told.inferences, told.merges, told.given_up):
            proposed += [one.move() for one in kind]
        return proposed

    async def verify(self, state: State) -> moves.Verification:
        return (await self._ask(state, "verify", say(state).task("verify", **_notebook(state)), Judgement)).move()

    async def conclude(self, state: State) -> moves.Conclusion:
        words = say(state)
        ending = words.word("ending_verified" if state.stop == "verified" else "ending_forced")
        task = words.task(
            "answer",
            **_notebook(state, "answer"),
            ending="" if state.closed else ending,
            **answer_words(words, state.asked, state.closed),
        )
        told = await self._ask(state, "answer", task, Verdict)
        return moves.Conclusion(
            value=value_of(told.answer, state.asked),
            parents=tuple(dict.fromkeys(told.parents)),
            confidence=told.confidence,
            sub_answers=await self._sub_answers(state, told.sub_answers),
            reasoning=told.reasoning,
        )

    async def _sub_answers(self, state: State, told: Sequence[str]) -> tuple[str, ...]:
        """The answers to the sub-questions: as told with the answer, or each asked apart, over the notebook."""
        if state.asked.sub_mode != "apart":
            return tuple(told)
        return tuple([await self._part(state, text) for text in state.asked.sub_questions])

    async def _part(self, state: State, text: str) -> str:
        """One sub-question's answer; '' where no reply could be used, which is a wrong answer."""
        if text not in self._parts:
            words = say(state)
            shown = blocks.notebook_block(words, state)
            task = words.task("part", notebook=shown, part=words.word("part", text=text))
            told = await self._try(state, "answer", task, Part)
            self._parts[text] = told.answer if told else ""
        return self._parts[text]

    async def _try(self, state: State, node: str, task: str, shape: type[Shape]) -> Shape | None:
        """The reply, or None where none could be used, which the trace is told."""
        try:
            return await self._ask(state, node, task, shape)
        except Fault as fault:
            self._fallen.append(FellBack(node, str(fault)))
            return None

    async def _ask(self, state: State, node: str, task: str, shape: type[Shape]) -> Shape:
        """What stays the same from call to call comes first, so that an endpoint can keep it in its cache."""
        words = say(state)
        asked = blocks.question_block(words, state.asked)
        return await self.model.ask(node, [system(words.task("system")), user(asked, "\n" + task)], shape)


def say(state: State) -> Prompts:
    """The prompts in the book's language, or the question's where there is no text."""
    return prompts(state.view.language if state.view and not state.closed else state.asked.language)


def _notebook(state: State, *refusable: str, expected: bool = False) -> dict[str, str]:
    """The blocks that most tasks show: the notebook, what was refused of such moves, the round, the leader."""
    words = say(state)
    return {
        "notebook": blocks.notebook_block(words, state, expected),
        "refused": blocks.refused_block(words, state, refusable),
        "round": words.word("round", round=state.round, rounds=state.budget.rounds),
        "leader": blocks.leader(words, state),
    }
