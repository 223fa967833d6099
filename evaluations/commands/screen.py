"""The screen: where tables, plain lines and progress go."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)


def console() -> Console:
    """Standard output; at most 100 columns, and 80 when it is not a terminal."""
    out = Console(highlight=False, soft_wrap=False)
    out.width = min(out.width, 100) if out.is_terminal else 80
    return out


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1))


class Counter:
    """Counts finished work: a bar with the time left on a terminal, plain lines elsewhere."""

    def __init__(self, bar: Progress | None, total: int, noun: str) -> None:
        self._bar, self._total, self._done = bar, total, 0
        self._row = bar.add_task(noun, total=total) if bar else None

    def tick(self, text: str) -> None:
        """One more is done; `text` says which."""
        self._done += 1
        if self._bar and self._row is not None:
            self._bar.update(self._row, advance=1)
        else:
            print(f"[{self._done}/{self._total}] {text}", file=sys.stderr, flush=True)


@contextmanager
def counting(total: int, noun: str) -> Iterator[Counter]:
    """A counter on standard error for `total` pieces of work."""
    err = Console(stderr=True)
    if not err.is_terminal:
        yield Counter(None, total, noun)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        yield Counter(bar, total, noun)


class Transfer:
    """Shows files coming in: a bar of bytes on a terminal, a line for each file elsewhere. Safe from threads."""

    def __init__(self, bar: Progress | None, files: int, size: int) -> None:
        self._bar, self._files, self._done, self._arrived = bar, files, 0, 0
        self._row = bar.add_task("downloading", total=size) if bar else None
        self._lock = threading.Lock()

    def moved(self, count: int) -> None:
        """So many more bytes have come in."""
        if self._bar and self._row is not None:
            self._bar.update(self._row, advance=count)

    def finished(self, file: str, size: int) -> None:
        """A file of `size` bytes is there, fetched now or earlier."""
        with self._lock:
            self._done, self._arrived = self._done + 1, self._arrived + size
            if self._bar and self._row is not None:
                shown = max(self._arrived, self._bar.tasks[0].completed)
                self._bar.update(self._row, completed=shown, description=f"{self._done}/{self._files} files")
            else:
                print(f"[{self._done}/{self._files}] {file} ({size:,} bytes)", file=sys.stderr, flush=True)


@contextmanager
def transferring(files: int, size: int) -> Iterator[Transfer]:
    """Shows on standard error how `files` files of together `size` bytes come in."""
    err = Console(stderr=True)
    if not err.is_terminal:
        yield Transfer(None, files, size)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        yield Transfer(bar, files, size)
