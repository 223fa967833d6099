"""A run with a model behind an endpoint: nothing lost, nothing paid twice, no key kept, and every fault told truly."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.model.client import Client
from agent.model.endpoint import Endpoint
from agent.model.meter import RunMeter
from agent.model.prices import Prices
from agent.question import Budget
from evaluations import runner
from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source
from evaluations.researchers import chosen
from evaluations.seats import Seats
from evaluations.store import RunFolder, RunRecord
from evaluations.views import Views
from tests.commands.door import Door
from tests.peer import Peer, Request, embeds, error, nowhere, peer, says
from tests.peer.answers import Answer
from tests.peer.detective import detective, faltering
from tools.search import BookSearch
from tools.semantic import Meaning

KEY = "sk-a-key-that-nobody-may-see-4711"
ONE = ("--case", "en-human-1-q1")
QUICK = ("--embedder", "none", "--rounds", "1")


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def model() -> Iterator[Peer]:
    with peer(detective) as url:
        yield url


def seat(url: str) -> tuple[str, ...]:
    return ("--model", "dull", "--base-url", url)


def traces(place: Path) -> dict[str, dict[str, object]]:
    return {file.stem: json.loads(file.read_text()) for file in sorted((place / "traces").glob("*.json"))}


def identities(place: Path) -> dict[str, str]:
    run = RunFolder(place)
    return {f"{case}.{repeat}": run.trace(case, repeat).identity() for case, repeat in run.traces()}


def test_a_run_with_a_model_is_named_after_it_and_tells_what_it_took(door: Door, model: Peer, tmp_path: Path) -> None:
    reply = door("run", "sample", *ONE, *QUICK, *seat(model))
    assert reply.code == 0, reply.err
    assert "agent · dull" in reply.out
    assert "model calls" in reply.out
    assert len(identities(tmp_path / "runs/sample-agent-dull")) == 1
    asked = len(model.chats)
    assert door("run", "sample", *ONE, *QUICK, *seat(model)).code == 0
    assert len(model.chats) == asked


def test_the_key_is_in_no_file_and_on_no_screen(door: Door, model: Peer, tmp_path: Path) -> None:
    reply = door("run", "sample", *ONE, *QUICK, *seat(model))
    assert model.chats[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in reply.out + reply.err
    kept = [file for file in (tmp_path / "runs").rglob("*") if file.is_file()]
    assert any("calls" in file.parts for file in kept)
    assert not any(KEY.encode() in file.read_bytes() for file in kept)


def test_the_record_replays_to_an_equal_trace_without_any_call(door: Door, model: Peer, tmp_path: Path) -> None:
    three = ("--case", "en-human-1-q1", "--case", "zh-human-2-q1", "--repeats", "2")
    assert door("run", "sample", *three, *QUICK, *seat(model)).code == 0
    place = tmp_path / "runs/sample-agent-dull"
    first, asked = identities(place), len(model.chats)
    shutil.rmtree(place / "traces")
    again = door("run", "sample", *three, *QUICK, "--model", "dull", "--base-url", nowhere(), "--offline")
    assert again.code == 0, again.err
    assert identities(place) == first
    assert len(first) == 4
    assert len(model.chats) == asked


def test_offline_without_a_record_is_one_line(door: Door) -> None:
    reply = door("run", "sample", *ONE, *QUICK, *seat(nowhere()), "--offline")
    assert reply.code == 1
    assert "no call may be made" in reply.err
    assert "Traceback" not in reply.err


@pytest.mark.parametrize(
    "said",
    ["rag", "question-only", "tail-only", "whole-book", "gold-evidence", "constant:A", "tests.peer.theirs:Parrot"],
)
def test_every_researcher_runs_beside_a_model(door: Door, model: Peer, tmp_path: Path, said: str) -> None:
    reply = door("run", "sample", *ONE, "--embedder", "none", "--researcher", said, *seat(model), "--name", "one")
    assert reply.code == 0, reply.err
    (made,) = traces(tmp_path / "runs/one").values()
    assert made["answer"]
    assert len(model.chats) == (0 if said.startswith(("constant", "tests")) else 1)
    if said == "question-only":
        assert "===== BOOK\n[" not in model.chats[0].said


def test_a_prompt_of_ones_own_is_sent_word_for_word_and_read_as_the_benchmark_reads(door: Door, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("T: {text}\nQ: {question} {unknown}\n{options}\nSay 'the answer is X'.", "utf-8")
    with peer([says("Hm. The answer is B.")]) as url:
        told = ("--researcher", "whole-book", "--prompt", "own.txt", "--name", "own")
        reply = door("run", "sample", *ONE, "--embedder", "none", *told, *seat(url))
        assert reply.code == 0, reply.err
        sent = url.chats[0].said
    assert sent.startswith("T: ")
    assert "{unknown}" in sent
    assert sent.endswith("Say 'the answer is X'.")
    (made,) = traces(tmp_path / "runs/own").values()
    assert made["answer"]["value"] == "B"  # type: ignore[index]
    assert "own.txt" not in (tmp_path / "runs/own/run.json").read_text()


def test_an_endpoint_of_pure_rubbish_scores_no_answer(door: Door, tmp_path: Path) -> None:
    with peer([says("lorem ipsum dolor")]) as url:
        reply = door("run", "sample", "--set", "part=detectiveqa", "--limit", "4", *QUICK, *seat(url))
    assert reply.code == 0, reply.err
    made = traces(tmp_path / "runs/sample-agent-dull").values()
    assert [(one["status"], one["answer"]) for one in made] == [("failed", None)] * 4
    assert "4 failed" in reply.out


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (error(401, f"Incorrect API key provided: {KEY}"), "key"),
        (error(404, "The model `dull` does not exist", code="model_not_found"), "dull"),
        (error(429, "no credit", code="insufficient_quota"), "credit"),
    ],
)
def test_what_the_user_must_mend_is_one_line_and_nothing_is_lost(
    door: Door, answer: Answer, told: str, tmp_path: Path
) -> None:
    with peer([answer]) as url:
        reply = door("run", "sample", *ONE, *QUICK, *seat(url))
    assert reply.code in (1, 2)
    assert told in reply.err
    assert KEY not in reply.err
    assert "Traceback" not in reply.err
    with peer(detective) as url:
        assert door("run", "sample", *ONE, *QUICK, *seat(url)).code == 0


def test_a_context_that_is_too_long_fails_the_question_and_says_so(door: Door, tmp_path: Path) -> None:
    too_long = error(400, "This model's maximum context length is 8192 tokens.", code="context_length_exceeded")
    with peer([too_long]) as url:
        reply = door("run", "sample", *ONE, "--researcher", "whole-book", "--name", "long", *seat(url))
    assert reply.code == 0
    (made,) = traces(tmp_path / "runs/long").values()
    assert made["status"] == "failed"
    assert "context-too-long" in str(made["stop"])


def test_a_spent_run_budget_stops_and_a_higher_one_goes_on(door: Door, model: Peer) -> None:
    two = ("--case", "en-human-1-q1", "--case", "en-human-1-q2", "--concurrency", "1")
    reply = door("run", "sample", *two, *QUICK, *seat(model), "--run-budget", "calls=3")
    assert reply.code == 1
    assert "limit on calls is spent" in reply.err
    assert len(model.chats) == 3
    assert door("run", "sample", *two, *QUICK, *seat(model), "--run-budget", "calls=90").code == 0
    contents = [request.said for request in model.chats]
    assert len(contents) == len(set(contents))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--base-url", "http://127.0.0.1:1/v1"), "--model"),
        (("--offline",), "--model"),
        (("--model", "dull", "--base-url", "ftp://x"), "http"),
        (("--model", "dull", "--base-url", "http://me:secret@host/v1"), "user"),
        (("--model", "dull", "--researcher", "extractive"), "--researcher agent"),
        (("--model", "dull", "--budget", "calls=none"), "calls=N"),
        (("--model", "dull", "--run-budget", "cost=1"), "price"),
        (("--model", "dull", "--prompt", "nothing.txt", "--researcher", "rag"), "nothing.txt"),
        (("--model", "dull", "--prompt", "nothing.txt"), "nothing.txt"),
    ],
)
def test_a_wrong_word_about_the_model_is_one_line_before_anything_is_asked(
    door: Door, words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    base = () if "--base-url" in words else ("--base-url", nowhere())
    reply = door("run", "sample", *ONE, *words, *(base if "--model" in words else ()))
    assert reply.code == 2
    assert told in reply.err
    assert "secret" not in reply.err
    assert not (tmp_path / "runs").exists()


def test_chinese_is_searched_by_meaning_with_an_embedder_behind_the_endpoint(door: Door, tmp_path: Path) -> None:
    def script(request: Request) -> Answer:
        return detective(request) if request.chat else embeds(request)

    words = ("run", "sample", "--case", "zh-human-2-q1", "--embedder", "endpoint:bag", "--rounds", "1")
    with peer(script) as url:
        assert door(*words, "--base-url", url).code == 0
        assert door(*words, *seat(url), "--name", "both").code == 0
        (made,) = traces(tmp_path / "runs/both").values()
        assert "bag" in made["view"]["semantic"]  # type: ignore[index]
        assert "semantic: meaning alone" in url.chats[1].said or "只按意思检索" in url.chats[1].said
    offline = door(*words, *seat(url), "--name", "both", "--offline", "--repeats", "2")
    assert offline.code == 2
    assert "has to be asked" in offline.err


def test_ask_judges_a_prequel_with_a_model(door: Door, model: Peer, tmp_path: Path) -> None:
    (tmp_path / "novel.txt").write_text(
        "[1] Ann had never been to sea.\n[2] She kept bees in the old garden.\n", "utf-8"
    )
    prequel = ("--prequel", "Before that, Ann sailed twice round the Horn.", "--character", "Ann")
    reply = door("ask", "novel.txt", *prequel, *seat(model), *QUICK)
    assert reply.code == 0, reply.err
    assert "Prequel of Ann" in reply.out
    assert "consistent" in reply.out
    assert " calls, " in reply.out
    assert "cannot be true" in model.chats[0].said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("Who?", "--prequel", "x y", "--character", "Ann"), "not both"),
        (("--prequel", "x y"), "--character"),
        (("Who?", "--character", "Ann"), "--prequel"),
        (("--prequel", "…", "--character", "Ann"), "no words"),
        ((), "no words"),
    ],
)
def test_a_prequel_asked_wrongly_is_one_line(door: Door, tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    (tmp_path / "novel.txt").write_text("[1] Ann had never been to sea.\n", "utf-8")
    reply = door("ask", "novel.txt", *words)
    assert reply.code == 2
    assert told in reply.err


async def no_wait(seconds: float) -> None:
    await asyncio.sleep(0)


# a connection that the peer resets may be collected before the SDK's pool has closed it
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_fifty_questions_behind_a_line_that_fails_three_times_in_ten_all_finish(tmp_path: Path) -> None:
    cases = sample.load(Source(settings={"part": "detectiveqa"})).cases[:10]
    with peer(faltering(0.3)) as url:
        asked = Endpoint(model="dull", base_url=url, key=KEY)
        seats = Seats(asked, Client(asked, tries=12, sleep=no_wait), RunMeter(), Prices.read())
        player = chosen("agent", cases, {}, Budget(rounds=1), seats)
        run, views = RunFolder(tmp_path / "run"), Views()
        run.begin(RunRecord(benchmark="sample", researcher=player.player, budget=player.budget, repeats=5), cases)
        tasks = runner.missing(run, cases, 5)
        searches = {case.id: BookSearch(views.view(case), Meaning()) for case in cases}
        await runner.research(run, tasks, player.seated, lambda case: searches[case.id], concurrency=16)
        await seats.close()
        requests = len(url.chats)
    made = [run.trace(case, repeat) for case, repeat in run.traces()]
    assert len(made) == 50
    assert not any((run.place / "open").iterdir())
    recorded = sum(trace.usage.calls for trace in made)
    assert 1.2 < requests / recorded < 1.8
    assert {trace.status for trace in made} <= {"verified", "forced"}
    assert all(trace.answer and trace.answer.value for trace in made)


async def test_an_endpoint_that_goes_away_leaves_questions_open_and_says_so(tmp_path: Path) -> None:
    cases = sample.load(Source(settings={"part": "detectiveqa"})).cases[:3]

    def script(request: Request) -> Answer:
        return detective(request) if request.number <= 4 else error(503, "gone")

    views = Views()
    run = RunFolder(tmp_path / "run")

    async def attempt(url: str) -> None:
        asked = Endpoint(model="dull", base_url=url, key=KEY)
        seats = Seats(asked, Client(asked, tries=2, sleep=no_wait), RunMeter(), Prices.read())
        player = chosen("agent", cases, {}, Budget(rounds=1), seats)
        run.begin(RunRecord(benchmark="sample", researcher=player.player, budget=player.budget), cases)
        try:
            await runner.research(
                run,
                runner.missing(run, cases, 1),
                player.seated,
                lambda case: BookSearch(views.view(case)),
                concurrency=2,
            )
        finally:
            await seats.close()

    with peer(script) as url, pytest.raises(Exception, match="3 questions are not finished"):
        await attempt(url)
    assert len(list((run.place / "open").iterdir())) == 3
    with peer(detective) as url:
        await attempt(url)
        asked = {request.said for request in url.chats}
        assert len(asked) == len(url.chats)
    assert len(list(run.traces())) == 3


def test_a_killed_run_asks_for_no_recorded_call_again(door: Door, tmp_path: Path) -> None:
    def slow(request: Request) -> Answer:
        time.sleep(0.05)
        return detective(request)

    concurrency, kills = 3, 2
    with peer(slow) as url:
        words = ["run", "sample", "--set", "part=detectiveqa", "--limit", "4", *QUICK, *seat(url)]
        words += ["--concurrency", str(concurrency)]
        command = [sys.executable, "-c", "from evaluations.commands import main; main()", *words]
        for kill in range(kills):
            before = len(url.chats)
            running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       env={**os.environ, "OPENAI_API_KEY": KEY})  # fmt: skip
            deadline = time.monotonic() + 60
            while len(url.chats) < before + 5 + 4 * kill and time.monotonic() < deadline:
                time.sleep(0.01)
            running.send_signal(signal.SIGKILL)
            running.wait()
        reply = door(*words)
        assert reply.code == 0, reply.err
        served = len(url.chats)
    calls = tmp_path / "runs/sample-agent-dull/calls"
    recorded = sum(len(file.read_text().splitlines()) for file in calls.glob("*.jsonl"))
    assert served - recorded <= kills * concurrency
    assert len(identities(tmp_path / "runs/sample-agent-dull")) == 4
