"""The screen of an event: it fits, it obeys nothing of what it shows, and gold stands in it only when asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import RenderableType

from agent.trace import Event, Trace
from evaluations.case import Case
from evaluations.prose import Prose
from evaluations.stepping import pages
from evaluations.stepping.brief import brief, ranges
from evaluations.stepping.cursor import Cursor
from evaluations.stepping.gold import Marks
from evaluations.stepping.screen import Screen
from evaluations.store import RunFolder
from tests.evaluations.branches.scene import CASES, ENGLISH
from tests.evaluations.stepping.session import console, written
from tests.evaluations.stepping.test_cursor import WITNESS
from tools.mistake import Mistake

NASTY = "a [red]red[/red] \x1b[2J\x1b]0;title\x07 herring\r\x08 \u202eesrever 守夜人\n[/] \ud83d"


def drawn(part: RenderableType, width: int = 80) -> str:
    out = console(width)
    out.print(part)
    return written(out)


def every_screen(steps: Cursor, marks: Marks) -> list[str]:
    """The screen of each event; the cursor is left at the last."""
    shown = []
    for k in range(1, len(steps) + 1):
        steps.to(k)
        shown.append(drawn(Screen(steps, marks, "x")))
    return shown


def cursor(run: Path, case: Case) -> Cursor:
    return Cursor(RunFolder(run).trace(case.id, 1).events)


@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_no_event_is_wider_than_the_screen_in_either_language(
    by_rules: Path, by_model: Path, case: Case, width: int
) -> None:
    for run in (by_rules, by_model):
        steps = cursor(run, case)
        for k in range(1, len(steps) + 1):
            steps.to(k)
            for rows in (None, 21):
                lines = drawn(Screen(steps, Marks.of(case), case.id, rows), width).splitlines()
                assert max(map(cell_len, lines)) <= width
                assert any(f"event {k} of {len(steps)}" in line for line in lines)


def test_what_does_not_fit_is_cut_and_the_rest_is_told_of(by_rules: Path) -> None:
    steps = cursor(by_rules, ENGLISH)  # its first event brings the question, three options and a line on the book
    whole = drawn(Screen(steps, Marks.of(ENGLISH), "x")).splitlines()
    fitted = drawn(Screen(steps, Marks.of(ENGLISH), "x", rows=9)).splitlines()
    assert (len(whole), len(fitted)) == (11, 9)
    assert "  2 more lines: s prints them" in [line.rstrip() for line in fitted]
    assert fitted[-1] == whole[-1]


def test_it_tells_where_we_are_what_happened_the_beliefs_and_the_budget(by_model: Path) -> None:
    steps = cursor(by_model, ENGLISH)
    steps.find(lambda event: event.kind == "assessed")
    text = drawn(Screen(steps, Marks(), "lantern-1"))
    assert f"lantern-1 · event {steps.k} of {len(steps)} · round 1 · assess" in text
    beliefs = steps.state.beliefs
    for name, belief in beliefs.items():
        assert f"{'█' * round(20 * belief)}" in text
        assert f"{name} " in text
        assert f"{belief:.2f}" in text
    usage = steps.state.usage
    assert f"round 1 of 2 · queries 1 of 3 · read {len(set(steps.state.fresh))} of" in text
    assert f"calls {usage.calls}" in text
    assert f"tokens {usage.tokens:,}" in text


def test_hits_come_with_their_paragraphs_and_gold_only_when_it_is_asked_for(by_rules: Path) -> None:
    steps = cursor(by_rules, ENGLISH)
    steps.find(lambda event: event.kind == "searched" and any(h["paragraph"] == 6 for h in event.payload["hits"]))
    assert "[6] gold" in drawn(Screen(steps, Marks.of(ENGLISH), "x"))
    every = every_screen(steps, Marks())
    assert "[6]" in "".join(every)
    assert not any(word in text for text in every for word in ("gold", "The porter took the key.", "wrong", "right:"))


def test_an_answer_is_called_right_or_wrong_only_beside_gold(by_rules: Path) -> None:
    steps = cursor(by_rules, ENGLISH)
    steps.to(len(steps))
    told = "right" if steps.state.answer and steps.state.answer.value == "B" else "wrong: gold is B"
    assert told in drawn(Screen(steps, Marks.of(ENGLISH), "x"))


def tampered(trace: Trace) -> list[Event]:
    """The trace's events with nasty words in every text that is free."""

    def nasty(value: object, key: str = "") -> object:
        if isinstance(value, dict):
            return {k: nasty(v, k) for k, v in value.items()}
        if isinstance(value, list):
            return [nasty(v, key) for v in value]
        free = (
            "text",
            "quote",
            "sentence",
            "reason",
            "title",
            "note",
            "plan",
            "missing",
            "gaps",
            "entities",
            "reasoning",
        )
        return f"{NASTY} {value}" if isinstance(value, str) and key in free else value

    return [event.model_copy(update={"payload": nasty(event.payload)}) for event in trace.events]


