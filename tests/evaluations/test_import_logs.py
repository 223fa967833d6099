"""Research logs: a person's looking, reading and noting becomes the events that any research leaves."""

from __future__ import annotations

from typing import Any

import pytest

from agent.fold import fold
from evaluations.imports.findings import Findings
from evaluations.imports.logs import logged_in, persons_in
from evaluations.metrics.evidence import funnel
from graphs.check import check
from tests.agent.scenes import view
from tests.evaluations.told import account, faults, scores, trace

SEARCH: dict[str, Any] = {
    "event": "search",
    "query": "ledger box",
    "hits": [2, {"paragraph": 3, "sentence": "the box was empty"}],
}
READ: dict[str, Any] = {"event": "read", "paragraphs": "5-6", "reason": "the lodger"}
MUD: dict[str, Any] = {"event": "note", "paragraph": 5, "quote": "mud to the ankle", "text": "she was out"}
THOUGHT: dict[str, Any] = {"event": "note", "text": "so she lied", "rests_on": [1]}
ANSWER: dict[str, Any] = {"event": "answer", "value": "B", "rests_on": [2]}
LOG = [SEARCH, READ, MUD, THOUGHT, ANSWER]


def test_a_log_folds_to_queries_hits_readings_and_notes() -> None:
    made = trace(*LOG)
    state = fold(made.events)
    assert [e.kind for e in made.events] == [
        "opened", "imported", "queried", "searched", "read", "noted", "noted", "stopped", "answered",
    ]  # fmt: skip
    (query,) = state.queries
    assert (query.id, query.kind, query.intent, query.text) == ("Q1", "keyword", "explore", "ledger box")
    assert [(hit.paragraph, hit.sentence) for hit in query.hits or ()] == [(2, ""), (3, "the box was empty")]
    assert state.read == [5, 6]
    assert funnel(state, (5,)) == {"found": {2, 3}, "read": {5, 6}, "accepted": {5}, "cited": {5}}
    assert check(made.graph, view(), state.read) == []


def test_the_notes_that_an_answer_rests_on_are_its_steps() -> None:
    answer = trace(*LOG).answer
    assert answer is not None
    assert [(s.kind, s.text, s.paragraphs, s.rests_on) for s in answer.steps] == [
        ("evidence", "mud to the ankle", (5,), ()),
        ("inference", "so she lied", (5,), (1,)),
    ]
    assert answer.citations == (5,)


def test_process_measures_read_a_log_like_any_trace() -> None:
    found = scores(trace(*LOG))
    # of the gold 5, 6 and 9 nothing was found, 5 and 6 were read, 5 was noted and cited
    assert [found[stage][0] for stage in ("found", "read", "accepted", "cited")] == pytest.approx(
        [0, 2 / 3, 1 / 3, 1 / 3]
    )
    assert (found["queries"][0], found["paragraphs read"][0]) == (1.0, 2.0)
    share = (len(view()[5]) + len(view()[6])) / view().characters
    assert found["share read"][0] == pytest.approx(share)
    assert found["rounds"][0] is None


def test_a_kind_of_event_that_stands_nowhere_in_the_file_is_not_told() -> None:
    assert {"queries", "hits", "reads"} <= set(account(*({"case": "x"} | e for e in (MUD, ANSWER))).untold())
    told = account(*({"case": "x"} | e for e in LOG)).untold()
    assert set(told) == {"sub-answers", "calls", "tokens"}


def test_what_stands_somewhere_in_the_file_is_told_for_every_case() -> None:
    rows = [{"case": "x"} | e for e in LOG] + [{"case": "y", "event": "answer", "value": "A"}]
    _, other = logged_in(list(enumerate(rows, 1)), "", Findings())
    assert {"queries", "hits", "reads", "notes"}.isdisjoint(other.untold())


def test_hits_are_untold_where_one_search_does_not_tell_them() -> None:
    bare = {"event": "search", "query": "dog"}
    assert "hits" in account(*({"case": "x"} | e for e in (SEARCH, bare, ANSWER))).untold()
    made = trace(SEARCH, {"event": "search", "query": "dog", "hits": []}, ANSWER)
    assert [len(query.hits or ()) for query in fold(made.events).queries] == [2, 0]


