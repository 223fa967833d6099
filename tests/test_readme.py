"""The README is true: its commands run, its output is the real one, and every command stands in it."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from evaluations.benchmarks import sample
from evaluations.commands import app
from tests.commands.door import Door
from tests.peer import peer
from tests.peer.detective import detective

HOUSE = Path(__file__).parent.parent
README = (HOUSE / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
SHELL = "\n".join(text for kind, text in BLOCKS if kind == "bash").replace("\\\n", " ")
COMMANDS = [m.strip() for m in re.findall(r"(?:^|&& |uv run )(casebook .*)$", SHELL, re.MULTILINE)]


def test_the_two_commands_of_a_newcomer_stand_in_it() -> None:
    assert "pip install uv && uv run casebook run sample" in SHELL
    assert "uv run pytest" in SHELL


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Door]:
    """An empty folder with what the README's examples speak of: a novel, and DetectiveQA's files."""
    shutil.copytree(sample.HERE, tmp_path / "DetectiveQA", ignore=shutil.ignore_patterns("*.py", "*.md", "*.toml"))
    shutil.copy(next((sample.HERE / "novel_data_en").iterdir()), tmp_path / "novel.txt")
    imported = (HOUSE / "docs" / "import.md").read_text(encoding="utf-8")
    (tmp_path / "answers.jsonl").write_text(re.findall(r"```jsonl\n(.*?)```", imported, re.DOTALL)[0], encoding="utf-8")
    (tmp_path / "labelled.csv").write_text("case,reasoning right\nen-ai-1-q1,yes\nen-ai-1-q2,no\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("$\ne drop E1\nc\nq\n"))  # what is typed at `casebook step`
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody")
    with peer(detective) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        yield Door(monkeypatch, capsys)


@pytest.mark.long
def test_every_command_of_the_readme_runs_and_the_output_shown_is_the_real_one(door: Door) -> None:
    assert len(COMMANDS) >= 5
    told = {command: door(*shlex.split(command, comments=True)[1:]) for command in COMMANDS}
    assert {command: reply.code for command, reply in told.items() if reply.code} == {}
    shown = [text for kind, text in BLOCKS if kind == "text"]
    printed = [_bare(reply.out) for reply in told.values()]
    for block in shown:
        assert any(_bare(part) in out for out in printed for part in [block]), block


def test_every_verb_has_help_with_an_example_and_stands_in_the_readme(door: Door) -> None:
    verbs = [[str(command.name)] for command in app.registered_commands]
    for group in app.registered_groups:
        assert group.typer_instance
        inside = group.typer_instance.registered_commands
        verbs += [[str(group.typer_instance.info.name), str(one.name)] for one in inside]
    for verb in verbs:
        assert f"casebook {' '.join(verb)} " in README
        reply = door(*verb, "--help")
        assert reply.code == 0
        assert "Example: casebook" in reply.out


def test_every_file_of_the_annotated_tree_is_there() -> None:
    tree = re.search(r"## The rooms.*?```text-tree\n(.*?)```", README, re.DOTALL)
    assert tree
    folder = HOUSE
    for line in tree.group(1).splitlines():
        match = re.match(r"^(\s*)([\w/.]+)", line)
        if not match:
            continue
        name = match.group(2)
        if not match.group(1):
            folder = HOUSE / name if name.endswith("/") else HOUSE
            assert (HOUSE / name).exists(), name
        else:
            assert (folder / name).exists(), f"{folder.name}/{name}"


def _bare(text: str) -> str:
    """Lines without trailing space, so that a table compares as it reads."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
