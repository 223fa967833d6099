"""Live stepping: research pauses where it is told to, goes on, and is left without loss."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from agent.question import Budget
from agent.researcher import Researcher
from agent.state import State
from agent.trace import Event
from evaluations import runner
from evaluations.researchers import chosen
from evaluations.seats import Desk
from evaluations.stepping.breaks import Breaks, breaks, condition
from evaluations.stepping.keys import Lines
from evaluations.stepping.live import Left, Pauses, Researched
from evaluations.store import RunFolder
from evaluations.views import Views
from tests.evaluations.branches.scene import ENGLISH, plain
from tests.evaluations.stepping.session import console, written
from tools.mistake import Mistake
from tools.search import BookSearch


def live(place: Path, where: Breaks, *lines: str) -> str:
    """Research the English question, stepping by these lines; what was printed."""
    run, out = RunFolder(place), console()
    typed = Lines(io.StringIO("".join(f"{line}\n" for line in lines)))
    hook = Pauses(Researched(run, ENGLISH.id), where, typed, out)
    player = chosen("extractive", [ENGLISH], {}, Budget())

    def seated(desk: Desk) -> Researcher:
        return player.seated(replace(desk, pause=hook))

    work = runner.research(
        run, runner.missing(run, [ENGLISH], 1), seated, lambda case: BookSearch(Views().view(case)), concurrency=1
    )
    try:
        asyncio.run(work)
    except Left:
        out.print("LEFT")
    return written(out)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A run of which nothing is researched yet."""
    place = plain(tmp_path / "run", [ENGLISH])
    RunFolder(place).sealed(ENGLISH.id, 1).unlink()
    return place


def nodes(told: str) -> list[str]:
    marks = [line for line in told.splitlines() if line.startswith("Paused before ")]
    return [mark.removeprefix("Paused before ").split(".")[0].split(":")[0] for mark in marks]


def test_without_breaks_it_pauses_before_every_node(empty: Path) -> None:
    told = live(empty, Breaks(), *["n"] * 200)
    trace = RunFolder(empty).trace(ENGLISH.id, 1)
    entered = [event.payload["node"] for event in trace.events if event.kind == "entered"]
    assert nodes(told) == entered


def test_pausing_changes_nothing_of_the_research(empty: Path, tmp_path: Path) -> None:
    live(empty, Breaks(), *["n"] * 200)
    unpaused = RunFolder(plain(tmp_path / "other", [ENGLISH])).trace(ENGLISH.id, 1)
    assert RunFolder(empty).trace(ENGLISH.id, 1).identity() == unpaused.identity()


def test_with_break_it_pauses_before_these_nodes_alone(empty: Path) -> None:
    told = live(empty, breaks("extract, answer", ()), *["c"] * 50)
    assert set(nodes(told)) == {"extract", "answer"}


def test_next_goes_one_node_further_whatever_the_breaks_say(empty: Path) -> None:
    told = live(empty, breaks("search", ()), "n", "n", "c", "c", "c")
    assert nodes(told)[:3] == ["search", "read", "extract"]


@pytest.mark.parametrize(
    ("when", "told"), [("read:6", "[6] was read"), ("found:6", "[6] was found"), ("leader<0.99", "below 0.99")]
)
def test_a_condition_pauses_after_the_node_in_which_it_came_to_hold(empty: Path, when: str, told: str) -> None:
    shown = live(empty, breaks("", [when]), *["c"] * 50)
    paused = [line for line in shown.splitlines() if line.startswith("Paused before ")]
    assert paused
    assert all(told in line for line in paused)


def test_left_in_the_middle_nothing_is_lost_and_the_same_goes_on(empty: Path, tmp_path: Path) -> None:
    told = live(empty, breaks("extract", ()), "b", "q")
    assert "LEFT" in told
    kept = RunFolder(empty).opened(ENGLISH.id, 1)
    assert kept[-1].kind == "read"
    live(empty, Breaks(), *["c"] * 200)
    whole = RunFolder(plain(tmp_path / "other", [ENGLISH])).trace(ENGLISH.id, 1)
    assert RunFolder(empty).trace(ENGLISH.id, 1).identity() == whole.identity()


def test_what_went_before_is_stepped_through_while_it_is_paused(empty: Path) -> None:
    told = live(empty, breaks("extract", ()), "0", "k searched", "e drop E1", "q")
    assert "event 1 of" in told
    assert "cannot be forked" in told
    assert nodes(told) == ["extract"]


def test_at_the_end_of_the_input_it_is_left(empty: Path) -> None:
    assert "LEFT" in live(empty, Breaks())


def refusal(move: str, guard: str) -> Event:
    return Event(k=9, kind="refused", payload={"move": move, "guard": guard})


def held(when: str, state: State, *events: Event) -> str:
    return condition(when)(state, events)


def test_a_refusal_is_met_by_move_or_by_guard() -> None:
    quote = refusal("quote", "quote-unread")
    assert "a quote was refused: quote-unread (event 9)" in held("refused:quote", State(), quote)
    assert held("refused:quote-unread", State(), quote)
    assert held("refused", State(), quote)
    assert not held("refused:probe", State(), quote)


def test_the_leaders_belief_counts_only_where_it_was_weighed_anew() -> None:
    state = State(beliefs={"H1": 0.6, "H2": 0.4})
    weighed = Event(k=3, kind="assessed", payload={"beliefs": state.beliefs, "margin": 0.2, "dry": 0, "gaps": []})
    assert "H1 leads with 0.60, below 0.7" in held("leader<0.7", state, weighed)
    assert not held("leader < 0.6", state, weighed)
    assert not held("leader<0.7", state)


def test_a_quotation_is_met_by_its_paragraph() -> None:
    noted = Event(k=4, kind="noted", payload={"node": {"kind": "evidence", "id": "E1", "paragraph": 5}})
    other = Event(k=5, kind="noted", payload={"node": {"kind": "hypothesis", "id": "H1"}})
    assert held("quoted:5", State(), other, noted) == "[5] was quoted (event 4)"
    assert not held("quoted:6", State(), other, noted)


@pytest.mark.parametrize("wrong", ["", "read", "read:x", "leader>0.4", "leader<2.5", "dreamt:3", "refused:"])
def test_a_condition_that_is_none_is_told(wrong: str) -> None:
    with pytest.raises(Mistake, match="no such condition"):
        condition(wrong)


def test_a_node_that_is_none_is_told() -> None:
    with pytest.raises(Mistake, match="no such node"):
        breaks("extract,dream", ())


def test_a_sequence_of_events_is_taken_as_it_is() -> None:
    none: Sequence[Event] = ()
    assert Breaks(conditions=(condition("refused"),)).why(State(), none) == ""
