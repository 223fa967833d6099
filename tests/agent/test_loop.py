"""The loop: rounds, stops, statuses and resuming, with a script in the reasoner's seat."""

from __future__ import annotations

import json

from agent.extractive import ExtractiveReasoner
from agent.fold import fold
from agent.loop import LoopResearcher
from agent.moves import Conclusion, InferenceMove, Probe, Verification
from agent.question import Budget, Question
from agent.researcher import resumable, seal
from agent.trace import Event, Trace, identity
from tests.agent.scenes import Script, flooded, muddy, question, view
from tools.search import BookSearch

REFUTE_B = Probe(kind="keyword", text="walked river", intent="refute", hypothesis="H2")


async def researched(script: Script, budget: Budget | None = None, asked: Question | None = None) -> Trace:
    return seal(await LoopResearcher(script, budget).research(asked or question(), BookSearch(view())))


def detective(**changes: object) -> Script:
    """A script that finds the lie in one round and answers B."""
    played = Script(
        probes={1: [Probe(kind="keyword", text="mud ankle river path"), REFUTE_B]},
        quotes={1: [muddy(), flooded()]},
        links={1: [InferenceMove(text="She did not walk by the river", parents=("E1", "E2"), hypothesis="H2")]},
        conclusions=[Conclusion(value="B", parents=("I1",), confidence=0.9)],
    )
    for name, value in changes.items():
        setattr(played, name, value)
    return played


async def test_clear_and_tested_research_is_verified_in_one_round() -> None:
    trace = await researched(detective())
    assert (trace.status, trace.stop) == ("verified", "verified")
    assert trace.answer is not None
    assert trace.answer.value == "B"
    assert trace.answer.citations == (5, 6)
    entered = [e.payload["node"] for e in trace.events if e.kind == "entered"]
    assert entered == [
        *("analyze", "hypothesize", "probe", "search", "read", "extract", "link", "assess", "verify", "answer"),
    ]


async def test_a_leader_is_not_verified_before_something_tried_to_refute_it() -> None:
    script = detective(probes={1: [Probe(kind="keyword", text="mud ankle river path")]})
    trace = await researched(script, Budget(rounds=2))
    refuting = [q for q in fold(trace.events).queries if q.intent == "refute"]
    assert [(q.round, q.hypothesis) for q in refuting] == [(2, "H2")]
    assert trace.status == "verified"


async def test_rounds_run_out_into_a_forced_answer() -> None:
    script = detective(quotes={1: [muddy(0.1)]}, links={}, conclusions=[Conclusion(value="B", parents=("E1",))])
    script.probes = {n: [Probe(kind="keyword", text=f"river {n}")] for n in (1, 2, 3)}
    script.quotes = {1: [muddy(0.1)], 2: [flooded(0.1)]}
    trace = await researched(script, Budget(rounds=2))
    assert (trace.status, trace.stop) == ("forced", "rounds")
    assert script.verified == 0


async def test_two_rounds_that_bring_nothing_end_the_research() -> None:
    script = Script(probes={n: [Probe(kind="keyword", text=f"zebra{n}")] for n in range(1, 6)})
    trace = await researched(script, Budget(rounds=5))
    assert (trace.status, trace.stop) == ("abstained", "dry")
    assert fold(trace.events).round == 2


async def test_research_that_dries_up_has_tried_to_refute_its_leader_too() -> None:
    probes = {n: [Probe(kind="keyword", text=f"mud zebra{n}")] for n in range(1, 6)}
    script = Script(probes=probes, quotes={1: [muddy()]}, conclusions=[Conclusion(value="B", parents=("E1",))])
    trace = await researched(script, Budget(rounds=5))
    assert (trace.status, trace.stop) == ("forced", "dry")
    assert fold(trace.events).refuted("H2")


async def test_an_insufficient_verification_sends_the_research_on_with_its_gaps() -> None:
    script = detective(
        verdicts=[Verification(sufficient=False, missing=("who fed the dog",)), Verification(sufficient=True)]
    )
    script.probes = {**script.probes, 2: [Probe(kind="keyword", text="fed the dog crusts")]}
    trace = await researched(script)
    assert script.verified == 2
    assert trace.status == "verified"
    assert any("who fed the dog" in shown for shown in script.shown)


async def test_a_spent_budget_forces_the_answer() -> None:
    trace = await researched(detective(), Budget(calls=0))
    assert (trace.status, trace.stop) == ("forced", "budget")


async def test_an_answer_refused_twice_fails_the_case_rather_than_guess() -> None:
    script = detective(conclusions=[Conclusion(value="Z", parents=("E1",))])
    trace = await researched(script)
    assert trace.status == "failed"
    assert trace.answer is None
    assert script.concluded == 2


async def test_a_refused_answer_may_be_mended_once() -> None:
    script = detective(conclusions=[Conclusion(value="B", parents=("E9",)), Conclusion(value="B", parents=("I1",))])
    trace = await researched(script)
    assert trace.status == "verified"
    assert [r.guard for r in fold(trace.events).refusals] == ["unknown-id"]


async def test_reading_is_explicit_and_nothing_is_read_twice() -> None:
    script = detective(probes={n: [Probe(kind="keyword", text=f"mud ankle {n}")] for n in (1, 2, 3)}, quotes={})
    trace = await researched(script)
    read = fold(trace.events).read
    assert read
    assert len(read) == len(set(read))


async def test_the_same_research_twice_has_one_identity() -> None:
    first, second = await researched(detective()), await researched(detective())
    assert first.identity() == second.identity()
    assert Trace.model_validate_json(first.model_dump_json()) == first


async def test_research_cut_at_any_event_goes_on_to_the_same_end() -> None:
    asked, search = question(), BookSearch(view())
    whole = await LoopResearcher(ExtractiveReasoner()).research(asked, search)
    for k in range(len(whole) + 1):
        past = resumable(whole[:k])
        resumed = await LoopResearcher(ExtractiveReasoner()).research(asked, search, past)
        assert identity(resumed) == identity(whole), f"cut after event {k}"


async def test_every_event_reaches_the_sink_before_the_next_thing_is_done() -> None:
    kept: list[Event] = []
    events = await LoopResearcher(detective()).research(question(), BookSearch(view()), (), kept.append)
    assert kept == events
    assert [event.k for event in events] == list(range(1, len(events) + 1))
    json.dumps([event.payload for event in events])
