"""The screen: where tables, plain lines and progress go."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


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
