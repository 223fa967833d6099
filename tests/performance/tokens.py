"""How many tokens a question takes at 3 and 5 rounds, beside the book's own, with a diligent scripted model.

    uv run python tests/performance/tokens.py BOOK "question" --option A… [--tokens 118000]

The script quotes six paragraphs a round, draws three conclusions, and never finds the notebook sufficient, so that
every round is run: an upper bound for a model that replies as briefly. Tokens are characters / 4 (a Han character is
one), input and output, nothing cached. `cacheable` is the part of the input that an earlier call of the same question
began with, which endpoints with a prefix cache do not charge in full.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from agent.llm.prompts import prompts
from agent.llm.seat import LLMReasoner
from agent.loop import LoopResearcher
from agent.model.calls import Calls
from agent.model.completion import Completion
from agent.model.endpoint import Endpoint
from agent.model.message import Message
from agent.model.model import Model
from agent.model.structured import Schema
from agent.question import Budget, Question
from agent.researcher import seal
from agent.trace import Trace, Usage
from evaluations.embedders import chosen
from evaluations.home import home
from tools.book import Book, about_tokens
from tools.readers import read_book
from tools.search import BookSearch

ROUNDS = (3, 5)
NOTE = "shows where he was at that hour, which nobody else could know before the inquest"


class Diligent:
    """Replies at length to every prompt, and counts what of it an earlier prompt began with."""

    def __init__(self, search: BookSearch) -> None:
        self.words = [p.text for p in search.view.paragraphs if 60 < len(p.text) < 200]
        self.sent: list[str] = []
        self.cacheable = 0

    async def complete(self, messages: Sequence[Message], schema: Schema | None) -> Completion:
        prompt = "".join(message.content for message in messages)
        alike = max((_shared(prompt, earlier) for earlier in self.sent), default=0)
        self.cacheable += about_tokens(prompt[:alike])
        self.sent.append(prompt)
        text = json.dumps(self._reply(schema.name if schema else "", prompt))
        used = Usage(calls=1, input_tokens=about_tokens(prompt), output_tokens=about_tokens(text))
        return Completion(text=text, usage=used)

    def _reply(self, shape: str, prompt: str) -> dict[str, Any]:
        told: dict[str, dict[str, Any]] = {
            "Understanding": {"claims": [NOTE] * 5, "hypotheses": []},
            "Judgement": {"why": NOTE, "sufficient": False, "missing": [NOTE]},
            "Findings": {"quotes": self._quotes(prompt)},
            "Links": {"inferences": [self._link(prompt, n) for n in range(3)]},
            "Verdict": {"reasoning": NOTE * 8, "answer": "A", "parents": ["E1", "I1"], "confidence": 0.7},
        }
        if shape != "Searches":
            return told[shape]
        texts = [self.words[(7 * len(self.sent) + 13 * n) % len(self.words)][:60] for n in range(3)]
        queries = [{"kind": "hybrid", "text": text, "intent": "refute", "hypothesis": "H1"} for text in texts]
        return {"plan": NOTE, "queries": queries}

    def _quotes(self, prompt: str) -> list[dict[str, Any]]:
        book = prompt[prompt.rfind("===== BOOK\n[") : prompt.rindex("===== END")]
        shown = re.findall(r"^\[(\d+)\] ((?:\S+\s+){5,14}\S+)", book, re.M)
        bears = [{"hypothesis": "H1", "stance": 0.1}]
        return [{"paragraph": int(n), "quote": q, "note": NOTE, "bears": bears} for n, q in shown[:6]]

    def _link(self, prompt: str, n: int) -> dict[str, Any]:
        notes = re.findall(r"^(E\d+) \[", prompt, re.M)
        return {"text": f"{NOTE} {NOTE} {n} {len(self.sent)}", "parents": notes[-2 - n : len(notes) - n]}


def _shared(a: str, b: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))


async def researched(search: BookSearch, asked: Question, rounds: int) -> tuple[Trace, int]:
    client = Diligent(search)
    there = Endpoint(model="diligent", base_url="http://127.0.0.1:9/v1", key="none")
    model = Model(client, there, Calls.nowhere(), retry=lambda why: prompts("en").word("retry", why=why))
    events = await LoopResearcher(LLMReasoner(model), Budget(rounds=rounds)).research(asked, search)
    return seal(events), client.cacheable


def shortened(book: Book, tokens: int) -> Book:
    """The beginning of a book, about so many tokens long."""
    kept, left = [], tokens
    for paragraph in book.paragraphs:
        left -= about_tokens(paragraph.text)
        if left < 0:
            break
        kept.append(paragraph)
    return replace(book, paragraphs=tuple(kept), chapters=())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("book", type=Path)
    parser.add_argument("question")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--tokens", type=int, default=118_000)
    given = parser.parse_args()
    view = shortened(read_book(given.book), given.tokens)
    options = dict(zip("ABCDEFGH", given.option, strict=False))
    asked = Question(id="q", benchmark="q", kind="choice", text=given.question, options=options, language=view.language)
    search = BookSearch(view, chosen("auto", home()))
    print(f"{view.title}: {view.tokens:,} tokens, {len(view):,} paragraphs")
    for rounds in ROUNDS:
        made, cacheable = asyncio.run(researched(search, asked, rounds))
        used, read = made.usage, sum(len(e.payload["paragraphs"]) for e in made.events if e.kind == "read")
        share, fresh = used.tokens / view.tokens, used.tokens - cacheable
        print(
            f"{rounds} rounds: {used.calls} calls, {read} paragraphs read, {used.tokens:,} tokens = {share:.1%} of the "
            f"book ({cacheable:,} cacheable, {fresh:,} = {fresh / view.tokens:.1%} without them)"
        )


if __name__ == "__main__":
    main()
