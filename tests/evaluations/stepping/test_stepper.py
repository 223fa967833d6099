"""The stepper, driven by lines and by keys: every command, both languages, edits, and what is asked wrongly."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from evaluations.branches import Asking
from evaluations.stepping.keys import Pressed, Said
from evaluations.stepping.stepper import COMMANDS
from evaluations.store import RunFolder
from tests.evaluations.branches.scene import CHINESE, ENGLISH
from tests.evaluations.stepping.session import Session
from tests.peer import peer
from tests.peer.detective import detective
from tools.mistake import Mistake


def test_next_back_to_first_and_last(run: Path) -> None:
    session = Session(run)
    last = len(session.trail.cursor)
    for lines, k in [(("n",), 2), (("", "next"), 4), (("b",), 3), (("12",), 12), (("t 7",), 7), (("to 8",), 8),
                     (("$",), last), (("0",), 1)]:  # fmt: skip
        assert f"event {k} of {last}" in session(*lines)
        assert session.k == k
    assert "first event" in session("b")
    assert "last event" in session("$", "n")
    assert session.end == "quit"


def test_nodes_are_passed_as_a_whole(run: Path) -> None:
    session = Session(run)
    session("N", "N")
    assert session.trail.cursor.event.payload == {"node": "hypothesize", "round": 0}
    session("n", "n", "B")
    assert session.trail.cursor.event.payload == {"node": "hypothesize", "round": 0}
    session("B")
    assert session.trail.cursor.event.payload["node"] == "analyze"


def test_the_next_of_a_kind_and_the_search_of_the_trace(run: Path) -> None:
    session = Session(run)
    session("k searched")
    first = session.k
    session("k searched", ".")
    assert session.k == first + 2
    session("K searched", ".")
    assert session.k == first
    assert "'dreamt' is in no event after" in session("k dreamt")
    session("0", "/ night porter")
    assert "porter" in str(session.trail.cursor.event.payload)
    session("$", "\\ night porter")
    assert 1 < session.k <= len(session.trail.cursor)
    assert "Nothing has been looked for" in Session(run)(".")


def test_chinese_is_searched_and_shown(run: Path) -> None:
    session = Session(run, CHINESE)
    told = session("/ 守夜人从钉子上", "h", "g", "o")
    assert "守夜人从钉子上取走了那把黄铜钥匙" in told
    assert session.k > 1


def test_the_prompt_as_sent_and_the_reply_as_it_came(asked: Path) -> None:
    session = Session(asked)
    session("k called")
    prompt, reply = session("p"), session("r")
    kept = session.trail.record.find(session.trail.cursor.event)
    assert kept
    assert "system" in prompt
    for message in kept.messages:
        assert "".join(message.content.split()) in "".join(prompt.split())
    assert "".join(kept.completion.text.split()) in "".join(reply.split())
    assert "finish: " in reply


def test_from_anywhere_in_a_node_its_call_is_found(asked: Path) -> None:
    session = Session(asked)
    session("k extract", "N", "b")
    assert session.trail.cursor.event.kind == "noted"
    assert "===== BOOK" in session("p")
    assert "No model was asked in this node" in session("K search", "p")
    assert "No model was asked" in session("0", "r")


def test_without_the_record_of_calls_stepping_goes_on_and_says_what_is_missing(asked: Path) -> None:
    shutil.rmtree(asked / "calls")
    session = Session(asked)
    assert "does not hold" in session("k called", "p")
    assert "event" in session("n")


def test_help_lists_every_command_with_what_it_does(run: Path) -> None:
    told = session_help = Session(run)("?")
    assert all(command.about.split(":")[0].split(" (")[0][:30] in session_help for command in COMMANDS)
    assert told.count("\n") >= len(COMMANDS)


def test_what_is_typed_wrongly_is_told_and_nothing_moves(run: Path) -> None:
    session = Session(run)
    assert "'x' is no command" in session("x")
    assert "needs more" in session("t")
    assert "named by its number" in session("t soon")
    assert "no such event" in session("t 9999")
    assert "no such event" in session("t 00")
    assert session.k == 1


def test_an_edit_is_a_branch_that_c_runs_to_its_end_and_the_trace_stays(run: Path) -> None:
    before = RunFolder(run).sealed(ENGLISH.id, 1).read_bytes()
    session = Session(run)
    told = session("$", "e drop E1")
    assert "Branch drop-E1: E1 dropped. c runs on from here" in told
    assert session.trail.branch == "drop-E1"
    assert [event.kind for event in session.trail.cursor.events[-3:]] == ["edited", "dropped", "stopped"]
    assert "c runs it on to its end" in session("n")
    at = session.k
    told = session("c")
    assert "The answer was" in told
    assert session.k == at
    assert "answered" in session("$")
    assert RunFolder(run).sealed(ENGLISH.id, 1).read_bytes() == before
    assert Session(run, branch="drop-E1").trail.unfinished == ""
    again = Session(run)
    assert "It is finished." in again("$", "e drop E1")


def test_an_edit_that_cannot_be_made_is_told_with_the_forms(run: Path) -> None:
    session = Session(run)
    assert "e stance E3 H2 -0.5" in session("e")
    assert "That is no edit" in session("e sing")
    assert "no such node" in session("e drop E99").replace("\n", " ")
    assert session.trail.branch == ""


def test_with_a_model_only_what_is_new_is_asked(asked: Path) -> None:
    with peer(detective) as url:
        session = Session(asked, asking=Asking(base_url=url))
        told = session("k verified", "e drop E1", "c")
        made = len(url.chats)
    assert f"{made} new calls" in told.replace("\n", " ")
    assert 0 < made < session.trail.cursor.at(len(session.trail.cursor)).usage.calls


def test_offline_a_call_that_is_new_is_told_of_and_the_branch_stays(asked: Path) -> None:
    session = Session(asked)
    told = session("k verified", "e drop E1", "c").replace("\n", " ")
    assert "no call may be made" in told
    assert Session(asked, branch="drop-E1").trail.unfinished


def test_a_question_that_was_cut_short_is_stepped_through_too(run: Path) -> None:
    folder = RunFolder(run)
    events = folder.trace(ENGLISH.id, 1).events[:30]
    folder.sealed(ENGLISH.id, 1).unlink()
    folder.reopen(ENGLISH.id, 1, events)
    session = Session(run)
    assert "the command that began it" in session("30", "n").replace("\n", " ")
    assert "cannot be forked" in session("e drop E1")
    assert "the command that began it" in session("c").replace("\n", " ") or "Only a branch" in session("c")


def test_what_is_not_there_is_told(run: Path) -> None:
    with pytest.raises(Mistake, match="no trace"):
        Session(run, ENGLISH.model_copy(update={"question": ENGLISH.question.model_copy(update={"id": "x"})}))
    with pytest.raises(Mistake, match="no such branch"):
        Session(run, branch="x")


class Typed:
    """What a person types: the batches that a terminal hands over, and the lines that are asked for."""

    def __init__(self, *batches: str, lines: tuple[str, ...] = ()) -> None:
        self.batches, self.lines, self.asked = list(batches), list(lines), list[str]()

    def read(self) -> str:
        return self.batches.pop(0) if self.batches else ""

    def ask(self, prompt: str) -> str:
        self.asked.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    @property
    def keys(self) -> Pressed:
        return Pressed(self.read, self.ask)


def test_single_keys_arrows_and_what_is_typed_ahead(run: Path) -> None:
    session = Session(run)
    typed = Typed("n", "\x1b[C", " ", "\r", "\x1b[D", "nnb", "\x1b[15~", "\x1bOC")
    session.typed(typed.keys)
    assert session.k == 1 + 4 - 1 + 1 + 1


def test_a_key_that_needs_more_asks_for_it(run: Path) -> None:
    session = Session(run)
    typed = Typed("t", "k", "/night porter\r", "e", "4", lines=("7", "searched", "", "2"))
    told = session.typed(typed.keys)
    assert typed.asked == ["to event: ", "kind or node: ", "edit (Enter lists the forms): ", "to event: 4"]
    assert "e stance E3 H2 -0.5" in told
    assert session.k == 42


def test_a_line_that_is_not_given_changes_nothing(run: Path) -> None:
    session = Session(run)
    session.typed(Typed("t", "/\r", "k").keys)
    assert session.k == 1


def test_ctrl_c_leaves(run: Path) -> None:
    class Interrupted(Typed):
        def read(self) -> str:
            raise KeyboardInterrupt

    session = Session(run)
    session.typed(Interrupted().keys)
    assert session.end == "quit"


def test_lines_from_a_script_are_words_and_what_belongs_to_them() -> None:
    import io

    from evaluations.stepping.keys import Lines

    lines = Lines(io.StringIO("n\n\n45\nk refused quote\n/pan\n\\ pan\n"))
    said = [lines.next() for _ in range(7)]
    assert said == [Said("n"), Said("n"), Said("t", "45"), Said("k", "refused quote"), Said("/", "pan"),
                    Said("\\", "pan"), None]  # fmt: skip
