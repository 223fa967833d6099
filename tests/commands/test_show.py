"""`casebook show --scorer`: what a judge found of each gold step, of the answer's steps and of its reasoning."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from evaluations.commands import main
from evaluations.store import RunFolder
from tests.commands.door import Door
from tests.peer import Answer, Request, peer, says
from tests.peer.bench import judge

QUICK = ("--embedder", "none", "--rounds", "1", "--set")
ASKED = (
    ("part=detectiveqa", "--limit", "2", "--name", "novels"),
    ("part=detectiveqa", "--case", "zh-human-2-q1", "--name", "chinese"),
    ("part=prelude", "--limit", "1", "--name", "prequels"),
)
CASE = "en-ai-1-q1"


@pytest.fixture(scope="module")
def researched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs without a model, made once: two English questions, a Chinese one, a prequel."""
    place = tmp_path_factory.mktemp("researched") / "runs"
    with pytest.MonkeyPatch.context() as patch:
        for words in ASKED:
            patch.setattr(sys, "argv", ["casebook", "run", "sample", "--runs", str(place), *QUICK, *words])
            with pytest.raises(SystemExit, match="0"):
                main()
    return place


@pytest.fixture
def there(door: Door, researched: Path, monkeypatch: pytest.MonkeyPatch) -> Door:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody-4711")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    shutil.copytree(researched, "runs")
    return door


def judged(door: Door, run: str, *words: str, by: Callable[[Request], Answer] = judge) -> str:
    """The name of the scorer that judged the run."""
    with peer(by) as url:
        door("score", run, "--judge", "dull", "--base-url", url, *words)
    return next(name for name in RunFolder(Path("runs") / run).scorers() if name != "lexical")


def changed(**fields: Any) -> Callable[[Request], Answer]:
    """The judge, of whose replies these fields are changed where they have them."""

    def script(request: Request) -> Answer:
        reply = json.loads(json.loads(judge(request).body)["choices"][0]["message"]["content"])
        return says(json.dumps({name: fields.get(name, value) for name, value in reply.items()}))

    return script


def section(out: str, name: str) -> str:
    """What stands under a rule of this name up to the next, without the breaks of lines."""
    under = re.split(rf"^─+ {re.escape(name)} ─+$", out, maxsplit=1, flags=re.MULTILINE)[1]
    return " ".join(re.split(r"^─", under, maxsplit=1, flags=re.MULTILINE)[0].split())


def answers_otherwise(run: str, case: str, old: str, new: str) -> None:
    """Another trace under the name of one: words of its answer are replaced, in its events and in its end."""
    file = Path("runs") / run / "traces" / f"{case}.1.json"
    trace = json.loads(file.read_text(encoding="utf-8"))
    for holds in (trace, trace["events"][-1]["payload"]):
        holds["answer"] = json.loads(json.dumps(holds["answer"]).replace(old, new))
    file.write_text(json.dumps(trace), encoding="utf-8")


def test_each_gold_step_is_told_as_found_or_not_with_the_step_and_the_words_relied_on(there: Door) -> None:
    name = judged(there, "novels")
    reply = there("show", "novels", CASE, "--scorer", name)
    assert (reply.code, reply.err) == (0, "")
    findings = json.loads((Path("runs/novels/scores") / f"{name}.jsonl").read_text().splitlines()[0])["findings"]
    gold = section(reply.out, "gold")
    for at, one in enumerate(findings["contained"], 1):
        mark = "" if f"{at}. (inferred)" in gold else "+ " if one["found"] else "- "
        assert f"{mark}{at}. " in gold
    first = next(one for one in findings["contained"] if one["found"])
    assert f"in step {first['step']}: “{first['span']}”" in gold
    assert "6. (inferred) Neither the tenant, nor her Thursday visitor, nor Sprag is the payer. not attempted" in gold
    assert f"+ found in the reasoning by {name}, - not found" in gold
    assert "lexical" not in reply.out
    assert max(cell_len(line.rstrip()) for line in reply.out.splitlines()) <= 80


def test_supported_steps_are_told_by_what_with_the_gold_steps_they_say_and_the_scores(there: Door) -> None:
    name = judged(there, "novels")
    told = section(there("show", "novels", CASE, "--scorer", name).out, f"judged by {name}")
    assert "1. supported: by what it cites; [172] carries it Since about Whitsun" in told
    assert "2. supported: by what it cites; [289] carries it; says gold 1, 12 First Monday" in told
    assert "StepRecall 18.2 % 2 of 11" in told
    assert "inferred steps — not attempted" in told
    assert "chain wrong@0.33 yes StepRecall<0.33" in told
    assert "Of 17 verdicts 0 failed. 3 votes said yes by words that do not bear it: they count as no." in told


def test_steps_that_the_judge_held_unsupported_are_named(there: Door) -> None:
    answers_otherwise("novels", CASE, "Since about Whitsun he was kind", "Whitsun made him kind")  # not as quoted
    name = judged(there, "novels", by=changed(supported=False, by_book=False))
    reply = there("show", "novels", CASE, "--scorer", name)
    told = section(reply.out, f"judged by {name}")
    assert "1. unsupported: [172] does not carry it Whitsun made him kind" in told
    assert "2. supported: by what it cites" in told
    assert "FirstError 1" in told
    assert "StepPrecision_supported 50.0 % 1 of 2" in told


def test_verdicts_without_words_and_votes_that_differ_are_told(there: Door) -> None:
    name = judged(there, "novels", "--votes", "3", by=changed(contained=[{"point": 0, "span": "nowhere at all"}]))
    told = section(there("show", "novels", CASE, "--scorer", name).out, f"judged by {name}")
    assert "3 votes said yes by words that do not bear it: they count as no." in told
    assert "Votes differ on 0.0 %." in told
    assert "chain wrong@0.33 yes StepRecall<0.33" in told