def test_events_with_times_are_put_in_their_order_and_others_stay_as_they_come() -> None:
    late, early = {"at": "2026-01-31T10:00:00+01:00"}, {"at": "2026-01-31T08:30:00"}
    made = trace(SEARCH | late, READ | early, ANSWER)
    assert [e.kind for e in made.events[2:5]] == ["read", "queried", "searched"]
    assert [e.at for e in made.events[2:4]] == ["2026-01-31T08:30:00.000+00:00", "2026-01-31T09:00:00.000+00:00"]
    half = trace(SEARCH | late, READ, ANSWER)
    assert [e.kind for e in half.events[2:5]] == ["queried", "searched", "read"]


def test_an_answer_with_steps_counts_them_and_shares_the_evidence_of_the_notes() -> None:
    steps = [{"text": "she was out", "paragraphs": [5], "quote": "mud to the ankle"}, {"text": "lied", "rests_on": [1]}]
    made = trace(MUD, {"event": "answer", "value": "B", "steps": steps})
    assert [node.id for node in made.graph.nodes] == ["E1", "I1", "answer"]


def test_notes_may_rest_on_themselves_or_on_nothing_there_and_are_judged() -> None:
    made = trace(
        MUD, {"event": "note", "text": "a", "rests_on": [2, 7]}, {"event": "answer", "value": "B", "rests_on": [9]}
    )
    told = {problem.fault for problem in check(made.graph, view())}
    assert told >= {"circular", "dangling", "ungrounded"}


def test_an_answer_may_rest_on_a_note_that_rests_on_nothing_there() -> None:
    note = {"event": "note", "text": "so", "rests_on": [1, 7]}
    made = trace(MUD, note, {"event": "answer", "value": "B", "rests_on": [2]})
    assert made.answer
    assert [(s.kind, s.paragraphs, s.rests_on) for s in made.answer.steps] == [
        ("evidence", (5,), ()),
        ("inference", (5,), (1,)),
    ]
    assert {problem.fault for problem in check(made.graph, view())} >= {"dangling"}


def test_a_log_without_an_answer_is_unfinished() -> None:
    assert account({"case": "x"} | READ).reply is None


def test_events_of_another_person_are_passed_over_and_counted() -> None:
    rows = [{"case": "x", "person": who} | e for who in ("ann", "bo") for e in LOG]
    findings = Findings()
    (one,) = logged_in(list(enumerate(rows, 1)), "bo", findings)
    assert (one.line, len(one.acts)) == (6, 4)
    assert findings.told() == ["events of 'ann' are passed over (5 lines, first line 1)"]
    assert persons_in(list(enumerate(rows, 1))) == ["ann", "bo"]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"event": "think"}, "event must be one of search, read, note, answer; got 'think'"),
        ({"event": None}, "event must be one of search, read, note, answer; got None"),
        ({"event": ["read"]}, "event must be one of search, read, note, answer; got a list"),
        ({"event": "search"}, "a search needs its query"),
        ({"event": "search", "query": "x", "kind": "google"}, "kind must be one of keyword, phrase, near"),
        ({"event": "search", "query": "x", "intent": "win"}, "intent must be one of verify, refute, explore, bridge"),
        ({"event": "search", "query": "x", "hits": [{"sentence": "y"}]}, "hit 1: it has no paragraph"),
        ({"event": "search", "query": "x", "hits": 3}, "hits must be a list; got 3"),
        ({"event": "read"}, "a reading needs its paragraphs"),
        ({"event": "read", "paragraphs": "9-3"}, "paragraphs must be paragraph numbers from 1"),
        ({"event": "note", "paragraph": 4}, "a note needs a text or a quote"),
        (
            {"event": "read", "paragraphs": 3, "at": "noon"},
            "at must be a time such as 2026-01-31T14:05:00Z; got 'noon'",
        ),
        ({"event": "read", "paragraphs": 3, "repeat": 0}, "repeat must be a whole number from 1; got 0"),
    ],
)
def test_an_event_that_cannot_be_read_is_a_fault(event: dict[str, Any], told: str) -> None:
    (fault,) = faults({"case": "x", **event})
    assert told in fault


def test_nothing_comes_after_the_answer() -> None:
    found = faults(*({"case": "x"} | e for e in (ANSWER, READ, ANSWER)))
    assert found == ["it comes after the answer in line 1"] * 2
