"""A language model that reads once: the one-shot researcher's seat, and the wording of somebody's own prompt file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.llm import blocks
from agent.llm.prompts import Prompts
from agent.llm.replies import Part, Reading, value_of
from agent.llm.seat import say
from agent.llm.wording import answer_words
from agent.model.faults import Fault
from agent.model.message import Message, system, user
from agent.model.model import Model
from agent.question import Player, Question
from agent.reader import Reply
from agent.reasoner import Heard
from agent.state import State
from tools.book import Paragraph
from tools.mistake import Mistake
from tools.search import BookSearch

Read = Callable[[Question, str], str | None]
"""A benchmark's reading of a raw reply; None when it cannot be read."""

TRIES = 3
"""How often a raw reply that cannot be read is asked for, as LFED does."""


class LLMReader:
    """Shows the model the paragraphs it is given, and takes its reply. Implements Reader, for one question."""

    def __init__(self, model: Model, wording: Wording | None = None) -> None:
        self.model = model
        self.wording = wording
        self.player = Player(name="one reply", kind="model", model=model.endpoint.model)

    def heard(self) -> Sequence[Heard]:
        return self.model.heard()

    async def read(self, state: State, search: BookSearch, given: Sequence[Paragraph]) -> Reply:
        if self.wording:
            return await self._raw(self.wording, state, given)
        words = say(state)
        told = words.word("given_text" if given else "given_nothing")
        task = words.task("once", given=told, **answer_words(words, state.asked))
        reply = await self.model.ask("answer", _messages(state, given, task), Reading)
        return Reply(
            value=value_of(reply.answer, state.asked),
            quotes=tuple(quote.move() for quote in reply.quotes),
            confidence=reply.confidence,
            sub_answers=await self._sub_answers(state, given, reply.sub_answers),
            reasoning=reply.reasoning,
        )

    async def _raw(self, wording: Wording, state: State, given: Sequence[Paragraph]) -> Reply:
        """A reply to somebody's own prompt, read as the benchmark reads it; Fault when it cannot be."""
        asked = wording.filled(say(state), state.asked, given)
        for attempt in range(TRIES):
            again = "\n\n" + say(state).word("letter_only") if attempt else ""
            reply = await self.model.write("answer", [user(*asked, again) if again else user(*asked)])
            value = wording.read(state.asked, reply)
            if value is not None:
                parts = await self._sub_answers(state, given, ())
                return Reply(value=value, sub_answers=parts, reasoning=reply)
        raise Fault("unreadable", f"the benchmark's reading finds no answer in {reply[:200]!r}")

    async def _sub_answers(self, state: State, given: Sequence[Paragraph], told: Sequence[str]) -> tuple[str, ...]:
        """The answers to the sub-questions; asked apart, each over the same text."""
        if state.asked.sub_mode != "apart":
            return tuple(told)
        words, parts = say(state), []
        for text in state.asked.sub_questions:
            task = words.task("once_part", part=words.word("part", text=text))
            parts.append((await self.model.ask("answer", _messages(state, given, task, apart=True), Part)).answer)
        return tuple(parts)


@dataclass(frozen=True)
class Wording:
    """Somebody's own prompt: a text with {question}, {options}, {text} and the like, and how its replies are read."""

    template: str
    official: Read

    FIELDS = ("question", "options", "text", "title", "author", "rules", "character", "examples")

    def __post_init__(self) -> None:
        if "{question}" not in self.template:
            fields = ", ".join(f"{{{field}}}" for field in self.FIELDS)
            raise Mistake("The prompt file does not say where the question goes", cure=f"It may use {fields}.")

    def filled(self, say: Prompts, question: Question, given: Sequence[Paragraph]) -> list[str]:
        """The prompt in parts. Only the named fields are put in, once: braces in a book's text mean nothing."""
        values = {
            "question": question.text,
            "options": "\n".join(f"{label}. {text}" for label, text in question.options.items()),
            "text": "\n".join(paragraph.text for paragraph in given),
            "title": question.title,
            "author": question.author,
            "rules": question.rules,
            "character": question.character,
            "examples": blocks.examples_block(say, question),
        }
        parts = re.split(rf"\{{({'|'.join(self.FIELDS)})\}}", self.template)
        return [values[part] if i % 2 else part for i, part in enumerate(parts)]

    def read(self, question: Question, reply: str) -> str | None:
        """The answer in a raw reply: a free text as it stands, anything else as the benchmark reads it."""
        return (reply.strip() or None) if question.kind == "text" else self.official(question, reply)


def _messages(state: State, given: Sequence[Paragraph], task: str, apart: bool = False) -> list[Message]:
    """The text and the question in the order that the benchmark asks for; a sub-question stands alone."""
    words, question = say(state), state.asked
    text = f"{blocks.BEGIN}\n{blocks.book_block(given)}\n{blocks.END}\n\n" if given else ""
    asked = "" if apart else blocks.examples_block(words, question) + blocks.question_block(words, question) + "\n"
    body = (asked, text) if question.inquiry == "first" else (text, asked)
    return [system(words.task("once_system")), user(*(part for part in (*body, task) if part))]
