"""The API as its docstrings and docs/step.md show it, run as written on a sample trace."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from types import ModuleType

import pytest

import evaluations.branches
import evaluations.branches.words
from evaluations.branches.words import FORMS, parse_edit
from tests.commands.door import Door

GUIDE = (Path(__file__).parents[3] / "docs" / "step.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty folder but for the run of one sample case."""
    monkeypatch.chdir(tmp_path)
    assert Door(monkeypatch, capsys)("run", "sample", "--case", "en-human-1-q1", "--embedder", "none").code == 0


@pytest.mark.parametrize("module", [evaluations.branches, evaluations.branches.words], ids=lambda m: m.__name__)
def test_the_docstrings_are_true(sample: None, module: ModuleType) -> None:
    failed, tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert tried
    assert not failed


def test_a_notebook_needs_ten_lines(sample: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert len([line for line in EXAMPLE.splitlines() if line.strip()]) <= 10
    exec(compile(EXAMPLE, "docs/step.md", "exec"), {})
    told = capsys.readouterr().out
    assert "drop-E1 goes on from event" in told
    assert "'E1'" in told.splitlines()[-1]


def test_every_edit_of_the_guide_is_understood_and_every_form_stands_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE").write_text("{}", "utf-8")
    cells = [line.split("|")[1] for line in GUIDE.splitlines() if line.startswith("| `")]
    told = [text for cell in cells for text in re.findall(r"`([^`]+)`", cell)]
    kinds = {text.split()[0] for text in told if parse_edit(text)}
    assert kinds == set(FORMS)
