"""A short night at an inn, told in two languages, a question about it, and runs to fork, with and without a model."""

from __future__ import annotations

import asyncio
from pathlib import Path

from agent.model.client import Client
from agent.model.endpoint import Endpoint
from agent.model.meter import RunMeter
from agent.model.prices import Prices
from agent.question import Budget, Question
from agent.trace import Trace
from evaluations import runner
from evaluations.branches import Asking, Opened, open_trace
from evaluations.case import Case, Gold, ReferenceStep
from evaluations.researchers import chosen
from evaluations.seats import Seats
from evaluations.store import ModelRecord, RunFolder, RunRecord
from evaluations.views import Views
from tools.search import BookSearch

NIGHT = (
    "The Lantern House stood where the coast road left the sea.",
    "Mrs. Orme counted the brass key among her treasures and hung it by the stove.",
    "At midnight the wind put out every lamp in the yard.",
    "The gardener had gone to bed early with a cough, and his window stayed dark.",
    "The cook heard the third stair creak, and thought nothing of it until morning.",
    "It was the night porter who took the brass key from its nail and slipped it into his sleeve.",
    "A gull cried twice over the boathouse, and then the tide covered every other sound.",
    "In the morning the nail by the stove was bare, and Mrs. Orme sat down without a word.",
    "The gardener swept the yard and whistled, as he did on every other day of the year.",
    "Nobody asked the schoolmaster anything, for he had been in the capital since Sunday.",
    "Snow fell on the headland for the rest of the week.",
    "The mail came late, and with it a crate of oranges from the south.",
    "Two fishermen quarrelled about a net and made it up again before dark.",
    "Somebody painted the signpost green without asking anybody.",
    "By Easter the whole coast had forgotten that winter.",
)
NACHT = (
    "灯塔旅店立在海边的大路旁。",
    "奥太太把那把黄铜钥匙挂在炉子旁边的钉子上。",
    "半夜里，大风把院子里的灯全都吹灭了。",
    "园丁咳嗽得厉害，早早睡下，他的窗子一直是黑的。",
    "正是守夜人从钉子上取走了那把黄铜钥匙，藏进了袖子里。",
    "第二天早上，炉子旁边的钉子空了，奥太太一句话也没有说。",
    "园丁照常扫着院子，还吹着口哨。",
)
ENGLISH = Case(
    question=Question(
        id="lantern-1",
        benchmark="detectiveqa",
        kind="choice",
        text="Who took the brass key?",
        options={"A": "the gardener", "B": "the night porter", "C": "the schoolmaster"},
    ),
    gold=Gold(answer="B", steps=(ReferenceStep(text="The porter took the key.", kind="explicit", position=6),)),
    context=NIGHT,
)
CHINESE = Case(
    question=Question(
        id="灯塔-1",
        benchmark="detectiveqa",
        kind="choice",
        language="zh",
        text="谁取走了黄铜钥匙？",
        options={"A": "园丁", "B": "守夜人"},
    ),
    gold=Gold(answer="B"),
    context=NACHT,
)
CASES = [ENGLISH, CHINESE]
DULL = "dull"


def plain(place: Path, cases: list[Case] = CASES, budget: Budget | None = None) -> Path:
    """A run of the extractive researcher."""
    return asyncio.run(_made(place, cases, "extractive", budget or Budget(), None))


def with_model(place: Path, url: str, cases: list[Case] = CASES, researcher: str = "agent") -> Path:
    """A run of a model behind `url`."""
    asked = Endpoint(model=DULL, base_url=url, key="none")
    return asyncio.run(_made(place, cases, researcher, Budget(rounds=2), asked))


async def _made(place: Path, cases: list[Case], said: str, budget: Budget, asked: Endpoint | None) -> Path:
    seats = Seats(asked, Client(asked), RunMeter(), Prices.read()) if asked else None
    player = chosen(said, cases, {}, budget, seats)
    model = ModelRecord(name=DULL, base_url=asked.base_url, temperature=0.0, reply_tokens=4096) if asked else None
    run, views = RunFolder(place), Views()
    record = RunRecord(
        benchmark="detectiveqa", researcher=player.player, chosen=said, budget=player.budget, model=model, seed=0
    )  # fmt: skip
    run.begin(record, cases)
    try:
        await runner.research(
            run, runner.missing(run, cases, 1), player.seated, lambda case: BookSearch(views.view(case))
        )
    finally:
        if seats:
            await seats.close()
    return place


def opened(run: Path, case: Case = ENGLISH, url: str = "", branch: str = "") -> Opened:
    return open_trace(run, case.id, branch=branch, asking=Asking(base_url=url))


def lines(trace: Trace, k: int | None = None) -> list[str]:
    """The first `k` events as they are written."""
    return [event.model_dump_json() for event in trace.events[:k]]
