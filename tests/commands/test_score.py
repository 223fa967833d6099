"""`casebook score`: a judge behind an endpoint, beside the lexical one and others, on record, within its limits."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from evaluations.commands import main
from evaluations.store import RunFolder
from tests.commands.door import Door
from tests.peer import error, nowhere, peer, says
from tests.peer.bench import judge

KEY = "sk-a-key-that-nobody-may-see-4711"
OWN = "Steps:\n{reference_steps}\nnumbered from 0\n{reference_steps}\nAnswer: {reasoning}"


@pytest.fixture(scope="module")
def researched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs without a model, made once: three questions of the DetectiveQA part, two prequels."""
    place = tmp_path_factory.mktemp("researched")
    quick = ("--embedder", "none", "--rounds", "1", "--runs", str(place))
    with pytest.MonkeyPatch.context() as patch:
        for words in (("part=detectiveqa", "--limit", "3"), ("part=prelude", "--limit", "2", "--name", "prequels")):
            patch.setattr(sys, "argv", ["casebook", "run", "sample", *quick, "--set", *words])
            with pytest.raises(SystemExit, match="0"):
                main()
    return place


@pytest.fixture
def run(door: Door, researched: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The three questions' run, in a folder of its own."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    shutil.copytree(researched, tmp_path / "runs")
    return tmp_path / "runs" / "sample-extractive"


def by(url: str, *more: str, model: str = "dull") -> tuple[str, ...]:
    return ("score", "sample-extractive", "--judge", model, "--base-url", url, *more)


def lines(run: Path, scorer: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (run / "scores" / f"{scorer}.jsonl").read_text().splitlines()]


def scorers(run: Path) -> list[str]:
    return RunFolder(run).scorers()


def values(run: Path, scorer: str, metric: str) -> list[float | None]:
    """The values of a metric whose name begins so, a trace each."""
    return [next(s["value"] for s in line["scores"] if s["metric"].startswith(metric)) for line in lines(run, scorer)]


def test_a_models_scores_stand_beside_the_lexical_ones_and_are_never_mixed(door: Door, run: Path) -> None:
    lexical = (run / "scores" / "lexical.jsonl").read_text()
    with peer(judge) as url:
        reply = door(*by(url))
    assert reply.code == 0, reply.err
    (name,) = [one for one in scorers(run) if one != "lexical"]
    assert name.startswith("dull@")
    assert name.endswith("-v1")
    assert (run / "scores" / "lexical.jsonl").read_text() == lexical
    for line in lines(run, name):
        assert line["scorer"]["prompts"] in name
        assert all("lexical" not in score["metric"] for score in line["scores"])
    assert f"StepRecall({name})" in json.dumps(lines(run, name))
    assert all(value is not None for value in values(run, name, "StepRecall("))
    assert name in reply.out
    assert "lexical" not in reply.out


def test_the_report_shows_the_lexical_judge_unless_another_scorer_is_named(door: Door, run: Path) -> None:
    with peer(judge) as url:
        assert door(*by(url)).code == 0
    name = next(one for one in scorers(run) if one != "lexical")
    plain = door("report", "sample-extractive")
    assert "StepRecall(lexical)" in plain.out
    assert name not in plain.out
    other = door("report", "sample-extractive", "--scorer", name)
    assert "StepPrecision_supported" in other.out
    assert "lexical" not in other.out
    made = json.loads(door("report", "sample-extractive", "--scorer", name, "--json").out)
    assert made["judge"] == name
    assert made["judging"]["traces"] == 3
    wrong = door("report", "sample-extractive", "--scorer", "nobody")
    assert wrong.code == 2
    assert name in wrong.err


def test_the_same_command_asks_nothing_twice_and_works_offline(door: Door, run: Path) -> None:
    with peer(judge) as url:
        assert door(*by(url)).code == 0
        asked, name = len(url.chats), next(one for one in scorers(run) if one != "lexical")
        first = lines(run, name)
        assert door(*by(url)).code == 0
        assert len(url.chats) == asked
    (run / "scores" / f"{name}.jsonl").unlink()
    reply = door(*by(nowhere(), "--offline"))
    assert reply.code == 0, reply.err
    assert lines(run, name) == first


def test_offline_without_a_record_is_one_line_and_no_scores(door: Door, run: Path) -> None:
    reply = door(*by(nowhere(), "--offline"))
    assert reply.code == 1
    assert "no call may be made" in reply.err
    assert "Traceback" not in reply.err
    assert scorers(run) == ["lexical"]


def test_votes_and_prompts_make_scorers_of_their_own_and_share_the_first_vote(door: Door, run: Path) -> None:
    Path("own.txt").write_text(OWN, encoding="utf-8")
    with peer(judge) as url:
        assert door(*by(url, "--parts", "recall")).code == 0
        once = len(url.chats)
        assert door(*by(url, "--parts", "recall", "--votes", "3")).code == 0
        assert len(url.chats) == 3 * once
        reply = door(*by(url, "--judge-prompt", "own.txt"))
        assert reply.code == 0, reply.err
        sent = url.chats[-1].body
    names = [one for one in scorers(run) if one != "lexical"]
    assert len(names) == 3
    own = next(name for name in names if "@own-" in name)
    assert all(line["scorer"]["own_prompt"] == OWN for line in lines(run, own))
    assert "response_format" not in sent
    assert len(sent["messages"]) == 1


def test_the_calls_of_judges_and_researchers_are_kept_apart_and_hold_no_key(door: Door, run: Path) -> None:
    with peer(judge) as url:
        reply = door(*by(url))
        assert url.chats[0].headers["authorization"] == f"Bearer {KEY}"
    folders = [one for one in (run / "calls" / "judge").iterdir() if one.is_dir()]
    assert [one.name.split("@")[0] for one in folders] == ["dull"]
    assert list((run / "calls").glob("*.jsonl")) == []
    kept = [file for file in run.rglob("*") if file.is_file()]
    assert not any(KEY.encode() in file.read_bytes() for file in kept)
    assert KEY not in reply.out + reply.err


def test_judging_leaves_the_traces_and_cases_as_they_were(door: Door, run: Path) -> None:
    before = {file: file.read_bytes() for file in [*(run / "traces").iterdir(), run / "run.json", run / "cases.jsonl"]}
    with peer(judge) as url:
        assert door(*by(url)).code == 0
    assert {file: file.read_bytes() for file in before} == before


def test_a_judge_that_never_answers_in_form_leaves_no_zero(door: Door, run: Path) -> None:
    with peer([says("I would rather not say.")]) as url:
        reply = door(*by(url, "--parts", "recall"))
    assert reply.code == 0, reply.err
    name = next(one for one in scorers(run) if one != "lexical")
    assert values(run, name, "StepRecall(") == [None] * 3
    assert "failed (undefined, never 0)" in reply.out
    assert "verdicts failed" in reply.err


def test_a_spent_run_budget_keeps_what_was_judged_and_the_same_command_goes_on(door: Door, run: Path) -> None:
    with peer(judge) as url:
        stopped = door(*by(url, "--parts", "recall", "--run-budget", "calls=2", "--concurrency", "1"))
        assert stopped.code == 1
        assert "limit on calls is spent" in stopped.err
        name = next(one for one in scorers(run) if one != "lexical")
        assert len(lines(run, name)) == 2
        assert door(*by(url, "--parts", "recall", "--run-budget", "calls=9")).code == 0
        assert len(url.chats) == 3
    assert len(lines(run, name)) == 3


def test_a_question_s_budget_leaves_verdicts_undefined(door: Door, run: Path) -> None:
    with peer(judge) as url:
        reply = door(*by(url, "--budget", "calls=1", "--votes", "3"))
        assert reply.code == 0, reply.err
        assert len(url.chats) <= 3
    name = next(one for one in scorers(run) if one != "lexical")
    assert all(line["tally"]["calls"] <= 1 for line in lines(run, name))
    assert any("the budget of a question is spent: calls" in line["tally"]["reasons"] for line in lines(run, name))


def test_an_endpoint_that_is_not_there_is_one_line(door: Door, run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from agent.model import retries

    monkeypatch.setattr(retries, "FIRST_WAIT", 0.001)
    reply = door(*by(nowhere(), "--parts", "recall"))
    assert reply.code == 1
    assert "cannot be reached" in reply.err or "could not be reached" in reply.err
    assert "Traceback" not in reply.err


def test_a_wrong_key_stops_the_judging(door: Door, run: Path) -> None:
    with peer([error(401, "no such key")]) as url:
        reply = door(*by(url))
    assert reply.code == 2
    assert "key" in reply.err
    assert scorers(run) == ["lexical"]


def test_a_trace_that_was_researched_again_is_not_judged_any_more(door: Door, run: Path) -> None:
    with peer(judge) as url:
        assert door(*by(url, "--parts", "recall")).code == 0
    name = next(one for one in scorers(run) if one != "lexical")
    file = next(iter(sorted((run / "traces").iterdir())))
    trace = json.loads(file.read_text())
    trace["events"][-1]["payload"]["answer"]["reasoning"] = "Something else."
    file.write_text(json.dumps(trace))
    made = json.loads(door("report", "sample-extractive", "--scorer", name, "--json").out)
    (row,) = [row for row in made["headline"] if row["name"] == f"StepRecall({name})"]
    assert row["n"] == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--votes", "2"), "even"),
        (("--parts", "recall,style"), "style"),
        (("--judge-prompt", "none.txt"), "none.txt"),
        (("--run-budget", "calls=many"), "calls=many"),
    ],
)
def test_what_cannot_be_asked_is_said_before_anything_is_spent(
    door: Door, run: Path, words: tuple[str, ...], told: str
) -> None:
    with peer(judge) as url:
        reply = door(*by(url, *words))
        assert (reply.code, url.chats) == (2, [])
    assert told in reply.err


def test_the_lexical_judge_asks_no_model(door: Door, run: Path) -> None:
    assert "StepRecall(lexical)" in door("score", "sample-extractive").out
    reply = door("score", "sample-extractive", "--votes", "3")
    assert reply.code == 2
    assert "--judge MODEL" in reply.err


def test_prequels_are_judged_by_their_reasoning(door: Door, run: Path) -> None:
    with peer(judge) as url:
        reply = door("score", "prequels", "--judge", "dull", "--base-url", url)
    assert reply.code == 0, reply.err
    name = next(one for one in scorers(run.parent / "prequels") if one != "lexical")
    assert all(line["findings"]["reasoning"] in ("right", "wrong") for line in lines(run.parent / "prequels", name))
    assert "ReasonAcc" in reply.out
    assert all(value is not None for value in values(run.parent / "prequels", name, "ReasonAcc("))


def test_a_file_that_cannot_be_written_is_told_before_anything_is_scored(door: Door) -> None:
    reply = door("report", "sample-extractive", "--csv", "nowhere/x.csv")
    assert (reply.code, reply.out) == (2, "")
    assert "There is no such folder to write into; got 'nowhere'" in reply.err
