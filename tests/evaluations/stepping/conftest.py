"""Runs to step through, made once: by rules and by a dull model, in both languages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.evaluations.branches.scene import plain, with_model
from tests.peer import peer
from tests.peer.detective import detective


@pytest.fixture(scope="session")
def by_rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plain(tmp_path_factory.mktemp("rules") / "run")


@pytest.fixture(scope="session")
def by_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with peer(detective) as url:
        return with_model(tmp_path_factory.mktemp("model") / "run", url)


@pytest.fixture
def run(by_rules: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(by_rules, tmp_path / "run"))


@pytest.fixture
def asked(by_model: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(by_model, tmp_path / "asked"))
