"""An imported file as accounts, whichever of the two formats it is in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evaluations.imports.account import Account
from evaluations.imports.answers import accounts_in
from evaluations.imports.fields import brief
from evaluations.imports.findings import Findings
from evaluations.imports.lines import objects
from evaluations.imports.logs import logged_in, persons_in
from tools.mistake import Mistake


@dataclass(frozen=True)
class Told:
    """The accounts of a file, and the person whose log it is ('' for answers and for a system's log)."""

    accounts: list[Account]
    person: str = ""


def read_file(file: Path, person: str, system: str, findings: Findings) -> Told:
    """What `file` tells; its faults and remarks go into `findings`.

    It is a log when any of its objects has an `event`. Mistake when it holds nothing, or does not say whose log it is.
    """
    rows = list(objects(file, findings))
    if not any("event" in values for _, values in rows):
        accounts = accounts_in(rows, findings)
        findings.check(file)
        return Told(_some(accounts, file), person)
    whose = _whose(persons_in(rows), person, system, file)
    accounts = logged_in(rows, whose, findings)
    findings.check(file)
    return Told(_some(accounts, file), whose)


def _whose(persons: list[str], person: str, system: str, file: Path) -> str:
    """Whose events of a log are taken; '' for all of a log that names nobody."""
    if person or (system and not persons):
        if person and persons and person not in persons:
            raise Mistake(f"{file.name!r} has no event of this person", got=person, allowed=_listed(persons))
        return person
    if len(persons) == 1:
        return persons[0]
    cure = "Say it: --person NAME, or --system NAME for a system's log."
    raise Mistake(f"Whose log is {file.name!r}? It names {_listed(persons) or 'nobody'}", cure=cure)


def _listed(persons: list[str]) -> str:
    return ", ".join(brief(name) for name in persons[:5]) + (" …" if len(persons) > 5 else "")


def _some(accounts: list[Account], file: Path) -> list[Account]:
    if not accounts:
        raise Mistake(f"{file.name!r} holds no answers and no events", cure="The format: docs/import.md")
    return accounts
