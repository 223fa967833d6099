"""`casebook compare --scorer`: runs by a model judge's verdicts, all, some or none of them judged."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from evaluations.commands import main
from evaluations.commands.judged import Judged
from evaluations.store import RunFolder
from tests.commands.door import Door, Reply
from tests.peer import peer
from tests.peer.bench import judge

BOTH = ("agent", "tail")
QUICK = ("--set", "part=detectiveqa", "--limit", "3", "--embedder", "none", "--rounds", "1")
ASKED = (("--name", "agent"), ("--name", "tail", "--researcher", "tail-only"))


@pytest.fixture(scope="module")
def researched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs of three questions without a model, made once."""
    place = tmp_path_factory.mktemp("researched") / "runs"
    with pytest.MonkeyPatch.context() as patch:
        for words in ASKED:
            patch.setattr(sys, "argv", ["casebook", "run", "sample", *QUICK, "--runs", str(place), *words])
            with pytest.raises(SystemExit, match="0"):
                main()
    return place


@pytest.fixture
def two(door: Door, researched: Path, monkeypatch: pytest.MonkeyPatch) -> Door:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody-4711")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    shutil.copytree(researched, "runs")
    return door


def judged(door: Door, *runs: str, more: tuple[str, ...] = ()) -> str:
    """The name of the scorer that judged these runs."""
    with peer(judge) as url:
        for run in runs:
            door("score", run, "--judge", "dull", "--base-url", url, *more)
    return next(name for name in RunFolder(Path("runs") / runs[0]).scorers() if name != "lexical")


def one_line(reply: Reply) -> str:
    assert (reply.code, reply.out) == (2, "")
    assert len(reply.err.splitlines()) == 1
    return reply.err


def test_runs_are_compared_by_a_models_verdicts_in_80_columns(two: Door) -> None:
    name = judged(two, *BOTH)
    reply = two("compare", *BOTH, "--scorer", name)
    assert (reply.code, reply.err) == (0, "")
    for part in (f"Reasoning judged by {name}.", "A: 3 of 3 traces judged; of ", "B: 3 of 3", "StepPrecision_supported",
                 "chain wrong@0.33", "CiteF1", "G.M.", f"judge {name}, with StepRecall below"):  # fmt: skip
        assert part in reply.out, part
    assert "(lexical)" not in reply.out.replace("extractive (lexical)", "")
    assert max(cell_len(line.rstrip()) for line in reply.out.splitlines()) <= 80
    plain = two("compare", *BOTH)
    assert "StepRecall(lexical)" in plain.out
    assert name not in plain.out
    assert plain.err == f"casebook: Read by the lexical judge. Also judged by {name} (all): see --scorer.\n"


def test_json_holds_the_judges_measures_alone_and_how_far_it_got(two: Door) -> None:
    name = judged(two, *BOTH)
    (pair,) = json.loads(two("compare", *BOTH, "--scorer", name, "--json").out)["pairs"]
    assert (pair["judge"], pair["judged_alike"]) == (name, True)
    assert [(one["traces"], one["judged"], one["scorer"]["model"]) for one in pair["judging"]] == [(3, 3, "dull")] * 2
    metrics = [row["metric"] for row in pair["parts"][0]["rows"]]
    assert f"StepRecall({name})" in metrics
    assert not any("lexical" in metric for metric in metrics)
    (plain,) = json.loads(two("compare", *BOTH, "--json").out)["pairs"]
    assert (plain["judge"], plain["judging"]) == ("lexical", [])


def test_what_the_judge_did_not_come_to_is_counted_and_compared_only_where_both_have_a_value(two: Door) -> None:
    name = judged(two, "agent", more=("--parts", "recall"))
    judged(two, "tail", more=("--parts", "recall", "--run-budget", "calls=2", "--concurrency", "1"))
    reply = two("compare", *BOTH, "--scorer", name)
    assert "B: 2 of 3 traces judged (1 not judged); of " in reply.out
    assert "compared only where both have a value." in reply.out
    made = json.loads(two("compare", *BOTH, "--scorer", name, "--json").out)
    rows = {row["metric"]: row["n"] for row in made["pairs"][0]["parts"][0]["rows"]}
    assert (rows["accuracy"], rows[f"StepRecall({name})"], rows[f"chain wrong@0.33({name})"]) == (3, 2, 2)


def test_a_report_too_takes_nothing_made_of_verdicts_from_a_trace_that_was_not_judged(two: Door) -> None:
    name = judged(two, "tail", more=("--parts", "recall", "--run-budget", "calls=2", "--concurrency", "1"))
    scores = Judged(Path("runs/tail"), name).side().scores
    wrong = [one for one in scores if one.metric == f"chain wrong@0.33({name})"]
    assert [(one.value is None, one.why) for one in wrong if one.value is None] == [(True, f"not judged by {name}")]
    assert len(wrong) == 3


def test_a_run_that_was_not_judged_is_one_line_with_the_command_that_judges_it(two: Door) -> None:
    name = judged(two, "agent", more=("--votes", "3", "--parts", "recall,support"))
    told = one_line(two("compare", *BOTH, "--scorer", name))
    assert f"tail was not judged by {name!r} (agent has lexical, {name}; tail has lexical)." in told
    cure = "casebook score tail --judge dull --votes 3 --parts recall,support"
    assert told.endswith(f"{cure}\n")
    with peer(judge) as url:
        assert two(*cure.split()[1:], "--base-url", url).code == 0
    assert two("compare", *BOTH, "--scorer", name).code == 0


@pytest.mark.parametrize(
    ("name", "cure"),
    [
        ("nobody", "casebook score agent --judge MODEL"),
        ("ablation", "casebook score agent --judge MODEL"),
        ("../run", "casebook score agent --judge MODEL"),
        ("people-ann", "casebook judge agree SHEET --run agent --person ann"),
    ],
)
def test_a_scorer_that_no_run_has_is_one_line_with_those_there_are(two: Door, name: str, cure: str) -> None:
    Path("runs/agent/scores/ablation.jsonl").write_text("{}\n", encoding="utf-8")
    told = one_line(two("compare", *BOTH, "--scorer", name))
    assert "agent, tail were not judged by" in told
    assert "(agent has lexical; tail has lexical)" in told
    assert told.endswith(f"{cure}\n")


def test_a_scorer_of_one_run_alone_is_named_with_it(two: Door) -> None:
    name = judged(two, "tail", more=("--parts", "recall"))
    assert f"Also judged by {name} (tail): see --scorer." in two("compare", *BOTH).err


def test_the_published_table_has_our_steps_by_the_judge_who_is_named_under_it(two: Door) -> None:
    files = Path(__file__).parents[2] / "evaluations" / "benchmarks" / "sample"
    runs = ("detectiveqa-extractive", "detectiveqa-tail-only")
    for run in runs:
        two("run", "detectiveqa", files, "--limit", "1", "--researcher", run[12:], "--embedder", "none")
    name = judged(two, *runs, more=("--parts", "recall"))
    reply = two("compare", *runs, "--scorer", name, "--published")
    assert reply.code == 0
    told = " ".join(reply.out.split())
    assert f"Steps judged, not by their judge: {runs[0]} by {name}, 1 of 1 questions; {runs[1]} by" in told
    assert "Steps judged by words alone" not in told
    assert max(cell_len(line.rstrip()) for line in reply.out.splitlines()) <= 80
