"""`casebook branches`, `diff` and `ablate`: the tree, two traces side by side, and what answers depend on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.commands.door import Door
from tests.evaluations.branches.scene import CHINESE, ENGLISH, opened, plain

RUN = ("lantern", ENGLISH.id)
CHINESE_RUN = ("lantern", CHINESE.id)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plain(tmp_path_factory.mktemp("made") / "lantern")


@pytest.fixture
def run(door: Door, made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "runs" / "lantern"))


def test_a_trace_without_branches_says_how_to_make_one(door: Door, run: Path) -> None:
    reply = door("branches", *RUN)
    assert reply.code == 0
    assert "B. the night porter" in reply.out
    assert "--edit" in reply.out
    assert door("diff", *RUN).err == "casebook: lantern-1 has no finished branch. See: casebook branches RUN CASE\n"


def test_the_tree_shows_each_branch_under_its_parent_with_its_edit_and_what_came_of_it(door: Door, run: Path) -> None:
    trace = opened(run)
    trace.edit("drop E3").run()
    opened(run, branch="drop-E3").edit("stance E2 H1 -1", name="更疑心").run()
    trace.edit("rounds 5")
    out = door("branches", *RUN).out
    assert "drop-E3 at 24: E3 dropped" in out
    assert "→ A. the gardener" in out
    assert "│   └── 更疑心" in out
    assert "under way" in out
    told = json.loads(door("branches", *RUN, "--json").out)
    assert [(b["name"], b["parent"], b["answer"], b["status"]) for b in told][:2] == [
        ("drop-E3", "", "A", "forced"),
        ("更疑心", "drop-E3", told[1]["answer"], told[1]["status"]),
    ]
    assert told[2]["status"] == "under way"


def test_the_difference_tells_where_they_part_and_what_came_of_it(door: Door, run: Path) -> None:
    opened(run).edit("drop E3", at=52).run()
    reply = door("diff", *RUN, "drop-E3")
    assert reply.code == 0, reply.err
    for told in ("as researched", "first divergence", "- E3 [6]", "A. the gardener", "scores that differ", "accuracy"):
        assert told in reply.out
    data = json.loads(door("diff", *RUN, "--json").out)
    assert data["flipped"]
    assert data["answers"] == ["B", "A"]
    assert [node["id"] for node in data["lost"]] == ["E3"]
    assert data["scores"]["accuracy"] == [1.0, 0.0]
    assert (data["left"], data["right"]) == (None, "drop-E3")


def test_two_branches_stand_side_by_side_and_a_changed_stance_is_seen(door: Door, run: Path) -> None:
    trace = opened(run)
    trace.edit("stance E3 H2 -1", name="one").run()
    trace.edit("drop E3", name="two").run()
    assert "~ E3 [6]" in door("diff", *RUN, "one").out
    out = door("diff", *RUN, "one", "two").out
    assert out.index("one") < out.index("two")
    assert "- E3 [6]" in out


def test_chinese_keeps_to_eighty_columns(door: Door, run: Path) -> None:
    opened(run, CHINESE).edit("drop E4", name="没有守夜人").run()
    for words in (("branches", *CHINESE_RUN), ("diff", *CHINESE_RUN), ("ablate", "lantern")):
        reply = door(*words)
        assert reply.code == 0, reply.err
        assert all(cell_len(line) <= 80 for line in reply.out.splitlines())
    assert "守夜人" in door("diff", *CHINESE_RUN).out


def test_the_words_of_a_book_cannot_steer_the_screen(door: Door, run: Path) -> None:
    trace = opened(run)
    trace.edit("rules \x1b[31mred [bold]text[/bold]", name="odd").run()
    out = door("branches", *RUN).out + door("diff", *RUN, "odd").out
    assert "\x1b[31m" not in out
    assert "[bold]text[/bold]" in out


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("branches", "nowhere", "x"), 2, "trace"),
        (("branches", "lantern", "nobody"), 2, "has no trace of 'nobody'"),
        (("diff", *RUN, "nope"), 2, "has no such branch; got 'nope'"),
        (("diff", *RUN, "a", "b", "c"), 2, "Two traces are compared"),
        (("ablate", "nowhere"), 2, "There is no run"),
        (("ablate", "lantern", "--case", "nobody"), 2, "no trace of this case; got 'nobody'"),
        (("ablate", "lantern", "--run-budget", "calls=none"), 2, "calls=N"),
    ],
)
def test_what_is_asked_wrongly_is_one_line(door: Door, run: Path, words: tuple[str, ...], code: int, told: str) -> None:
    reply = door(*words)
    assert reply.code == code
    assert told in reply.err
    assert len(reply.err.splitlines()) == 1


def test_an_unfinished_branch_cannot_be_compared(door: Door, run: Path) -> None:
    opened(run).edit("drop E3")
    assert "drop-E3 is not finished" in door("diff", *RUN, "drop-E3").err


def test_ablation_is_told_as_a_table_and_kept(door: Door, run: Path) -> None:
    reply = door("ablate", "lantern")
    assert reply.code == 0, reply.err
    assert "1 of 1" in reply.out
    assert "1 (E3) → A" in reply.out
    assert "66.7 % (50–100 %, 2 of 3)" in " ".join(reply.out.split())
    assert "Refused, without a cited chain: 0" in reply.out
    kept = [json.loads(line) for line in (run / "scores" / "ablation.jsonl").read_text("utf-8").splitlines()]
    assert {row["case"] for row in kept} == {ENGLISH.id, CHINESE.id}
    data = json.loads(door("ablate", "lantern", "--replace", "--case", ENGLISH.id, "--json").out)
    assert data["figures"]["dependence"]["value"] == 1
    assert data["traces"][0]["trials"][0]["put"]
    again = [json.loads(line) for line in (run / "scores" / "ablation.jsonl").read_text("utf-8").splitlines()]
    assert [len(row["scores"]) for row in again] == [5, 3]


def test_branches_are_no_part_of_the_report(door: Door, run: Path) -> None:
    before = door("report", "lantern").out
    opened(run).edit("drop E3").run()
    assert door("ablate", "lantern").code == 0
    assert door("report", "lantern").out == before


def test_ablation_is_nobodys_verdict(door: Door, run: Path) -> None:
    assert door("ablate", "lantern").code == 0
    reply = door("report", "lantern", "--scorer", "ablation")
    assert reply.code == 2
    assert "was not scored by 'ablation'; allowed: lexical" in reply.err
