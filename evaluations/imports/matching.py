"""Accounts and the benchmark's cases: who belongs to which, and what has no line in the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from evaluations.case import Case
from evaluations.imports.account import Account
from evaluations.imports.fields import brief
from evaluations.imports.findings import SHOWN, Findings


@dataclass(frozen=True)
class Matched:
    """An account and the case it is of."""

    account: Account
    case: Case


def matched(accounts: Sequence[Account], cases: Sequence[Case], findings: Findings) -> list[Matched]:
    """Each account with its case, by the exact id; an unknown id is a fault that names the ids most like it."""
    by_id = {case.id: case for case in cases}
    found, unknown = [], 0
    for account in accounts:
        if case := by_id.get(account.case):
            found.append(Matched(account, case))
            continue
        unknown += 1
        near = get_close_matches(account.case[:200], by_id, 3, 0.6) if unknown <= SHOWN else []
        hint = f"; did you mean {' or '.join(near)}?" if near else f"; ids look like {next(iter(by_id), '(none)')}"
        findings.fault(account.line, f"there is no case {brief(account.case)}{hint}")
    return found


def missing(accounts: Sequence[Account], cases: Sequence[Case]) -> list[str]:
    """The ids of the cases of which no account tells."""
    told = {account.case for account in accounts}
    return [case.id for case in cases if case.id not in told]
