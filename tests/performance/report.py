"""How long the report of a large run takes, and how much memory: as tables, and as a page.

    uv run python tests/performance/report.py [TRACES] [TIMES]

The traces (5,000 if not told) are the sample's, researched without a model and copied as further repeats into a
folder that is thrown away. Each report is made by the command in a process of its own, three times if not told
otherwise; the median counts. Libraries are compiled beforehand, as they are from anybody's second command on.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

SECONDS, MEGABYTES = 10.0, 500.0
CASEBOOK = [sys.executable, "-c", "from evaluations.commands import main; main()"]
RUN = "sample-extractive"


def research(folder: Path) -> None:
    """The sample's 138 questions, once."""
    words = ["run", "sample", "--runs", str(folder), "--embedder", "none"]
    subprocess.run([*CASEBOOK, *words], check=True, capture_output=True)
    subprocess.run([*CASEBOOK, "report", RUN, "--runs", folder, "--html", folder / "page.html"], check=True,
                   capture_output=True)  # fmt: skip


def multiply(run: Path, wanted: int) -> int:
    """Copy the run's traces as repeats until there are `wanted`; their size in bytes."""
    files = sorted((run / "traces").glob("*.json"))
    parts = [(file.stem.rpartition(".")[0], json.loads(file.read_bytes())) for file in files]
    for at in range(len(files), wanted):
        case, raw = parts[at % len(files)]
        repeat = at // len(files) + 1
        text = json.dumps({**raw, "repeat": repeat}, ensure_ascii=False)
        (run / "traces" / f"{case}.{repeat}.json").write_text(text, encoding="utf-8")
    record = json.loads((run / "run.json").read_bytes())
    record["repeats"] = -(-wanted // len(files))
    (run / "run.json").write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    return sum(file.stat().st_size for file in (run / "traces").iterdir())


def measured(words: Sequence[str]) -> tuple[float, float, float]:
    """Seconds on the clock, seconds of the processor, and the peak of memory in MB of one command."""
    started = time.perf_counter()
    child = os.fork()
    if not child:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.execv(CASEBOOK[0], [*CASEBOOK, *words])
    _, status, used = os.wait4(child, 0)
    assert status == 0, f"{words} ended with {status}"
    return time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss / _scale()


def _scale() -> float:
    """How many of the system's units of memory make a megabyte: bytes on macOS, kilobytes elsewhere."""
    return 1e6 if sys.platform == "darwin" else 1e3


def main() -> None:
    given = [int(told) for told in sys.argv[1:3]]
    wanted, times = [*given, *(5000, 3)[len(given) :]]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with TemporaryDirectory() as place:
        folder = Path(place)
        research(folder)
        size = multiply(folder / RUN, wanted)
        print(f"{wanted:,} traces, {size / 1e6:.0f} MB")
        page = ["--html", str(folder / "page.html"), "--markdown", str(folder / "page.md")]
        for name, more in (("tables", []), ("page", [*page, "--csv", str(folder / "page.csv")])):
            told = sorted(measured(["report", RUN, "--runs", place, *more]) for _ in range(times))
            clock, processor, peak = told[len(told) // 2]
            kept = "kept" if clock <= SECONDS and peak <= MEGABYTES else "NOT KEPT"
            spread = f"{told[0][0]:.1f} to {told[-1][0]:.1f}"
            print(f"{name:8} {clock:5.1f} s ({spread}; {processor:.1f} s of the processor)  {peak:4.0f} MB  {kept}")


if __name__ == "__main__":
    main()
