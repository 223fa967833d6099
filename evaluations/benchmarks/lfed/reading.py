"""How LFED reads a reply: one letter, the most frequent letter, or another try."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from agent.question import Question
from evaluations.benchmarks.letters import letters, most_frequent
from evaluations.benchmarks.lfed.rows import LETTERS

TRIES = 3
LETTER_ONLY = "请只回答一个选项的字母，不要写别的内容。"
"""What is added to the prompt when the reply before it could not be read."""


@dataclass(frozen=True)
class Tried:
    """What came of asking up to three times: the letter, or None (wrong), and every reply in order."""

    letter: str | None
    replies: tuple[str, ...]


def read(question: Question, reply: str) -> str | None:
    """One distinct letter is the answer; of several the most frequent; a tie or none at all cannot be read."""
    return most_frequent(letters(reply, LETTERS))


async def three_tries(question: Question, ask: Callable[[str], Awaitable[str]]) -> Tried:
    """Ask until a reply can be read, at most three times; `ask` takes what is added to the prompt ('' at first)."""
    replies: list[str] = []
    while len(replies) < TRIES:
        replies.append(await ask(LETTER_ONLY if replies else ""))
        if letter := read(question, replies[-1]):
            return Tried(letter, tuple(replies))
    return Tried(None, tuple(replies))
