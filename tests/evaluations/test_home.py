"""The home keeps bytes whole, notices damage, and says so when it cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluations.home import Home, home
from tools.mistake import Mistake


def never() -> bytes:
    raise AssertionError("made again")


def test_what_was_made_once_is_read_back(tmp_path: Path) -> None:
    assert Home(tmp_path).kept("models/one", lambda: b"bytes") == b"bytes"
    assert Home(tmp_path).kept("models/one", never) == b"bytes"
    assert [file.name for file in (tmp_path / "models").iterdir()] == ["one"]


@pytest.mark.parametrize("damage", [lambda raw: raw[:-1], lambda raw: raw[:-1] + b"X", lambda raw: b""])
def test_damaged_bytes_are_made_again(tmp_path: Path, damage: object) -> None:
    assert callable(damage)
    place = Home(tmp_path)
    place.kept("one", lambda: b"bytes")
    (tmp_path / "one").write_bytes(damage((tmp_path / "one").read_bytes()))
    assert place.kept("one", lambda: b"bytes again") == b"bytes again"
    assert place.kept("one", never) == b"bytes again"


def test_a_home_that_cannot_be_written_is_a_mistake_with_the_cure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(Mistake, match="Set CASEBOOK_HOME"):
        Home(tmp_path / "file").kept("one", lambda: b"bytes")


def test_the_home_is_what_the_variable_names_and_nothing_is_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASEBOOK_HOME", str(tmp_path / "kept"))
    assert home().place == tmp_path / "kept"
    assert not (tmp_path / "kept").exists()
    monkeypatch.delenv("CASEBOOK_HOME")
    assert home().place.name == "casebook"
