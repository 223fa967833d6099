"""The door for command tests, in an empty folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.door import Door


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Door:
    monkeypatch.chdir(tmp_path)
    return Door(monkeypatch, capsys)
