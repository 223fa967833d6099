"""Asking for one question: recorded, charged, asked again once, and never paid twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from agent.model.asked import Asked, passed
from agent.model.calls import Calls, spent
from agent.model.client import Client
from agent.model.completion import Completion
from agent.model.endpoint import Endpoint
from agent.model.faults import FINAL, Fault, FaultKind, Unreached, Unrecorded
from agent.model.keys import content_of
from agent.model.message import Message, assistant, system, user
from agent.model.meter import Limits, RunMeter
from agent.model.model import SHOWN, Model
from agent.model.prices import Price, Prices
from agent.model.structured import Schema, schema_of
from agent.notebook import Notebook
from agent.question import Budget
from agent.record import Record
from agent.trace import Usage, identity
from tests.agent import scenes
from tests.peer import Answer, Request, error, peer, says
from tools.mistake import Mistake

KEY = "sk-ferry-7Qx-secret"
HERE = Endpoint("peer-model", "http://localhost:1/v1", KEY)
ASKED = (system("You are a detective."), user("Who took the ledger?"))
PRICES = Prices({"peer-model": Price(input=2.0, cached=1.0, output=10.0)})


class Choice(Record):
    choice: str
    why: str = ""


B = Completion(text='{"choice": "B"}', usage=Usage(calls=1, input_tokens=100, output_tokens=5, cost=None, seconds=2.0))


def says_(text: str = "", fault: FaultKind | None = None, told: str = "") -> Completion:
    return B.model_copy(update={"text": text, "fault": fault, "told": told})


@dataclass
class Scripted:
    """A client that answers in order, the last one for ever, and keeps what it was sent; an exception is raised."""

    replies: Sequence[Completion | BaseException] = (B,)
    sent: list[tuple[Message, ...]] = field(default_factory=list)
    waits: Mapping[int, float] = field(default_factory=dict)
    """Seconds that the n-th call takes, from 1."""

    async def complete(self, messages: Sequence[Message], schema: Schema | None) -> Completion:
        self.sent.append(tuple(messages))
        number = len(self.sent)
        await asyncio.sleep(self.waits.get(number, 0))
        reply = self.replies[min(number, len(self.replies)) - 1]
        if isinstance(reply, BaseException):
            raise reply
        return reply


def retry(told: str) -> str:
    return f"请只用所要求的格式再答一次（{told}）。"


def model(client: Scripted | Client | None, calls: Calls | None = None, **changes: object) -> Model:
    there = {"endpoint": HERE, "prices": PRICES, "retry": retry, **changes}
    return Model(client, calls=calls or Calls.nowhere(), **there)  # type: ignore[arg-type]


async def test_a_reply_is_read_recorded_and_charged(tmp_path: Path) -> None:
    calls = Calls(tmp_path, "ferry-q1.1")
    meter = RunMeter()
    asking = model(Scripted(), calls, run=meter)
    assert await asking.ask("probe", ASKED, Choice) == Choice(choice="B")
    [asked] = asking.heard()
    assert (asked.node, asked.attempts, asked.recorded, asked.fault) == ("probe", 1, False, None)
    assert asked.key == ("probe", content_of(HERE, ASKED, schema_of(Choice)), 1)
    assert asked.usage.cost == pytest.approx(100 * 2e-6 + 5 * 10e-6)
    assert meter.spent == asked.usage == spent(tmp_path)
    assert asking.heard() == []


async def test_what_is_recorded_is_never_asked_for_again(tmp_path: Path) -> None:
    first, second = Scripted(), Scripted()
    await model(first, Calls(tmp_path, "ferry-q1.1")).ask("probe", ASKED, Choice)
    meter = RunMeter(already=spent(tmp_path))
    asking = model(second, Calls(tmp_path, "ferry-q1.1"), run=meter, prices=Prices({}))
    assert await asking.ask("probe", ASKED, Choice) == Choice(choice="B")
    assert second.sent == []
    [asked] = asking.heard()
    assert asked.recorded
    assert asked.usage.cost == pytest.approx(0.00025), "charged as recorded, whatever the prices are now"
    assert meter.spent.calls == 1


async def test_asking_the_same_again_is_another_call_on_purpose(tmp_path: Path) -> None:
    client = Scripted([says_("one"), says_("two"), says_("three")])
    for _ in range(2):
        asking = model(client, Calls(tmp_path, "ferry-q1.1"))
        assert [await asking.write("answer", ASKED) for _ in range(3)] == ["one", "two", "three"]
        assert [asked.key.occurrence for asked in asking.heard()] == [1, 2, 3]
    assert len(client.sent) == 3


async def test_a_question_that_goes_on_counts_the_calls_its_trace_tells_of(tmp_path: Path) -> None:
    client = Scripted([says_("one"), says_("two"), says_("three")])
    notebook = Notebook(scenes.view())
    asking = model(client, Calls(tmp_path, "ferry-q1.1"))
    await asking.write("probe", ASKED)
    for asked in asking.heard():
        notebook.called(asked)
    await asking.write("probe", ASKED)  # the node under way when it was cut short
    resumed = model(client, Calls(tmp_path, "ferry-q1.1"))
    resumed.passed(passed(notebook.events))
    assert await resumed.write("probe", ASKED) == "two"
    assert await resumed.write("probe", ASKED) == "three"
    assert [(asked.key.occurrence, asked.recorded) for asked in resumed.heard()] == [(2, True), (3, False)]


@pytest.mark.parametrize("mode", ["resume", "replay"])
async def test_without_a_call_allowed_a_miss_names_the_case_the_node_and_the_cure(mode: str) -> None:
    client = Scripted() if mode == "replay" else None
    asking = model(client, Calls.nowhere("ferry-q1.1"), mode=mode)
    with pytest.raises(Unrecorded, match=r"ferry-q1\.1 .*node 'probe'.* --offline") as told:
        await asking.ask("probe", ASKED, Choice)
    assert told.value.exit_code == 1
    assert asking.heard() == []
    assert client is None or not client.sent


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (says_("The thief was Miss Quill."), "no JSON object"),
        (says_('{"choice": 7}'), "choice: "),
        (says_('{"choice": "B', "cut-off", "cut off at 4096 tokens"), "cut off at 4096 tokens"),
    ],
)
async def test_an_unusable_reply_is_shown_to_the_model_with_what_was_wrong(first: Completion, told: str) -> None:
    client = Scripted([first, B])
    asking = model(client)
    assert await asking.ask("probe", ASKED, Choice) == Choice(choice="B")
    mine, error_ = client.sent[1][2:]
    assert client.sent[1][:2] == ASKED
    assert mine == assistant(first.text)
    assert error_.role == "user"
    assert told in error_.content
    assert error_.content.startswith("请只用")
    assert [asked.fault for asked in asking.heard()] == [first.fault or "unreadable", None]


@pytest.mark.parametrize("kind", ["empty", "refusal"])
async def test_where_there_was_no_reply_the_roles_still_take_turns(kind: FaultKind) -> None:
    client = Scripted([says_("", kind, "it said nothing"), B])
    await model(client).ask("probe", ASKED, Choice)
    assert [message.role for message in client.sent[1]] == ["system", "user"]
    assert client.sent[1][1].content == ASKED[1].content + "\n\n" + retry("it said nothing")


async def test_a_reply_of_rubbish_is_shown_in_part_only() -> None:
    client = Scripted([says_("[" * 10**6), B])
    await model(client).ask("probe", ASKED, Choice)
    assert len(client.sent[1][2].content) < SHOWN + 10


async def test_after_the_second_unusable_reply_the_question_must_cope() -> None:
    client = Scripted([says_("rubbish"), says_("more rubbish")])
    asking = model(client)
    with pytest.raises(Fault) as fault:
        await asking.ask("probe", ASKED, Choice)
    assert fault.value.kind == "unreadable"
    assert len(client.sent) == 2
    assert [asked.fault for asked in asking.heard()] == ["unreadable", "unreadable"]


@pytest.mark.parametrize("kind", sorted(FINAL))
async def test_what_would_be_refused_again_is_not_asked_again(kind: FaultKind, tmp_path: Path) -> None:
    client = Scripted([says_("", kind, "no")])
    for _ in range(2):
        with pytest.raises(Fault) as fault:
            await model(client, Calls(tmp_path, "ferry-q1.1")).ask("probe", ASKED, Choice)
        assert fault.value.kind == kind
    assert len(client.sent) == 1, "a definite fault is recorded, and replay meets it again"


async def test_free_text_is_asked_for_once_more_when_it_was_cut_off() -> None:
    client = Scripted([says_("It was", "cut-off", "cut"), says_("It was Miss Quill.")])
    assert await model(client).write("answer", ASKED) == "It was Miss Quill."
    with pytest.raises(Fault, match="cut-off"):
        await model(Scripted([says_("It was", "cut-off", "cut")])).write("answer", ASKED)


async def test_a_retry_is_in_the_record_under_its_own_content(tmp_path: Path) -> None:
    client = Scripted([says_("rubbish"), B])
    for _ in range(2):
        asking = model(client, Calls(tmp_path, "ferry-q1.1"))
        await asking.ask("probe", ASKED, Choice)
        first, second = asking.heard()
        assert first.key.content != second.key.content
    assert len(client.sent) == 2
    assert [kept.messages for kept in Calls(tmp_path, "ferry-q1.1").all()] == client.sent


async def test_a_call_that_came_to_nothing_is_the_same_call_when_it_is_made_again(tmp_path: Path) -> None:
    client = Scripted([Unreached("the line is dead"), says_("one"), says_("two")])
    calls = Calls(tmp_path, "ferry-q1.1")
    asking = model(client, calls)
    with pytest.raises(Unreached):
        await asking.write("answer", ASKED)
    assert (asking.heard(), list(calls.all())) == ([], [])
    assert [await asking.write("answer", ASKED) for _ in range(2)] == ["one", "two"]
    assert [asked.key.occurrence for asked in asking.heard()] == [1, 2]


async def test_a_retry_that_is_not_reached_leaves_its_first_try_in_the_record(tmp_path: Path) -> None:
    client = Scripted([says_("rubbish"), Unreached("the line is dead"), B])
    calls = Calls(tmp_path, "ferry-q1.1")
    asking = model(client, calls)
    with pytest.raises(Unreached):
        await asking.ask("probe", ASKED, Choice)
    assert await asking.ask("probe", ASKED, Choice) == Choice(choice="B")
    assert [(asked.recorded, asked.fault) for asked in asking.heard()] == [(True, "unreadable"), (False, None)]
    assert len(client.sent) == 3


async def test_calls_side_by_side_are_told_in_the_order_of_request(tmp_path: Path) -> None:
    def client(waits: Mapping[int, float]) -> Scripted:
        return Scripted([says_("rubbish"), B, says_("rubbish"), B], waits=waits)

    async def told(place: Path, waits: Mapping[int, float]) -> list[tuple[str, int, str | None]]:
        asking = model(client(waits), Calls(place, "ferry-q1.1"))
        await asyncio.gather(*(asking.ask("probe", ASKED, Choice) for _ in range(3)))
        return [(asked.key.content, asked.key.occurrence, asked.fault) for asked in asking.heard()]

    quick = await told(tmp_path / "quick", {})
    slow = await told(tmp_path / "slow", {1: 0.05})
    assert quick == slow == await told(tmp_path / "quick", {2: 0.05})
    assert [occurrence for _, occurrence, _ in quick] == [1, 1, 2, 3, 3]


async def test_a_cancelled_call_leaves_nothing_behind() -> None:
    asking = model(Scripted(waits={1: 60.0}))
    task = asyncio.create_task(asking.ask("probe", ASKED, Choice))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert asking.heard() == []
    await asking.ask("probe", ASKED, Choice)
    assert [asked.key.occurrence for asked in asking.heard()] == [1]


async def test_a_run_at_its_limit_makes_no_call_and_still_reads_its_record(tmp_path: Path) -> None:
    client = Scripted()
    await model(client, Calls(tmp_path, "ferry-q1.1")).ask("probe", ASKED, Choice)
    meter = RunMeter(Limits(calls=1), spent(tmp_path))
    asking = model(client, Calls(tmp_path, "ferry-q1.1"), run=meter)
    await asking.ask("probe", ASKED, Choice)
    with pytest.raises(Mistake, match="The run's limit on calls is spent: 1 of 1"):
        await asking.ask("probe", ASKED, Choice)
    assert len(client.sent) == 1


async def test_a_cost_limit_needs_a_price_before_anything_is_asked() -> None:
    with pytest.raises(Mistake, match="price of the model 'peer-model' is not known"):
        model(Scripted(), run=RunMeter(Limits(cost=1.0)), prices=Prices({}))
    model(None, run=RunMeter(Limits(cost=1.0)), prices=Prices({}))


async def test_an_unknown_price_is_told_as_unknown_and_a_stated_cost_is_believed() -> None:
    unknown, stated = model(Scripted(), prices=Prices({})), B.usage.model_copy(update={"cost": 0.07})
    await unknown.ask("probe", ASKED, Choice)
    assert unknown.heard()[0].usage.cost is None
    told = model(Scripted([B.model_copy(update={"usage": stated})]))
    await told.ask("probe", ASKED, Choice)
    assert told.heard()[0].usage.cost == 0.07


def noted(asked: Sequence[Asked]) -> Notebook:
    notebook = Notebook(scenes.view())
    notebook.open(scenes.SCRIPT, scenes.question(), None, Budget())
    for one in asked:
        notebook.called(one)
    notebook.fell_back("probe", "unreadable: no JSON object")
    return notebook


async def test_a_replayed_trace_is_the_same_research(tmp_path: Path) -> None:
    first = model(Scripted([says_("rubbish"), B]), Calls(tmp_path, "ferry-q1.1"))
    await first.ask("probe", ASKED, Choice)
    replayed = model(None, Calls(tmp_path, "ferry-q1.1"), mode="replay")
    await replayed.ask("probe", ASKED, Choice)
    fresh, again = noted(first.heard()), noted(replayed.heard())
    assert identity(fresh.events) == identity(again.events)
    assert fresh.events[1].payload["recorded"] is False
    assert again.events[1].payload["recorded"] is True
    assert fresh.state.usage == again.state.usage
    assert (fresh.state.usage.calls, fresh.state.usage.tokens, fresh.state.fallbacks) == (2, 210, 1)


async def test_an_event_tells_of_a_call_without_a_word_of_its_text() -> None:
    asking = model(Scripted([says_("rubbish")]))
    with pytest.raises(Fault):
        await asking.ask("probe", ASKED, Choice)
    event = noted(asking.heard()).events[1]
    assert event.kind == "called"
    assert sorted(event.payload) == ["attempts", "content", "fault", "node", "occurrence", "recorded", "usage"]
    assert (event.payload["content"], event.payload["fault"]) == (
        content_of(HERE, ASKED, schema_of(Choice))[:16],
        "unreadable",
    )


def flaky(request: Request) -> Answer:
    return error(503, f"busy, said {KEY}") if request.number % 3 == 0 else says('{"choice": "B"} Bearer ' + KEY)


async def over_http(script: Callable[[Request], Answer], place: Path) -> int:
    """Sixteen calls at a peer, all recorded in `place`; how many requests that took."""
    with peer(script) as url:
        there = Endpoint("peer-model", str(url), KEY, timeout=5.0)
        client = Client(there, sleep=lambda _: asyncio.sleep(0))
        asking = model(client, Calls(place, "ferry-q1.1"), endpoint=there)
        await asyncio.gather(*(asking.ask("probe", [user(f"Question {n}?")], Choice) for n in range(16)))
        await client.close()
        return len(url.requests)


def everything(place: Path) -> bytes:
    return b"".join(file.read_bytes() for file in place.rglob("*") if file.is_file())


async def test_at_a_real_endpoint_nothing_is_asked_twice_and_the_key_is_nowhere(tmp_path: Path) -> None:
    assert await over_http(flaky, tmp_path) > 16
    assert await over_http(flaky, tmp_path) == 0
    written = everything(tmp_path)
    assert b"Bearer ***" in written
    assert KEY.encode() not in written
    assert b"127.0.0.1" not in written
