"""The record of calls: kept at once, read back as it was, and never the worse for a writer that was killed."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.model.calls import Calls, spent
from agent.model.completion import Completion
from agent.model.endpoint import Endpoint
from agent.model.keys import CallKey, content_of
from agent.model.message import Message, assistant, system, user
from agent.model.structured import Schema
from agent.trace import Usage
from tools.mistake import Mistake

SHAPE = Schema("Choice", {"type": "object"})
ASKED = (system("You are a detective."), user("Who took the ledger?"))
NOVEL = "The ferry did not cross that night. " * 2000


def key(number: int = 1, node: str = "probe") -> CallKey:
    return CallKey(node, hashlib.sha256(str(number).encode()).hexdigest(), 1)


def reply(text: str, tokens: int = 10) -> Completion:
    return Completion(text=text, usage=Usage(calls=1, input_tokens=tokens, output_tokens=1, cost=0.5, seconds=2.5))


def lines_of(place: Path, name: str = "ferry-q1.1") -> list[bytes]:
    return (place / f"{name}.jsonl").read_bytes().splitlines()


def test_a_kept_reply_is_found_by_whoever_opens_the_record_next(tmp_path: Path) -> None:
    Calls(tmp_path, "ferry-q1.1").keep(key(), ASKED, SHAPE, reply("奎尔小姐 \n “B”"))
    again = Calls(tmp_path, "ferry-q1.1")
    assert again.find(key()) == reply("奎尔小姐 \n “B”")
    assert again.find(key(2)) is None
    assert again.find(key()._replace(occurrence=2)) is None
    [kept] = again.all()
    assert (kept.key, kept.messages, kept.shape, kept.completion) == (key(), ASKED, "Choice", reply("奎尔小姐 \n “B”"))
    assert kept.at.endswith("+00:00")


def test_a_definite_fault_is_kept_with_what_it_cost(tmp_path: Path) -> None:
    cut = reply("The thief is").model_copy(update={"fault": "cut-off", "told": "cut off at 4096 tokens"})
    Calls(tmp_path, "ferry-q1.1").keep(key(), ASKED, None, cut)
    assert Calls(tmp_path, "ferry-q1.1").find(key()) == cut


def test_what_many_prompts_share_is_stored_once_for_the_whole_run(tmp_path: Path) -> None:
    for name in ("ferry-q1.1", "ferry-q2.1", "ferry-q2.2"):
        calls = Calls(tmp_path, name)
        for number in range(5):
            calls.keep(key(number), [system("Short."), user(NOVEL, f"Question {number}?")], None, reply("B"))
    [part] = (tmp_path / "parts").iterdir()
    assert part.name == hashlib.sha256(NOVEL.encode()).hexdigest() + ".txt"
    assert part.read_text(encoding="utf-8") == NOVEL
    assert all(len(line) < 1500 for line in lines_of(tmp_path))
    assert [kept.messages[1].content for kept in Calls(tmp_path, "ferry-q2.2").all()][4] == NOVEL + "Question 4?"


def test_a_half_written_last_line_is_survived_and_the_next_call_begins_a_line(tmp_path: Path) -> None:
    calls = Calls(tmp_path, "ferry-q1.1")
    for number in (1, 2):
        calls.keep(key(number), ASKED, None, reply(str(number)))
    file = tmp_path / "ferry-q1.1.jsonl"
    file.write_bytes(file.read_bytes()[:-40])
    again = Calls(tmp_path, "ferry-q1.1")
    assert [kept.key for kept in again.all()] == [key(1)]
    assert again.damaged == 1
    again.keep(key(3), ASKED, None, reply("3"))
    assert [kept.key for kept in Calls(tmp_path, "ferry-q1.1").all()] == [key(1), key(3)]


def test_a_damaged_line_in_the_middle_costs_only_itself_and_is_counted(tmp_path: Path) -> None:
    calls = Calls(tmp_path, "ferry-q1.1")
    for number in (1, 2, 3):
        calls.keep(key(number), ASKED, None, reply(str(number)))
    first, _, third = lines_of(tmp_path)
    (tmp_path / "ferry-q1.1.jsonl").write_bytes(b"\n".join([first, b'\xff\xfe{"node": ', b"[]", b"", third, b""]))
    again = Calls(tmp_path, "ferry-q1.1")
    assert [kept.key for kept in again.all()] == [key(1), key(3)]
    assert again.damaged == 2


@given(end=st.integers(0, 2000), flip=st.integers(0, 2000), byte=st.integers(0, 255))
def test_a_file_cut_anywhere_keeps_its_first_calls_and_a_wrong_byte_spoils_no_more_than_two(
    end: int, flip: int, byte: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        calls = Calls(Path(folder), "ferry-q1.1")
        for number in (1, 2, 3):
            calls.keep(key(number), ASKED, None, reply(str(number) * 3))
        file = Path(folder) / "ferry-q1.1.jsonl"
        whole = file.read_bytes()
        file.write_bytes(whole[:end])
        read = [kept.key for kept in Calls(Path(folder), "ferry-q1.1").all()]
        assert read == [key(1), key(2), key(3)][: len(read)]
        at = flip % len(whole)
        file.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
        assert len(list(Calls(Path(folder), "ferry-q1.1").all())) >= 1


WRITER = """
import sys
from pathlib import Path
from agent.model.calls import Calls
from agent.model.completion import Completion
from agent.model.keys import CallKey
from agent.model.message import user
calls = Calls(Path(sys.argv[1]), "ferry-q1.1")
for number in range(int(sys.argv[3])):
    told = CallKey(sys.argv[2], f"{number:064x}", 1)
    calls.keep(told, [user("part %d of %s " % (number // 10, sys.argv[2]) * 50)], None, Completion(text="B" * 20000))
    print(number, flush=True)
"""


def writer(place: Path, node: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(place), node, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_killed_writer_loses_no_call_that_it_had_kept(tmp_path: Path) -> None:
    running = writer(tmp_path, "probe", 100_000)
    assert running.stdout
    told = [running.stdout.readline() for _ in range(20)]
    os.kill(running.pid, signal.SIGKILL)
    told += running.stdout.read().splitlines()
    running.stdout.close()
    running.wait()
    calls = Calls(tmp_path, "ferry-q1.1")
    kept = {one.key.content for one in calls.all()}
    assert {f"{int(number):064x}" for number in told if number.strip()} <= kept
    assert calls.damaged <= 1
    assert not [one for one in calls.all() if "missing" in one.messages[0].content]
    calls.keep(key(), ASKED, None, reply("after"))
    assert Calls(tmp_path, "ferry-q1.1").find(key()) == reply("after")


def test_two_processes_write_one_record_and_every_line_is_whole(tmp_path: Path) -> None:
    both = [writer(tmp_path, node, 30) for node in ("probe", "extract")]
    for one in both:
        one.communicate(timeout=60)
    calls = Calls(tmp_path, "ferry-q1.1")
    assert (len(list(calls.all())), calls.damaged) == (60, 0)


def test_a_prompt_whose_part_is_gone_or_damaged_says_so(tmp_path: Path) -> None:
    calls = Calls(tmp_path, "ferry-q1.1")
    calls.keep(key(), [user(NOVEL)], None, reply("B"))
    [part] = (tmp_path / "parts").iterdir()
    part.write_text("x" * len(NOVEL), encoding="utf-8")
    assert "missing or damaged" in next(calls.all()).messages[0].content
    part.unlink()
    assert "missing or damaged" in next(Calls(tmp_path, "ferry-q1.1").all()).messages[0].content
    calls.keep(key(2), [user(NOVEL)], None, reply("B"))
    assert next(calls.all()).messages[0].content == NOVEL


def test_a_half_written_part_is_written_again(tmp_path: Path) -> None:
    part = tmp_path / "parts" / (hashlib.sha256(NOVEL.encode()).hexdigest() + ".txt")
    part.parent.mkdir()
    part.write_text(NOVEL[:1000], encoding="utf-8")
    Calls(tmp_path, "ferry-q1.1").keep(key(), [user(NOVEL)], None, reply("B"))
    assert part.read_text(encoding="utf-8") == NOVEL
    assert [file.name for file in part.parent.iterdir()] == [part.name]


def test_a_part_named_like_a_path_is_no_part(tmp_path: Path) -> None:
    calls = Calls(tmp_path, "ferry-q1.1")
    calls.keep(key(), [user(NOVEL)], None, reply("B"))
    file = tmp_path / "ferry-q1.1.jsonl"
    digest = hashlib.sha256(NOVEL.encode()).hexdigest()
    file.write_text(file.read_text().replace(digest, "../../secret"))
    again = Calls(tmp_path, "ferry-q1.1")
    assert (list(again.all()), again.damaged) == ([], 1)


def test_a_branch_reads_what_it_was_forked_from_and_writes_only_its_own(tmp_path: Path) -> None:
    Calls(tmp_path, "ferry-q1.1").keep(key(1), ASKED, None, reply("first"))
    before = lines_of(tmp_path)
    branch = Calls(tmp_path, "ferry-q1.1", "no-dog", parents=["ferry-q1.1"])
    assert branch.find(key(1)) == reply("first")
    branch.keep(key(2), ASKED, None, reply("second"))
    branch.keep(key(1), ASKED, None, reply("never instead"))
    assert lines_of(tmp_path) == before
    assert len(lines_of(tmp_path, "ferry-q1.1.no-dog")) == 2
    again = Calls(tmp_path, "ferry-q1.1", "no-dog", parents=["ferry-q1.1"])
    assert again.find(key(1)) == reply("never instead"), "a branch's own reply goes before its parent's"
    assert Calls(tmp_path, "ferry-q1.1").find(key(2)) is None


def test_the_first_of_two_replies_to_one_call_stands(tmp_path: Path) -> None:
    calls = Calls(tmp_path, "ferry-q1.1")
    for text in ("first", "second"):
        calls.keep(key(), ASKED, None, reply(text))
    assert calls.find(key()) == Calls(tmp_path, "ferry-q1.1").find(key()) == reply("first")


def test_what_a_folder_of_calls_has_cost_is_their_sum(tmp_path: Path) -> None:
    assert spent(tmp_path / "calls") == Usage()
    Calls(tmp_path, "ferry-q1.1").keep(key(1), ASKED, None, reply("B", tokens=100))
    Calls(tmp_path, "ferry-q2.1").keep(key(1), ASKED, None, reply("B", tokens=20))
    Calls(tmp_path, "ferry-q2.1", "no-dog").keep(key(1), ASKED, None, reply("B", tokens=3))
    assert spent(tmp_path) == Usage(calls=3, input_tokens=123, output_tokens=3, cost=1.5, seconds=7.5)


def test_a_record_that_is_nowhere_keeps_in_memory() -> None:
    calls = Calls.nowhere()
    calls.keep(key(), [user(NOVEL)], SHAPE, reply("B"))
    assert calls.find(key()) == reply("B")
    assert next(calls.all()).messages == (user(NOVEL),)


def test_a_record_that_cannot_be_written_is_one_line_for_the_user(tmp_path: Path) -> None:
    (tmp_path / "calls").write_text("a file where the folder should be")
    with pytest.raises(Mistake, match="The record of calls cannot be written") as told:
        Calls(tmp_path / "calls", "ferry-q1.1").keep(key(), ASKED, None, reply("B"))
    assert told.value.exit_code == 1


def test_half_a_surrogate_pair_spoils_no_line(tmp_path: Path) -> None:
    Calls(tmp_path, "ferry-q1.1").keep(key(), [user("half \ud83d"), user("\ud83d" * 500)], None, reply("B"))
    [kept] = Calls(tmp_path, "ferry-q1.1").all()
    assert [message.content for message in kept.messages] == ["half ?", "?" * 500]


HERE = Endpoint("peer-model", "http://localhost:1/v1", "sk-ferry-7Qx-secret")


def test_the_content_is_what_the_model_is_asked_and_nothing_else() -> None:
    plain = content_of(HERE, ASKED, SHAPE)
    there = Endpoint("peer-model", "http://elsewhere:2/v1", "another", timeout=1.0)
    apart: list[Message] = [system("You are ", "a detective."), user("Who took", " the ledger?")]
    assert content_of(there, apart, SHAPE) == plain
    others = [
        content_of(Endpoint("other", HERE.base_url, HERE.key), ASKED, SHAPE),
        content_of(Endpoint("peer-model", "", "", temperature=None), ASKED, SHAPE),
        content_of(Endpoint("peer-model", "", "", seed=0), ASKED, SHAPE),
        content_of(Endpoint("peer-model", "", "", reply_tokens=1), ASKED, SHAPE),
        content_of(HERE, ASKED, None),
        content_of(HERE, ASKED, Schema("Choice", {"type": "array"})),
        content_of(HERE, ASKED, Schema("Verdict", SHAPE.body)),
        content_of(HERE, ASKED[::-1], SHAPE),
        content_of(HERE, [*ASKED, assistant("")], SHAPE),
        content_of(HERE, [user("You are a detective."), user("Who took the ledger?")], SHAPE),
    ]
    assert len({plain, *others}) == len(others) + 1
