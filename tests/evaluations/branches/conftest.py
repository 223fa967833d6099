"""One run without a model for all tests of this room; each test forks a copy of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.evaluations.branches.scene import plain


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plain(tmp_path_factory.mktemp("made") / "run")


@pytest.fixture
def run(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "run"))
