"""Forks with a model in the seat: it is asked only for what is new, and a reply can be another one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.fold import fold
from agent.model.calls import Calls
from agent.trace import Event, Trace, identity
from evaluations.branches import Asking, BranchFolder, diff, open_trace
from evaluations.branches.difference import renumbered, unedited
from evaluations.branches.edits import Reply, Swap
from evaluations.case import Case
from evaluations.store import RunFolder
from tests.evaluations.branches.scene import CASES, CHINESE, ENGLISH, lines, opened, with_model
from tests.peer import Answer, Peer, Request, error, nowhere, peer
from tests.peer.detective import detective
from tools.mistake import Mistake

OFFLINE = Asking(base_url="http://127.0.0.1:9/v1", offline=True)


@pytest.fixture(scope="session")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with peer(detective) as url:
        return with_model(tmp_path_factory.mktemp("asked") / "run", url)


@pytest.fixture
def run(asked: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(asked, tmp_path / "run"))


@pytest.fixture
def model() -> Iterator[Peer]:
    with peer(detective) as url:
        yield url


def calls(trace: Trace) -> list[Event]:
    return [event for event in trace.events if event.kind == "called"]


def reply_to(run: Path, case: Case, call: Event) -> str:
    """What was replied at a `called` event."""
    record = Calls(run / "calls", f"{case.id}.1")
    return next(k.completion.text for k in record.all() if k.key.content.startswith(call.payload["content"]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_replacing_any_reply_by_itself_changes_nothing_and_asks_nothing(run: Path, case: Case) -> None:
    trace = open_trace(run, case.id, asking=OFFLINE)
    assert len(calls(trace.trace)) >= 5
    for call in calls(trace.trace):
        fork = trace.edit(Reply(call=call.k, text=reply_to(run, case, call)))
        made = fork.run()
        assert diff(trace.trace, made).same
        assert identity(renumbered(unedited(made.events))) == trace.trace.identity()
        assert made.usage == trace.trace.usage
        assert lines(made, fork.branch.k) == lines(trace.trace, fork.branch.k)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_after_an_edit_the_model_is_asked_only_for_what_is_new(run: Path, model: Peer, case: Case) -> None:
    trace = opened(run, case, model)
    dropped = trace.trace.graph.evidence[0].id
    fork = trace.edit(f"drop {dropped}", at=len(trace))
    assert model.requests == []
    made = fork.run()
    before = {e.k for e in calls(trace.trace) if e.k <= fork.branch.k}
    after = [e for e in calls(made) if e.k > fork.branch.k]
    assert {e.k for e in calls(made)} - {e.k for e in after} == before
    assert len(model.chats) == sum(not e.payload["recorded"] for e in after) == len(after) > 0
    assert not any(f"\n{dropped} [" in request.said for request in model.chats)
    assert fork.run() == made
    assert len(model.chats) == len(after)


def test_another_answer_is_heard_and_only_what_follows_from_it_is_new(run: Path, model: Peer) -> None:
    trace = opened(run, url=model)
    last = calls(trace.trace)[-1]
    other = {**json.loads(reply_to(run, ENGLISH, last)), "answer": "C"}
    fork = trace.edit(Reply(call=last.k, text=json.dumps(other)))
    made = fork.run()
    assert made.answer
    assert made.answer.value == "C"
    assert diff(trace.trace, made).flipped
    assert model.requests == []
    first = calls(trace.trace)[0]
    told = {**json.loads(reply_to(run, ENGLISH, first)), "claims": ["Nobody did it."]}
    rewritten = trace.edit(Reply(call=first.k, text=json.dumps(told))).run()
    assert fold(rewritten.events).analysis.claims == ("Nobody did it.",)
    assert len(model.chats) == len(calls(rewritten)) - 1


def test_a_reply_that_cannot_be_read_is_met_as_ever(run: Path, model: Peer) -> None:
    trace = opened(run, url=model)
    last = calls(trace.trace)[-1]
    fork = trace.edit(Reply(call=last.k, text="I would rather not say."))
    made = fork.run()
    after = [e.payload for e in calls(made) if e.k > fork.branch.k]
    assert (after[0]["fault"], after[0]["recorded"]) == ("unreadable", True)
    assert after[1]["fault"] is None
    assert len(model.chats) == len(after) - 1


@pytest.mark.parametrize("words", ["rules Only the text counts.", "prompt 只看原文。"])
def test_other_rules_are_in_every_prompt_from_there_on(run: Path, model: Peer, words: str) -> None:
    made = opened(run, url=model).edit(words).run()
    assert len(model.chats) == len(calls(made))
    assert all(words.partition(" ")[2] in request.said for request in model.chats)


def test_another_model_is_asked_under_its_name_and_stands_in_the_trace(run: Path, model: Peer) -> None:
    trace = opened(run, url=model)
    at = next(e.k for e in trace.events if e.kind == "entered" and e.payload["node"] == "extract")
    fork = trace.edit("model clever:7b", at=at)
    made = fork.run()
    assert {request.body["model"] for request in model.chats} == {"clever:7b"}
    assert made.researcher.model == "clever:7b"
    assert fork.name == "model-clever-7b"
    assert [e.payload["recorded"] for e in calls(made)[:2]] == [False, False]
    assert len(model.chats) < len(calls(made))


@pytest.mark.parametrize(
    "words", ["drop H2", 'replace E1 9 "The gardener swept the yard and whistled"', "stance E1 H2 -1"]
)
def test_every_change_of_the_graph_can_be_shown_to_a_model(run: Path, model: Peer, words: str) -> None:
    trace = opened(run, url=model)
    made = trace.edit(words).run()
    assert made.status in ("verified", "forced")
    late = trace.edit(words, at=len(trace), name="late").run()
    assert late.status in ("verified", "forced")
    assert not any("\nH2 " in request.said for request in model.chats if words == "drop H2")


def test_a_model_can_take_the_seat_of_a_run_without_one(made: Path, tmp_path: Path, model: Peer) -> None:
    run = Path(shutil.copytree(made, tmp_path / "plain"))
    trace = open_trace(run, ENGLISH.id, asking=Asking(base_url=model))
    branch = trace.edit(Swap(model="dull"), at=len(trace)).run()
    assert branch.researcher.kind == "model"
    assert branch.answer
    assert {request.body["model"] for request in model.chats} == {"dull"}
    shapes = [request.body["response_format"]["json_schema"]["name"] for request in model.chats]
    assert shapes == ["Verdict"]


def test_a_branch_of_a_branch_reads_the_records_of_both(run: Path, model: Peer) -> None:
    trace = opened(run, url=model)
    first = trace.edit(f"drop {trace.trace.graph.evidence[0].id}", name="first").run()
    asked = len(model.chats)
    above = opened(run, url=model, branch="first")
    call = calls(first)[-1]
    own = Calls(run / "calls", "lantern-1.1", "first", ("lantern-1.1",))
    text = next(k.completion.text for k in own.all() if k.key.content.startswith(call.payload["content"]))
    fork = above.edit(Reply(call=call.k, text=text))
    assert diff(first, fork.run()).same
    assert len(model.chats) == asked
    assert fork.branch.parent == "first"


def test_a_branch_whose_model_goes_away_goes_on_and_pays_nothing_twice(run: Path) -> None:
    def script(request: Request) -> Answer:
        return detective(request) if request.number <= 2 else error(401, "gone")

    with peer(script) as url:
        fork = opened(run, url=url).edit("rules Only the text counts.")
        with pytest.raises(Mistake, match="401"):
            fork.run()
        assert len(url.chats) == 3
    with pytest.raises(Mistake, match="no call may be made"):
        open_trace(run, ENGLISH.id, asking=OFFLINE).fork("rules").run()
    with peer(detective) as url:
        made = opened(run, url=url).fork("rules").run()
        assert len(url.chats) == len(calls(made)) - 2
    assert not list((run / "branches/lantern-1.1").glob("*.jsonl"))
    with peer(detective) as url:
        other = opened(run, url=url).edit("rules Only the text counts.", name="calm").run()
    assert other.identity() == made.identity()


def test_a_reply_is_not_replaced_where_the_node_would_ask_otherwise(run: Path, model: Peer) -> None:
    record = run / "run.json"
    told = json.loads(record.read_text("utf-8"))
    told["model"]["temperature"] = 0.7
    record.write_text(json.dumps(told), "utf-8")
    trace = opened(run, url=model)
    fork = trace.edit(Reply(call=calls(trace.trace)[2].k, text="{}"))
    with pytest.raises(Mistake, match="asks other things now"):
        fork.run()
    assert len(model.chats) == 1


def test_a_reply_whose_record_is_gone_cannot_be_replaced(run: Path) -> None:
    shutil.rmtree(run / "calls")
    trace = opened(run, url=nowhere())
    with pytest.raises(Mistake, match="holds nothing of event"):
        trace.edit(Reply(call=calls(trace.trace)[0].k, text="{}"))
    assert not (run / "branches").exists()


def test_a_control_can_only_be_asked_otherwise(tmp_path: Path, model: Peer) -> None:
    run = with_model(tmp_path / "run", model, [ENGLISH], "whole-book")
    asked = len(model.chats)
    trace = opened(run, url=model)
    with pytest.raises(Mistake, match=r"A control reads once.*allowed: reply, rules, model"):
        trace.edit("drop E1")
    call = calls(trace.trace)[0]
    other = {**json.loads(reply_to(run, ENGLISH, call)), "answer": "C"}
    made = trace.edit(Reply(call=call.k, text=json.dumps(other))).run()
    assert made.answer
    assert made.answer.value == "C"
    assert len(model.chats) == asked
    trace.edit("rules Only the text counts.").run()
    assert len(model.chats) == asked + 1


def test_the_key_is_in_no_file_of_a_branch(run: Path, model: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody-may-see-4711")
    opened(run, CHINESE, model).edit("rules 只看原文。").run()
    assert model.chats[0].headers["authorization"] == "Bearer sk-nobody-may-see-4711"
    assert not any(b"sk-nobody" in file.read_bytes() for file in run.rglob("*") if file.is_file())
    assert BranchFolder(RunFolder(run), CHINESE.id, 1).all()[0].name == "rules"
