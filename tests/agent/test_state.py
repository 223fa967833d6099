"""The fold: state at any event, from the events alone."""

from __future__ import annotations

import pytest

from agent.fold import apply, fold
from agent.moves import InferenceMove, Probe
from agent.researcher import resumable, seal
from agent.state import State
from agent.trace import Event, identity
from tests.agent.scenes import muddy, opened
from tools.hits import Hit


def test_folding_one_event_more_is_applying_it() -> None:
    notebook = opened(read=[5])
    notebook.probe(Probe(kind="keyword", text="mud"))
    notebook.found("Q1", [Hit(5, 1.0, "mud")])
    notebook.quote(muddy())
    notebook.infer(InferenceMove(text="She lied", parents=("E1",)))
    state = State()
    for k, event in enumerate(notebook.events, 1):
        apply(state, event)
        assert state == fold(notebook.events[:k])
        assert State.model_validate_json(state.model_dump_json()) == state


def test_an_event_of_unknown_kind_is_not_passed_over() -> None:
    with pytest.raises(ValueError, match="unknown kind 'guessed'"):
        fold([Event(k=1, kind="guessed", payload={})])


def test_a_state_without_its_question_says_so() -> None:
    with pytest.raises(ValueError, match="do not begin"):
        _ = State().asked


def test_the_identity_ignores_times_and_nothing_else() -> None:
    events = opened(read=[5]).events
    later = [event.model_copy(update={"at": "2030-01-01T00:00:00"}) for event in events]
    assert identity(later) == identity(events)
    timed = [e.model_copy(update={"payload": e.payload | {"seconds": 3.5}}) for e in events]
    assert identity(timed) == identity(events)
    assert identity(events[:-1]) != identity(events)
    other = [*events[:-1], events[-1].model_copy(update={"payload": {"paragraphs": [6], "reason": ""}})]
    assert identity(other) != identity(events)


def test_research_cut_short_goes_on_before_the_node_that_was_under_way() -> None:
    notebook = opened(read=[5])
    assert [e.kind for e in resumable(notebook.events)] == ["opened", "noted", "noted", "noted"]
    assert resumable([]) == []


def test_unfinished_research_cannot_be_sealed() -> None:
    with pytest.raises(ValueError, match="has not ended"):
        seal(opened().events)