def test_what_was_not_asked_for_is_said_and_a_prompt_of_ones_own_tells_no_place(there: Door) -> None:
    Path("own.txt").write_text("{reference_steps} numbered from 0 {reference_steps} {reasoning}", encoding="utf-8")
    whole = "Included Reference Steps: [0, 1]"
    name = judged(there, "novels", "--judge-prompt", "own.txt", by=lambda request: says(whole))
    out = there("show", "novels", CASE, "--scorer", name).out
    assert f"+ found in the reasoning by {name} (where is not told), - not found" in section(out, "gold")
    assert "Whether its steps are supported: not asked for." in section(out, f"judged by {name}")


def test_peoples_verdicts_are_shown_like_a_judges(there: Door) -> None:
    there("judge", "sample", "novels", "--of", "contained", "--n", "99", "--out", "sheet.csv")
    lines = Path("sheet.csv").read_text(encoding="utf-8-sig")
    Path("sheet.csv").write_text(re.sub(r",(\r?\n)", r",yes\1", lines), encoding="utf-8")
    assert there("judge", "agree", "sheet.csv", "--person", "ann").code == 0
    out = there("show", "novels", CASE, "--scorer", "people-ann").out
    assert "+ found in the reasoning by people-ann (where is not told)" in section(out, "gold")
    told = section(out, "judged by people-ann")
    assert told.startswith("Whether its steps are supported: not all of it was labelled.")
    assert "chain wrong@0.33 no StepPrecision_supported<0.5 not told" in told
    assert "StepRecall 100.0 %" in told


def test_failed_verdicts_are_none_and_said(there: Door) -> None:
    name = judged(there, "novels", "--parts", "recall", by=lambda request: says("I would rather not say."))
    out = there("show", "novels", CASE, "--scorer", name).out
    assert "? 1. [289]" in section(out, "gold")
    told = section(out, f"judged by {name}")
    assert told.startswith("No verdict: the judge gave no verdict: unreadable")
    assert "Of 13 verdicts 13 failed (undefined, never 0): unreadable" in told
    assert "StepRecall" not in told


def test_a_trace_that_was_not_judged_or_researched_again_says_so_and_has_no_scores(there: Door) -> None:
    name = judged(there, "novels", "--parts", "recall", "--run-budget", "calls=1", "--concurrency", "1")
    told = section(there("show", "novels", "en-ai-1-q2", "--scorer", name).out, f"judged by {name}")
    assert told == f"No verdict: not judged by {name}."
    answers_otherwise("novels", CASE, "First Monday", "Second Monday")
    again = json.loads(there("show", "novels", CASE, "--scorer", name, "--json").out)["judged"]
    assert (again["silent"], again["tally"]) == ("researched again since it was judged", None)
    assert [one["value"] for one in again["scores"]] == [None] * len(again["scores"])


def test_the_verdict_on_the_reasoning_about_a_prequel_is_told(there: Door) -> None:
    name = judged(there, "prequels")
    (case,) = [name for name, _ in RunFolder(Path("runs/prequels")).traces()]
    out = there("show", "prequels", case, "--scorer", name).out
    told = section(out, f"judged by {name}")
    (line,) = (Path("runs/prequels/scores") / f"{name}.jsonl").read_text().splitlines()
    held = json.loads(line)["findings"]["reasoning"]
    assert f"The reasoning is held {held}." in told
    assert re.search(rf"ReasonAcc (yes|no) (reasoning {held}|answer wrong|chain not grounded)", told)


def test_json_carries_the_verdicts_beside_the_trace_and_is_the_trace_alone_without_a_scorer(there: Door) -> None:
    name = judged(there, "novels")
    made = json.loads(there("show", "novels", CASE, "--scorer", name, "--json").out)
    assert made["format"] == 1
    assert (made["judged"]["scorer"]["model"], made["judged"]["silent"]) == ("dull", "")
    assert made["judged"]["findings"]["contained"][0] == {
        "found": True, "step": 2, "containment": None, "span": "First Monday",
    }  # fmt: skip
    assert all(f"({name}" in one["metric"] for one in made["judged"]["scores"])
    plain = json.loads(there("show", "novels", CASE, "--json").out)
    assert plain == {key: value for key, value in made.items() if key != "judged"}


def test_without_a_scorer_the_lexical_judge_marks_the_gold(there: Door) -> None:
    judged(there, "novels", "--parts", "recall")
    out = there("show", "novels", CASE).out
    assert out.rstrip().endswith("+ = found in the answer's steps by the lexical judge")
    assert "dull@" not in out


def test_chinese_verdicts_fit_80_columns(there: Door) -> None:
    name = judged(there, "chinese")
    out = there("show", "chinese", "zh-human-2-q1", "--scorer", name).out
    assert "in step " in section(out, "gold")
    assert max(cell_len(line.rstrip()) for line in out.splitlines()) <= 80


@pytest.mark.parametrize("words", [(), ("--json",), ("--mermaid",)])
def test_a_scorer_that_has_not_judged_the_run_is_one_line_with_the_command_that_does(
    there: Door, words: tuple[str, ...]
) -> None:
    reply = there("show", "novels", CASE, "--scorer", "nobody", *words)
    assert (reply.code, reply.out) == (2, "")
    assert reply.err == (
        "casebook: novels was not judged by 'nobody' (novels has lexical). Choose one of these, or have it judged: "
        "casebook score novels --judge MODEL\n"
    )
