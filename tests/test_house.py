"""The house itself: lint, types and import contracts, run with the tests through one door."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
ROOMS = ("tools", "graphs", "agent", "evaluations")
DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "base", "types", "manager"}

CHECKS = {
    "lint": ["-m", "ruff", "check", "."],
    "format": ["-m", "ruff", "format", "--check", "."],
    "types": ["-m", "mypy"],
    "imports": ["-c", "from importlinter.cli import lint_imports_command as c; c()"],
}


@pytest.mark.long  # where no check was made before, types take half a minute
@pytest.mark.parametrize("check", CHECKS)
def test_the_house_is_clean(check: str) -> None:
    done = subprocess.run([sys.executable, *CHECKS[check]], cwd=HOUSE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def modules() -> list[Path]:
    return [file for room in ROOMS for file in sorted((HOUSE / room).rglob("*.py"))]


def test_every_file_opens_with_a_line_that_says_what_lives_there() -> None:
    silent = [f for f in modules() if not f.read_text(encoding="utf-8").startswith('"""')]
    assert not silent


def test_there_are_no_drawers() -> None:
    assert not [f for f in modules() if f.stem in DRAWERS or f.parent.name in DRAWERS]
