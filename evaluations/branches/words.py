"""Edits in words, as the command line and the stepper take them."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from evaluations.branches.edits import (
    SETTINGS,
    AddEvidence,
    AddHypothesis,
    Drop,
    Edit,
    Replace,
    Reply,
    Requery,
    Restance,
    Rules,
    Setting,
    Swap,
)
from tools.mistake import Mistake
from tools.request import QUERY_KINDS

FORMS = {
    "drop": "drop E3",
    "stance": "stance E3 H2 -0.5",
    "query": "query Q4 keyword other words",
    "evidence": 'evidence 45 "words of that paragraph" H2 0.8',
    "replace": 'replace E3 45 "words of that paragraph"',
    "hypothesis": 'hypothesis "text" or hypothesis B "text"',
    "reply": "reply 12 FILE",
    "rules": "rules TEXT",
    "prompt": "prompt TEXT (added to the rules)",
    "model": "model NAME",
    **{name: f"{name} {'5' if name == 'rounds' else 'N'}" for name in SETTINGS},
}
"""Every kind of edit by its first word, as it is written."""


def parse_edit(text: str) -> Edit:
    """The edit that `text` tells; Mistake with the form it should have. The file of a reply is read now.

    >>> parse_edit("stance E3 H2 -0.5")
    Restance(kind='stance', node='E3', hypothesis='H2', stance=-0.5)
    >>> parse_edit('drop E3').told
    'E3 dropped'
    """
    kind, _, rest = text.strip().partition(" ")
    if kind not in FORMS:
        raise Mistake("That is no edit", got=text, allowed=", ".join(dict.fromkeys(FORMS)))
    made = _READ.get(kind, _setting)(kind, rest.strip())
    if made is None:
        raise Mistake(f"An edit of this kind is written otherwise; got {text!r}", cure=f"Write it: {FORMS[kind]}")
    return made


def _drop(kind: str, rest: str) -> Edit | None:
    return Drop(node=rest) if re.fullmatch(r"\S+", rest) else None


def _stance(kind: str, rest: str) -> Edit | None:
    match rest.split():
        case [node, hypothesis, value] if (stance := _stance_of(value)) is not None:
            return Restance(node=node, hypothesis=hypothesis, stance=stance)
    return None


def _query(kind: str, rest: str) -> Edit | None:
    query, search, text = (*rest.split(maxsplit=2), "", "", "")[:3]
    return Requery(query=query, search=search, text=text) if text and search in QUERY_KINDS else None


def _evidence(kind: str, rest: str) -> Edit | None:
    match _words(rest):
        case [paragraph, quote, *bears] if paragraph.isdecimal() and quote.strip() and len(bears) % 2 == 0:
            stances = {h: _stance_of(value) for h, value in zip(bears[::2], bears[1::2], strict=True)}
            if None not in stances.values():
                return AddEvidence(paragraph=int(paragraph), quote=quote, stance=stances)
    return None


def _replace(kind: str, rest: str) -> Edit | None:
    match _words(rest):
        case [node, paragraph, quote] if paragraph.isdecimal() and quote.strip():
            return Replace(node=node, paragraph=int(paragraph), quote=quote)
    return None


def _hypothesis(kind: str, rest: str) -> Edit | None:
    match _words(rest):
        case [text] if text.strip():
            return AddHypothesis(text=text)
        case [label, text] if text.strip():
            return AddHypothesis(text=text, label=label)
    return None


def _reply(kind: str, rest: str) -> Edit | None:
    call, _, file = rest.partition(" ")
    if not call.isdecimal() or not file.strip():
        return None
    try:
        return Reply(call=int(call), text=Path(file.strip()).read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        raise Mistake(f"The reply {file.strip()!r} cannot be read", allowed="a text file in UTF-8") from None


def _rules(kind: str, rest: str) -> Edit | None:
    return Rules(text=rest, added=kind == "prompt") if rest else None


def _model(kind: str, rest: str) -> Edit | None:
    return Swap(model=rest) if re.fullmatch(r"\S+", rest) else None


def _setting(kind: str, rest: str) -> Edit | None:
    value = _number(rest)
    if rest != "none" and (value is None or (kind != "cost" and value != int(value))):
        return None
    return Setting(name=kind, value=value)


def _words(rest: str) -> Sequence[str]:
    """The words, of which quoted ones are one; none where a quotation mark is left open."""
    try:
        return shlex.split(rest)
    except ValueError:
        return ()


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _stance_of(text: str) -> float | None:
    value = _number(text)
    return value if value is not None and -1 <= value <= 1 else None


_READ: dict[str, Callable[[str, str], Edit | None]] = {
    "drop": _drop,
    "stance": _stance,
    "query": _query,
    "evidence": _evidence,
    "replace": _replace,
    "hypothesis": _hypothesis,
    "reply": _reply,
    "rules": _rules,
    "prompt": _rules,
    "model": _model,
}
