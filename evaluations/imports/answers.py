"""A file of answers: one object a line, one research each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from evaluations.imports.account import Account, Spent
from evaluations.imports.fields import Fields
from evaluations.imports.findings import Findings
from evaluations.imports.replies import FIELDS, reply_in

ID = 200
"""Characters of a case's id."""
_USAGE = ("calls", "input_tokens", "output_tokens", "cached_tokens", "reasoning_tokens", "cost", "seconds")


def accounts_in(rows: Iterable[tuple[int, dict[str, Any]]], findings: Findings) -> list[Account]:
    """One account a row; faults for rows that cannot be read, and for two of one case and repeat."""
    found: dict[tuple[str, int], Account] = {}
    for line, values in rows:
        fields = Fields(line, values, findings)
        fields.only(("case", "repeat", "usage", *FIELDS))
        case, repeat = named(fields)
        account = Account(line, case, repeat, reply_in(fields), spent=_spent(fields))
        first = found.setdefault((case, repeat), account)
        if first is not account and case:
            cure = f"its repeat {repeat}" if fields.has("repeat") else "number them with repeat"
            fields.fault(f"case {case!r} stands in line {first.line} already; {cure}")
    return list(found.values())


def named(fields: Fields) -> tuple[str, int]:
    """The case's id and the repeat, 1 when it is not said."""
    if not fields.has("case"):
        fields.fault("it has no case")
    case = (fields.text("case", ID) or "").strip()
    return case, fields.whole("repeat", 1, 1000) or 1


def _spent(fields: Fields) -> Spent:
    usage = fields.object("usage")
    if usage is None:
        return Spent()
    usage.only(_USAGE)
    counts = {name: usage.whole(name) for name in _USAGE[:5]}
    return Spent(**counts, cost=usage.number("cost"), seconds=usage.number("seconds"))
