"""Brief: an event in one line of plain text."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from agent.trace import Event, Payload
from evaluations.prose import one_line

LINE = 300
"""Characters of a line: more than any screen has columns."""


def brief(event: Event, most: int | None = LINE) -> str:
    """What happened, in one line of at most so many characters; a payload that is not as it should be, as it is."""
    try:
        told = _TOLD[event.kind](event.payload)
    except (KeyError, TypeError, AttributeError, ValueError):
        told = json.dumps(event.payload, ensure_ascii=False)
    return one_line(told)[:most]


def ranges(numbers: Sequence[int]) -> str:
    """Numbers as ranges, in order: 5, 3, 4, 9 gives 3–5, 9."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{r[0]}–{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)


def _opened(p: Payload) -> str:
    return f"{p['researcher']['name']} is asked: {p['question']['text']}"


def _analyzed(p: Payload) -> str:
    negated = "which one does not hold; " if p.get("negated") else ""
    return f"{negated}{len(p.get('entities', ()))} names, {len(p.get('claims', ()))} claims"


def _noted(p: Payload) -> str:
    node = p["node"]
    if node["kind"] == "hypothesis":
        return f"{node['id']} {node['label']}: {node['text']}" if node.get("label") else f"{node['id']} {node['text']}"
    if node["kind"] == "evidence":
        return f"{node['id']} [{node['paragraph']}] {node['quote']}"
    if node["kind"] == "absence":
        return f"{node['id']} not in [{node['first']}–{node['last']}]: {node['text']}"
    return f"{node['id']} {node['text']} (from {', '.join(node['parents'])})"


def _queried(p: Payload) -> str:
    query = p["query"]
    about = f" {query['hypothesis']}" if query.get("hypothesis") else ""
    return f"{query['id']} {query['kind']} ({query['intent']}{about}): {query['text']}"


def _searched(p: Payload) -> str:
    found = " ".join(f"[{hit['paragraph']}]" for hit in p["hits"])
    return f"{p['query']} found {len(p['hits'])}{': ' if found else ''}{found}"


def _read(p: Payload) -> str:
    return (f"for {p['reason']}: " if p.get("reason") else "") + ranges(p["paragraphs"])


def _assessed(p: Payload) -> str:
    beliefs = "  ".join(f"{h} {value:.2f}" for h, value in p["beliefs"].items())
    return f"{beliefs or 'nothing to believe'}; margin {p['margin']:.2f}"


def _verified(p: Payload) -> str:
    return "sufficient" if p["sufficient"] else f"not yet: {'; '.join(p['missing']) or 'too little'}"


def _called(p: Payload) -> str:
    usage = p["usage"]
    tokens = f"{usage['input_tokens']:,} tokens in, {usage['output_tokens']:,} out"
    fault = f"; not usable: {p['fault']}" if p.get("fault") else ""
    return f"{p['node']}: {tokens}{', from the record' if p.get('recorded') else ''}{fault}"


def _answered(p: Payload) -> str:
    value = p["answer"]["value"]
    rests = ", ".join(p["parents"]) or "nothing"
    return f"{p['status']}: {value} (from {rests})" if value is not None else f"{p['status']}: no answer"


def _dropped(p: Payload) -> str:
    others = ", ".join(node for node in p.get("gone", ()) if node != p["node"])
    return f"{p['node']}, and with it {others}" if others else str(p["node"])


_TOLD: dict[str, Callable[[Payload], str]] = {
    "opened": _opened,
    "imported": lambda p: f"research done elsewhere; untold: {', '.join(p['untold']) or 'nothing'}",
    "entered": lambda p: f"{p['node']}, round {p['round']}" if p["round"] else str(p["node"]),
    "analyzed": _analyzed,
    "noted": _noted,
    "retired": lambda p: f"{p['hypothesis']}: {p['reason']}",
    "merged": lambda p: f"{p['drop']} into {p['keep']}",
    "queried": _queried,
    "searched": _searched,
    "read": _read,
    "refused": lambda p: f"{p['move']} ({p['guard']}): {p['reason']}",
    "assessed": _assessed,
    "verified": _verified,
    "called": _called,
    "fell-back": lambda p: f"{p['node']}: {p['why']}",
    "stopped": lambda p: str(p["reason"]),
    "answered": _answered,
    "failed": lambda p: str(p["reason"]),
    "edited": lambda p: f"by hand: {p['told']}",
    "dropped": _dropped,
}
