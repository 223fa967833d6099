"""Alone: one process at a time researches a run, since two would ask and pay for everything twice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.mistake import Mistake

try:
    import fcntl
except ImportError:  # not a POSIX system: nothing keeps two processes apart there
    fcntl = None  # type: ignore[assignment]


@contextmanager
def alone(place: Path) -> Iterator[None]:
    """Holds a run's folder until the end, or until the process ends in whatever way; Mistake while another holds it."""
    if fcntl is None:
        yield
        return
    folder = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(folder)
        what = f"Another process is researching the run {place.name}"
        raise Mistake(what, cure="Wait for it to end, or choose another --name.", exit_code=1) from None
    try:
        yield
    finally:
        os.close(folder)
