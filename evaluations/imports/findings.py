"""What was found while a file was read: faults, which stop the import, and remarks, which do not."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from tools.mistake import Mistake

SHOWN = 5


@dataclass
class Findings:
    """Faults by line, and remarks with the lines they hold for."""

    faults: list[tuple[int, str]] = field(default_factory=list)
    remarks: dict[str, list[int]] = field(default_factory=dict)

    def fault(self, line: int, text: str) -> None:
        """Something that makes a line unusable; `text` continues "line N: "."""
        self.faults.append((line, text))

    def remark(self, line: int, text: str) -> None:
        """Something the user should know; the same text of several lines is told once."""
        self.remarks.setdefault(text, []).append(line)

    def check(self, file: Path) -> None:
        """Mistake with the first faults and the count of the others, when there is any."""
        if not self.faults:
            return
        told = sorted(self.faults, key=lambda fault: fault[0])
        lines = [f"  line {line}: {text}" for line, text in told[:SHOWN]]
        if more := len(told) - SHOWN:
            lines += [f"  and {more} more"] if more > 0 else []
        count = f"{len(told)} {'fault' if len(told) == 1 else 'faults'}"
        head = f"{file.name!r} cannot be imported, and nothing was written ({count}; the format: docs/import.md)"
        raise Mistake("\n".join([head, *lines]))

    def told(self) -> list[str]:
        """The remarks, each with how often it holds and where first."""
        return [f"{text} ({_where(lines)})" for text, lines in self.remarks.items()]


def _where(lines: list[int]) -> str:
    return f"line {lines[0]}" if len(lines) == 1 else f"{len(lines)} lines, first line {min(lines)}"
