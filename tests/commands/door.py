"""Knocks at the door: runs the command line in this process and tells what came back."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from evaluations.commands import main


class Reply(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


class Door:
    """`door("run", "sample")` is `casebook run sample`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *words: object) -> Reply:
        self._monkeypatch.setattr(sys, "argv", ["casebook", *map(str, words)])
        self._monkeypatch.setenv("COLUMNS", "80")
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = self._capsys.readouterr()
        return Reply(code, out, err)


def done(folder: Path, *commands: Sequence[str]) -> Path:
    """`folder`, after these commands were run in it and ended well: for what several tests begin from."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for words in commands:
            patch.setattr(sys, "argv", ["casebook", *words])
            with pytest.raises(SystemExit) as end:
                main()
            assert not end.value.code
    return folder
