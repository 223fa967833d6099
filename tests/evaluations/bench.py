"""A judge's bench for tests: the real judge with a talker in the model's seat."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agent.model.meter import Limits, RunMeter
from agent.model.prices import Prices
from agent.question import Answer, Question, Step
from agent.researcher import seal
from evaluations.case import Case, Gold
from evaluations.judge.asking import Bench
from evaluations.judge.judge import PARTS, Judge
from evaluations.metrics.exhibit import Exhibit
from evaluations.scorers import Judgement, Scorer
from tests.agent.llm.talker import ENDPOINT, Talker
from tests.evaluations.traces import MODEL, events
from tools.book import Book, Paragraph

_BLOCK = re.compile(r"^===== READER (\w+)\n(.*?)^===== END \1$", re.M | re.S)
_POINTS = re.compile(r"^(\d+)\. (.*)$", re.M)
BOOK_TEXT = {3: "Luce had the only key.", 5: "The ferry ran at nine.", 8: "Mud lay on the stairs."}


def view() -> Book:
    """Three paragraphs of a book, at 3, 5 and 8."""
    paragraphs = tuple(Paragraph(n, text) for n, text in BOOK_TEXT.items())
    return Book("The Ferry Inn", paragraphs, ())


def exhibit(
    case: Case, reasoning: str = "", *steps: Step, value: str | None = "D", seen: Book | None = None,
    cited: Sequence[int] = (),
) -> Exhibit:  # fmt: skip
    """A trace that answered with this reasoning and these steps, beside its case."""
    answer = Answer(value=value, steps=steps, reasoning=reasoning, citations=tuple(cited))
    told: dict[str, Any] = {"answer": answer.model_dump(mode="json"), "status": "verified", "parents": []}
    return Exhibit(case, seal(events(case, MODEL, ("answered", told))), seen)


def prequel(gold: str = "contradict") -> Case:
    """A case of PRELUDE: no reference steps, a verdict."""
    question = Question(
        id="p1", benchmark="prelude", kind="verdict", text="Luce learned to swim.",
        options={"consistent": "", "contradict": ""}, character="Luce", rules="Only the novel counts.",
    )  # fmt: skip
    return Case(question=question, gold=Gold(answer=gold))


def judgement(
    shown: Exhibit, talker: Talker | None, *, votes: int = 1, parts: Sequence[str] = PARTS, own: str = "",
    limits: Limits | None = None, calls: Path | None = None,
) -> Judgement:  # fmt: skip
    """What the judge finds."""
    scorer = Scorer(name="m@x-v1", model="by-hand", prompts="x", own_prompt=own, votes=votes, parts=tuple(parts))
    bench = Bench(ENDPOINT, talker, RunMeter(), Prices({}), calls)
    return asyncio.run(Judge(bench, scorer, limits or Limits()).judgement(shown))


def block(prompt: str) -> str:
    """What stands in the last reader's block of a prompt."""
    return str(_BLOCK.findall(prompt)[-1][1])


def points(prompt: str) -> dict[str, int]:
    """The reference steps a prompt shows, with their numbers."""
    return {text: int(number) for number, text in _POINTS.findall(prompt.rsplit("\n===== READER ", 1)[0])}


def contents(*found: tuple[int, str]) -> dict[str, Any]:
    """A reply that finds these points by these words."""
    return {"explanation": "", "contained": [{"point": point, "span": span} for point, span in found]}


def verbatim(prompt: str) -> dict[str, Any]:
    """A judge who finds a point exactly where its words stand in the reader's text."""
    text = block(prompt)
    return contents(*((number, point) for point, number in points(prompt).items() if point in text))