def test_nothing_of_a_book_or_a_reply_is_obeyed_by_the_terminal(by_rules: Path) -> None:
    for case in CASES:
        steps = Cursor(tampered(RunFolder(by_rules).trace(case.id, 1)))
        shown = every_screen(steps, Marks.of(case))
        shown += [drawn(page) for page in (pages.graph(steps.state), pages.found(steps.state, Marks.of(case)),
                                           pages.notebook(steps.state, Marks.of(case)))]  # fmt: skip
        text = "".join(shown)
        assert "[red]red[/red]" in text
        assert not set(text) & set("\x1b\x07\x08\r\u202e\ud83d")
        text.encode()


def test_an_event_that_is_not_as_it_should_be_is_shown_as_it_is(by_rules: Path) -> None:
    first = RunFolder(by_rules).trace(ENGLISH.id, 1).events[0]
    odd = Event(k=2, kind="fell-back", payload={"unheard": "of"})
    assert '{"unheard": "of"}' in drawn(Screen(Cursor([first, odd], 2), Marks(), "x"))


def test_a_trace_of_an_earlier_version_steps_from_end_to_end() -> None:
    steps = Cursor(Trace.model_validate_json(WITNESS.read_bytes()).events)
    for k in range(1, len(steps) + 1):
        steps.to(k)
        assert f"event {k} of {len(steps)}" in drawn(Screen(steps, Marks(), "x"))


@given(text=st.text(max_size=300), width=st.integers(12, 80))
@settings(max_examples=150, deadline=None)
def test_prose_fits_any_width_and_keeps_every_letter(text: str, width: int) -> None:
    lines = drawn(Prose(text), width).splitlines()
    assert all(cell_len(line) <= width for line in lines)
    letters = [c for c in text if c.isalnum()]
    assert [c for c in "".join(lines) if c.isalnum() and c in set(letters)][: len(letters)] or not letters


def test_numbers_are_told_as_ranges() -> None:
    assert ranges([5, 3, 4, 9, 9]) == "3–5, 9"
    assert ranges([]) == ""


def test_an_event_in_brief_is_one_line(by_rules: Path, by_model: Path) -> None:
    for run in (by_rules, by_model):
        for event in tampered(RunFolder(run).trace(ENGLISH.id, 1)):
            assert "\n" not in brief(event)
            assert len(brief(event)) <= 300


def test_an_edit_and_what_it_dropped_are_told(run: Path) -> None:
    from evaluations.branches import open_trace

    opened = open_trace(run, ENGLISH.id)
    try:
        fork = opened.edit("drop E1")
    except Mistake as mistake:  # pragma: no cover - the story always has a quotation
        raise AssertionError from mistake
    events = fork.folder.events(fork.name)
    assert [brief(event) for event in events[-2:]] == ["by hand: E1 dropped", "E1"]
