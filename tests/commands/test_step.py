"""`casebook step` at the door: lines from a pipe, keys in a real terminal, live research, and what is asked wrongly."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from rich.cells import cell_len

from evaluations.store import RunFolder
from tests.commands.door import Door, Reply
from tests.evaluations.branches.scene import CHINESE, ENGLISH, plain
from tests.peer import Peer, peer
from tests.peer.detective import detective

EN, ZH = ENGLISH.id, CHINESE.id
SAMPLE = "en-human-1-q1"
QUICK = ("--embedder", "none")
TERMINAL = (24, 80)


@pytest.fixture(scope="session")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one English and one Chinese question, made once."""
    return plain(tmp_path_factory.mktemp("inn") / "r")


@pytest.fixture
def run(inn: Path, door: Door) -> str:
    """The run, copied into the folder that the door stands in."""
    shutil.copytree(inn, Path("runs/r"))
    return "r"


@pytest.fixture
def model() -> Iterator[Peer]:
    with peer(detective) as url:
        yield url


class Typing:
    """`typing("n", "q")("step", "r", CASE)` runs a command with these lines on standard input."""

    def __init__(self, door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
        self._door, self._monkeypatch = door, monkeypatch

    def __call__(self, lines: str, *words: object) -> Reply:
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        return self._door(*words)


@pytest.fixture
def typing(door: Door, monkeypatch: pytest.MonkeyPatch) -> Typing:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    return Typing(door, monkeypatch)


@pytest.mark.parametrize("case", [EN, ZH])
def test_a_script_steps_by_lines_and_every_line_fits_80_columns(typing: Typing, run: str, case: str) -> None:
    reply = typing("n\nk searched\nh\n$\ng\no\n?\nq\n", "step", run, case, "--gold")
    assert reply.code == 0, reply.err
    assert f"{case} · event 1 of" in reply.out
    assert ("gold paragraphs" in reply.out) == (case == EN)
    assert max(map(cell_len, reply.out.splitlines())) <= 80


def test_gold_is_marked_only_when_it_is_asked_for(typing: Typing, run: str) -> None:
    every = "n\n" * 200
    assert "gold" not in typing(every, "step", run, EN).out
    assert "gold" in typing(every, "step", run, EN, "--gold").out


def test_it_begins_where_it_is_told_to(typing: Typing, run: str) -> None:
    assert "event 7 of" in typing("", "step", run, EN, "--at", "7").out
    reply = typing("", "step", run, EN, "--at", "999")
    assert reply.code == 2
    assert "no such event" in reply.err


def test_stepping_needs_neither_book_nor_key_nor_files_of_the_benchmark(
    typing: Typing, run: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.setattr("tools.readers.read_book", None)
    reply = typing("n\n" * 200, "step", run, EN)
    assert reply.code == 0
    assert "answered" in reply.out


def test_an_edit_makes_a_branch_that_is_run_on_and_stepped_through_later(typing: Typing, run: str) -> None:
    reply = typing("$\ne drop E1\n", "step", run, EN)
    assert "Branch drop-E1 has no end yet. Go on with it: casebook step r" in reply.out
    reply = typing("c\n$\n", "step", run, EN, "--branch", "drop-E1")
    assert "The answer was" in reply.out
    assert "branch drop-E1" in reply.out
    assert "has no end yet. Go on" not in reply.out
    assert typing("", "step", run, EN, "--branch", "other").code == 2


def test_live_research_pauses_is_left_and_goes_on(typing: Typing, tmp_path: Path) -> None:
    live = ("step", "--live", "sample", SAMPLE, "--name", "l", *QUICK, "--rounds", "1", "--set", "part=detectiveqa")
    left = typing("c\nq\n", *live, "--break", "extract,answer")
    assert (left.code, "Paused before extract" in left.out) == (0, True), left.err
    assert "Nothing is lost" in left.err
    folder = RunFolder(tmp_path / "runs/l")
    assert folder.opened(SAMPLE, 1)
    done = typing("c\n" * 5, *live, "--break", "answer", "--when", "leader<0.9")
    assert done.code == 0, done.err
    assert "below 0.9" in done.out
    trace = folder.trace(SAMPLE, 1)
    assert f"event {len(trace.events)} of {len(trace.events)}" in done.out
    again = typing("", *live)
    assert "Paused" not in again.out
    assert typing("", "show", "l", SAMPLE).code == 0


def test_live_with_a_model_shows_prompt_and_reply_before_the_next_node(typing: Typing, model: Peer) -> None:
    seat = ("--model", "dull", "--base-url", model, "--name", "m", "--rounds", "1")
    reply = typing(
        "c\nK called\np\nr\nq\n", "step", "--live", "sample", SAMPLE, *QUICK, *seat, "--break", "hypothesize,probe"
    )
    assert reply.code == 0, reply.err
    assert "Paused before probe" in reply.out
    assert '"claims": ["Somebody did it."]' in " ".join(reply.out.split())
    asked = len(model.chats)
    assert asked == 1
    done = typing("c\n", "step", "--live", "sample", SAMPLE, *QUICK, *seat, "--break", "answer")
    assert done.code == 0, done.err
    assert len(model.chats) > asked


def test_what_is_asked_wrongly_is_told_in_one_line(typing: Typing, run: str) -> None:
    for words, told in [
        (("r", "nobody"), "no trace of 'nobody'"),
        (("nothing", EN), "no trace"),
        (("r", EN, "--break", "extract"), "--live"),
        (("r", EN, "--when", "read:3"), "--live"),
        (("r", EN, "--model", "m"), "takes no such word"),
        (("--live", "sample", SAMPLE, "--break", "dream"), "no such node"),
        (("--live", "sample", SAMPLE, "--when", "dream"), "no such condition"),
        (("--live", "sample", "nobody"), "no such case"),
        (("--bogus", "r", EN), "come first"),
    ]:
        reply = typing("", "step", *words)
        assert reply.code == 2, words
        assert told in reply.err, words
        assert "Traceback" not in reply.err
    assert "No such option" in typing("", "step", "--live", "sample", SAMPLE, "--bogus").err


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_a_person_steps_by_keys_in_a_terminal(run: str, tmp_path: Path) -> None:
    """A real pseudo-terminal of 80 columns: single keys, arrows, a number, searches in two languages, an edit."""
    casebook = Path(sys.executable).with_name("casebook")
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    env = {**kept, "TERM": "xterm-256color"}
    forms = r"lists the forms\)"
    english = [
        ("n", "event 2 of"), ("\x1b[C", "event 3 of"), ("\x1b[D", "event 2 of"), ("t12\r", "event 12 of"),
        ("9\r", "event 9 of"), ("kassessed\r", "assessed"), ("?", "leave; nothing is lost"), ("g", " graph "),
        ("p", "No model was asked"), ("0", "event 1 of"), ("/gardener\r", "event"), ("x", "no command"),
        ("$", "answered"), ("e", forms), ("drop E1\r", "Branch drop-E1"), ("c", "The answer was"),
    ]  # fmt: skip
    chinese = [("/守夜人\r", "守夜人"), ("g", " graph "), ("$", "answered")]
    for case, typed in ((EN, english), (ZH, chinese)):
        seen = pexpect.spawn(
            str(casebook), ["step", run, case, "--gold"], dimensions=TERMINAL, env=env, encoding="utf-8", timeout=60
        )
        seen.expect("all keys")
        for keys, expected in typed:
            seen.send(keys)
            seen.expect(expected)
        seen.send("q")
        seen.expect(pexpect.EOF)
        seen.close()
        assert seen.exitstatus == 0
    assert (tmp_path / f"runs/r/branches/{EN}.1/drop-E1.json").is_file()
