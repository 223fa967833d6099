"""What someone else told of the case of the Ferry Inn, as files, accounts and traces."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agent.question import Player
from agent.researcher import seal
from agent.trace import Trace
from evaluations.benchmarks import benchmark
from evaluations.case import Case, Gold, ReferenceStep
from evaluations.imports.account import Account
from evaluations.imports.answers import accounts_in
from evaluations.imports.findings import Findings
from evaluations.imports.logs import logged_in
from evaluations.imports.reading import Readings
from evaluations.imports.tracing import events_of
from evaluations.scoring import score
from tests.agent.scenes import CUT, question, view
from tools.book import Book

PLAYER = Player(name="GraphRAG + X", kind="imported")
CASE = "ferry-q1"


def ferry_case(**changes: object) -> Case:
    """The question of the inn; gold lies in 5, 6 and 9, and one step is inferred."""
    steps = [
        ReferenceStep(text=text, kind="explicit" if at else "inferred", position=at)
        for text, at in (
            ("Miss Quill had mud to the ankle.", 5),
            ("The river path was under water.", 6),
            ("She fed the dog each evening.", 9),
            ("So she lied about her walk.", None),
        )
    ]
    return Case(
        question=question(**{"benchmark": "detectiveqa", **changes}), gold=Gold(answer="B", steps=tuple(steps)), cut=CUT
    )


def written(file: Path, *rows: Any) -> Path:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


def faults(*rows: Mapping[str, Any]) -> list[str]:
    """The faults of a file of answers, or of a log when the first row has an event."""
    findings = Findings()
    _read(rows, findings)
    return [text for _, text in findings.faults]


def account(*rows: Mapping[str, Any]) -> Account:
    """The one account that these rows, without any fault, make."""
    findings = Findings()
    (found,) = _read(rows, findings)
    assert findings.faults == []
    return found


def trace(
    *rows: Mapping[str, Any], book: Book | None = None, case: Case | None = None, bookless: bool = False
) -> Trace:
    """The sealed trace of what these rows tell; `case` and `event` may be left out of them."""
    shown = None if bookless else book or view()
    about = (case or ferry_case()).question
    told = account(*({"case": CASE, **row} for row in rows))
    raw = told.reply.answer if told.reply else None
    value = None if raw is None else Readings(benchmark("detectiveqa"), {}).value(about, raw)
    return seal(events_of(told, about, PLAYER, shown, value))


def scores(made: Trace, case: Case | None = None) -> dict[str, tuple[float | None, Any]]:
    """Metric to (value, why)."""
    told = score([case or ferry_case()], [made], lambda _, digest: view() if digest == view().digest else None)
    return {one.metric: (one.value, one.why) for one in told}


def _read(rows: Sequence[Mapping[str, Any]], findings: Findings) -> list[Account]:
    numbered = [(line, dict(row)) for line, row in enumerate(rows, 1)]
    if "event" in rows[0]:
        return logged_in(numbered, "", findings)
    return accounts_in(numbered, findings)
