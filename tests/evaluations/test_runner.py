"""The runner: a run is a folder; what is sealed is left alone; what was cut short goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from agent.extractive import ExtractiveReasoner
from agent.fold import apply, fold
from agent.loop import LoopResearcher
from agent.notebook import Sink
from agent.question import Budget, Player, Question
from agent.state import State
from agent.trace import Event, Trace
from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source
from evaluations.case import Case
from evaluations.runner import missing, research
from evaluations.store import RunFolder, RunRecord
from evaluations.views import Views
from graphs.check import check
from tools.search import BookSearch

CASES = sample.load(Source(settings={"part": "detectiveqa"})).cases
VIEWS = Views()


@cache
def searched(at: int) -> BookSearch:
    """The search of a case's view, made once for all runs of it."""
    return BookSearch(VIEWS.view(CASES[at]))


def search(case: Case) -> BookSearch:
    return searched(CASES.index(case))


class Interrupted(Exception):
    """The power is cut."""


class Faltering:
    """A researcher whose power is cut at its n-th event."""

    def __init__(self, n: int) -> None:
        self.inner = LoopResearcher(ExtractiveReasoner())
        self.player: Player = self.inner.player
        self.left = n

    async def research(
        self, question: Question, search: BookSearch, past: Sequence[Event] = (), sink: Sink | None = None
    ) -> list[Event]:
        def cut(event: Event) -> None:
            if self.left == 0:
                raise Interrupted
            self.left -= 1
            if sink:
                sink(event)

        return await self.inner.research(question, search, past, cut)


def folder(tmp_path: Path, cases: list[Case]) -> RunFolder:
    run = RunFolder(tmp_path / "run")
    player = ExtractiveReasoner().player
    run.begin(RunRecord(benchmark="sample", researcher=player, budget=Budget()), cases)
    return run


async def complete(run: RunFolder, cases: list[Case], repeats: int = 1) -> int:
    tasks = missing(run, cases, repeats)
    await research(run, tasks, lambda desk: LoopResearcher(ExtractiveReasoner()), search)
    return len(tasks)


async def test_a_second_call_researches_nothing(tmp_path: Path) -> None:
    run = folder(tmp_path, CASES[:2])
    assert await complete(run, CASES[:2]) == 2
    before = {f: f.stat().st_mtime_ns for f in run.place.rglob("*") if f.is_file()}
    assert await complete(run, CASES[:2]) == 0
    assert before == {f: f.stat().st_mtime_ns for f in run.place.rglob("*") if f.is_file()}
    assert not list((run.place / "open").iterdir())


async def test_two_runs_and_two_repeats_are_the_same_research(tmp_path: Path) -> None:
    one, two = folder(tmp_path / "one", CASES[:3]), folder(tmp_path / "two", CASES[:3])
    await complete(one, CASES[:3], repeats=2)
    await complete(two, CASES[:3])
    for case in CASES[:3]:
        identities = {
            one.trace(case.id, 1).identity(),
            one.trace(case.id, 2).identity(),
            two.trace(case.id, 1).identity(),
        }
        assert len(identities) == 1
    assert sorted(f.name for f in (one.place / "traces").iterdir())[:2] == [
        "en-ai-1-q1.1.json",
        "en-ai-1-q1.2.json",
    ]


@pytest.mark.parametrize("n", [1, 7, 23, 40])
async def test_research_that_was_cut_short_goes_on_to_the_same_end(tmp_path: Path, n: int) -> None:
    run, whole = folder(tmp_path / "cut", CASES[:1]), folder(tmp_path / "whole", CASES[:1])
    faltering = Faltering(n)
    with pytest.raises(ExceptionGroup):
        await research(run, missing(run, CASES[:1], 1), lambda desk: faltering, search)
    assert len(run.opened(CASES[0].id, 1)) == n
    await complete(run, CASES[:1])
    await complete(whole, CASES[:1])
    assert run.trace(CASES[0].id, 1).identity() == whole.trace(CASES[0].id, 1).identity()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Trace]:
    """The traces of a run of every case, made once."""
    run = folder(tmp_path_factory.mktemp("whole"), CASES)
    asyncio.run(complete(run, CASES))
    return {case.id: run.trace(case.id, 1) for case in CASES}


def test_folding_the_events_of_every_sample_trace_reaches_the_sealed_state_at_every_event(
    whole: dict[str, Trace],
) -> None:
    for trace in whole.values():
        state = State()
        for k, event in enumerate(trace.events, 1):
            apply(state, event)
            assert state == fold(trace.events[:k])
        assert state.graph == trace.graph
        assert state.answer == trace.answer
        assert state.status == trace.status


def test_every_quotation_of_the_sample_stands_in_the_view(whole: dict[str, Trace]) -> None:
    for case in CASES:
        trace = whole[case.id]
        assert not check(trace.graph, VIEWS.view(case), fold(trace.events).read)
        assert case.cut is not None
        assert max(fold(trace.events).read) < case.cut
