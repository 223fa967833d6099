"""Ctrl-C: the run stops with a line, loses nothing, and the same command finishes it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.commands.door import Door

TWO = ("--case", "en-human-1-q1", "--case", "en-human-1-q2", "--repeats", "6")
COMMAND = [sys.executable, "-c", "from evaluations.commands import main; main()", "run", "sample", *TWO]


def test_an_interrupted_run_goes_on_where_it_was(door: Door, tmp_path: Path) -> None:
    running = subprocess.Popen(COMMAND, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    traces = tmp_path / "runs/sample-extractive/traces"
    deadline = time.monotonic() + 60
    while not (traces.is_dir() and any(traces.glob("*.json"))) and time.monotonic() < deadline:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.splitlines()[-1] == "casebook: Stopped. Nothing is lost: the same command goes on from here."
    assert "Traceback" not in err
    kept = {f.name: f.read_bytes() for f in traces.glob("*.json")}
    assert 1 <= len(kept) < 12
    assert door("run", "sample", *TWO).code == 0
    finished = {f.name: f.read_bytes() for f in traces.glob("*.json")}
    assert len(finished) == 12
    assert kept.items() <= finished.items()
    assert not any((traces.parent / "open").iterdir())
