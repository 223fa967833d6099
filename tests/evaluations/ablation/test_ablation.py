"""Ablation by the run's own researcher: one call a note, none paid twice, none without a model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.question import Player
from agent.trace import Trace
from evaluations.ablation import Ablated, Ablation, figures
from evaluations.ablation.trials import How
from evaluations.branches import Asking
from evaluations.branches.bench import Bench
from evaluations.case import Case
from evaluations.store import RunFolder
from tests.evaluations.branches.scene import CASES, CHINESE, ENGLISH, plain, with_model
from tests.peer import Answer, Peer, Request, error, nowhere, peer, says
from tests.peer.detective import detective
from tools.mistake import Mistake


async def ablated(
    run: Path, cases: list[Case] = CASES, how: How = "dropped", asking: Asking | None = None
) -> list[Ablated]:
    folder = RunFolder(run)
    return await Ablation(Bench(folder, asking), how).all([folder.trace(case.id, 1) for case in cases])


def contents(place: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in place.rglob("*") if file.is_file()}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return plain(tmp_path / "run")


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    with peer(detective) as url:
        return with_model(tmp_path / "asked", url)


async def test_the_decisive_quotation_of_a_case_built_for_it_is_found(run: Path) -> None:
    english, chinese = await ablated(run)
    assert [(t.node, t.value, t.changed) for t in english.trials] == [("E3", "A", True)]
    assert [(t.node, t.value, t.changed) for t in chinese.trials] == [("E2", "B", False), ("E4", "A", True)]
    assert english.decisive
    assert chinese.decisive
    assert (english.decisive.step, chinese.decisive.step) == (1, 2)
    assert [one.bare and (one.bare.value, one.bare.changed) for one in (english, chinese)] == [
        (None, True),
        (None, True),
    ]
    assert (figures([english, chinese]).dependence.count, figures([english, chinese]).dependence.n) == (2, 3)


async def test_an_unrelated_quotation_in_its_place_carries_nothing(run: Path) -> None:
    [english] = await ablated(run, [ENGLISH], "replaced")
    assert english.bare is None
    [trial] = english.trials
    assert (trial.value, trial.changed) == ("A", True)
    paragraph = int(trial.put[1 : trial.put.index("]")])
    assert trial.put.split("] ")[1] in ENGLISH.context[paragraph - 1]
    assert english == (await ablated(run, [ENGLISH], "replaced"))[0]


async def test_the_traces_and_everything_else_of_the_run_stay_as_they_were(run: Path) -> None:
    before = contents(run)
    await ablated(run)
    assert contents(run) == before


async def test_a_model_is_asked_once_a_note_and_once_without_any_and_never_again(asked: Path) -> None:
    with peer(detective) as url:
        asking = Asking(base_url=url)
        first = await ablated(asked, asking=asking)
        calls = len(url.chats)
        assert calls == sum(len(one.trials) + 1 for one in first) == sum(one.usage.calls for one in first)
        assert await ablated(asked, asking=asking) == first
        assert len(url.chats) == calls
        await ablated(asked, how="replaced", asking=asking)
        assert len(url.chats) == calls + sum(len(one.trials) for one in first)
    records = {f.name for f in (asked / "calls").glob("lantern-1.1.ablate-*.jsonl")}
    assert {"lantern-1.1.ablate-E1.jsonl", "lantern-1.1.ablate-all.jsonl"} <= records
    offline = Asking(base_url=nowhere(), offline=True)
    assert await ablated(asked, asking=offline) == first
    assert not any("branches" in file.parts for file in contents(asked))


async def test_a_model_that_answers_the_same_without_any_evidence_shows_its_shortcut(asked: Path) -> None:
    with peer(detective) as url:
        made = await ablated(asked, asking=Asking(base_url=url))
    assert figures(made).shortcut.value == 1
    assert [one.bare and one.bare.why.partition(":")[0] for one in made] == ["no-premise", "no-premise"]
    assert figures(made).dependence.value == 0


async def test_offline_without_a_record_is_a_mistake_and_an_endpoint_that_is_gone_loses_nothing(asked: Path) -> None:
    with pytest.raises(Mistake, match="no call may be made"):
        await ablated(asked, asking=Asking(base_url=nowhere(), offline=True))

    def script(request: Request) -> Answer:
        return detective(request) if request.number <= 2 else error(401, "gone")

    with peer(script) as url, pytest.raises(Mistake, match="401"):
        await ablated(asked, [ENGLISH], asking=Asking(base_url=url))
    with peer(detective) as url:
        [made] = await ablated(asked, [ENGLISH], asking=Asking(base_url=url))
        assert len(url.chats) == len(made.trials) + 1 - 2


async def test_a_reply_that_cannot_be_used_is_no_answer(asked: Path) -> None:
    with peer([says("I would rather not say.")]) as url:
        [made] = await ablated(asked, [CHINESE], asking=Asking(base_url=url))
    assert {trial.changed for trial in made.trials} == {None}
    assert all(trial.why.startswith("unreadable") for trial in made.trials)
    assert figures([made]).unusable == len(made.trials) + 1
    assert figures([made]).dependence.value is None


async def test_a_trace_without_a_cited_chain_is_refused_and_asks_nothing(asked: Path) -> None:
    folder = RunFolder(asked)
    trace = folder.trace(ENGLISH.id, 1)
    told = json.loads(trace.model_dump_json())
    told["answer"]["value"] = None
    abstained = Trace.model_validate(told)
    bare = trace.model_copy(update={"graph": type(trace.graph)()})
    made = await Ablation(Bench(folder, Asking(base_url=nowhere(), offline=True))).all([abstained, bare])
    assert [one.refused for one in made] == ["no cited chain", "no cited chain"]
    assert figures(made).refused == 2


@pytest.fixture
def control(tmp_path: Path) -> Path:
    with peer(detective) as url:
        return with_model(tmp_path / "control", url, [ENGLISH], "whole-book")


async def test_only_the_loop_answers_from_a_graph(run: Path, control: Path) -> None:
    with pytest.raises(Mistake, match="only casebook's own loop"):
        await ablated(control, [ENGLISH])
    record = json.loads((run / "run.json").read_text("utf-8"))
    record["researcher"] = Player(name="Ann", kind="person").model_dump()
    (run / "run.json").write_text(json.dumps(record), "utf-8")
    with pytest.raises(Mistake, match="got 'Ann'"):
        await ablated(run)


async def test_no_prompt_of_a_trial_shows_the_note_that_is_gone(asked: Path) -> None:
    with peer(detective) as url:
        asking = Asking(base_url=url)
        [made] = await ablated(asked, [ENGLISH], asking=asking)
        seen: Peer = url
        for trial, request in zip(made.trials, seen.chats, strict=False):
            assert f"\n{trial.node} [" not in request.said
        assert "\nE" not in seen.chats[-1].said
