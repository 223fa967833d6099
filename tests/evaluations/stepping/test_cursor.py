"""The cursor: the same state forwards and backwards, with nothing but the events, and its ways to another place."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.fold import fold
from agent.trace import Event, Trace
from evaluations.stepping.cursor import KEPT, Cursor, is_kind, says
from evaluations.store import RunFolder
from tests.evaluations.branches.scene import CASES, ENGLISH
from tools.mistake import Mistake

WITNESS = Path(__file__).parents[2] / "data" / "traces" / "lantern-format-1.json"
"""A trace that an earlier version wrote."""


def traces(*runs: Path) -> list[Trace]:
    stored = [RunFolder(run).trace(case.id, 1) for run in runs for case in CASES]
    return [*stored, Trace.model_validate_json(WITNESS.read_bytes())]


def test_forward_and_back_over_every_event_gives_the_same_state_both_ways(by_rules: Path, by_model: Path) -> None:
    for trace in traces(by_rules, by_model):
        cursor = Cursor(trace.events)
        forward = [cursor.state.model_dump_json()]
        while cursor.move(1):
            forward.append(cursor.state.model_dump_json())
        back = [cursor.state.model_dump_json()]
        while cursor.move(-1):
            back.append(cursor.state.model_dump_json())
        assert forward == back[::-1]
        assert forward == [fold(trace.events[:k]).model_dump_json() for k in range(1, len(trace.events) + 1)]


@given(places=st.lists(st.integers(0, 120), max_size=20))
@settings(max_examples=30, deadline=None)
def test_the_state_at_an_event_is_the_fold_of_the_events_before_whatever_was_looked_at_earlier(
    places: list[int],
) -> None:
    events = many(130)
    assert len(events) > 2 * KEPT
    cursor = Cursor(events)
    for k in places:
        assert cursor.at(k) == fold(events[:k])


def many(count: int) -> list[Event]:
    """The witness's first events, and then reading after reading."""
    first = list(Trace.model_validate_json(WITNESS.read_bytes()).events[:20])
    reads = [Event(k=k, kind="read", payload={"paragraphs": [k % 15 + 1], "reason": ""}) for k in range(21, count + 1)]
    return first + reads


def test_event_100_of_200_is_there_within_50_ms_from_the_end_and_from_the_beginning() -> None:
    events = many(200)
    cursor = Cursor(events)
    for before in (200, 1):
        cursor.at(before)
        start = time.process_time()
        cursor.at(100)
        assert time.process_time() - start <= 0.05


def test_stepping_reads_no_file_and_opens_no_connection(by_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = RunFolder(by_model).trace(ENGLISH.id, 1)
    monkeypatch.setattr(socket, "socket", None)
    monkeypatch.setattr(Path, "open", None)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    cursor = Cursor(trace.events)
    for k in range(len(cursor), 0, -1):
        cursor.to(k)
        assert cursor.state.question


def test_it_finds_the_next_event_of_a_kind_or_node_and_the_one_before(by_rules: Path) -> None:
    cursor = Cursor(RunFolder(by_rules).trace(ENGLISH.id, 1).events)
    assert cursor.find(is_kind("searched"))
    first = cursor.k
    assert cursor.event.kind == "searched"
    assert cursor.find(is_kind("extract"))
    assert cursor.event.payload["node"] == "extract"
    assert cursor.find(is_kind("searched"), -1)
    assert cursor.k >= first
    assert not cursor.find(is_kind("no such kind"))


def test_it_finds_text_in_any_word_of_an_event_in_both_languages(by_rules: Path) -> None:
    english, chinese = (Cursor(RunFolder(by_rules).trace(case.id, 1).events) for case in CASES)
    assert english.find(says("BRASS key from its nail"))
    assert english.event.kind in ("searched", "noted")
    assert chinese.find(says("守夜人从钉子上"))
    assert not chinese.find(says("nobody said this"))


def test_a_node_reaches_from_its_entry_to_the_next(by_rules: Path) -> None:
    cursor = Cursor(RunFolder(by_rules).trace(ENGLISH.id, 1).events)
    assert cursor.node == (1, 1)
    cursor.find(is_kind("search"))
    first, last = cursor.node
    assert first == cursor.k
    assert {event.kind for event in cursor.events[first:last]} == {"searched"}
    assert last == len(cursor) or cursor.events[last].kind == "entered"


def test_events_may_be_added_and_the_cursor_stays(by_rules: Path) -> None:
    events = RunFolder(by_rules).trace(ENGLISH.id, 1).events
    cursor = Cursor(events[:10], k=4)
    cursor.extend(events[10:])
    assert (cursor.k, len(cursor)) == (4, len(events))
    assert cursor.at(len(events)) == fold(events)


def test_what_cannot_be_stepped_is_told(by_rules: Path) -> None:
    events = RunFolder(by_rules).trace(ENGLISH.id, 1).events
    with pytest.raises(Mistake, match="nothing to step through"):
        Cursor([])
    with pytest.raises(Mistake, match="later version"):
        Cursor([*events[:3], Event(k=4, kind="dreamt", payload={})])
    with pytest.raises(Mistake, match="no such event"):
        Cursor(events).to(len(events) + 1)
