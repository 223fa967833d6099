"""A run is researched by one process at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluations.alone import alone
from tools.mistake import Mistake


def test_a_second_one_is_told_to_wait_and_the_next_may_begin(tmp_path: Path) -> None:
    with alone(tmp_path), pytest.raises(Mistake, match="Another process is researching"), alone(tmp_path):
        pass
    with alone(tmp_path):
        assert list(tmp_path.iterdir()) == []


def test_runs_beside_each_other_do_not_mind(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with alone(tmp_path / "one"), alone(tmp_path / "other"):
        pass
