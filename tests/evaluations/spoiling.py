"""Rows spoiled at random, for any benchmark: fields deleted, replaced or doubled; bytes cut off, swapped, inserted."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

NUMBERS = [-1, 0, 1, 2, 10**30, 2.5, float("nan"), float("inf"), 1e300, True, False, None]
TEXTS = [
    "",
    " ",
    "A",
    "b",
    "7",
    "#1",
    "yes",
    "2 hop",
    "'",
    "\ud800",
    "\x00",
    "长" * 300,
    "x" * 100_000,
    "谁？",
    "\ufeff",
]
CONTAINERS: list[Any] = [[], [[]], {}, {"": "x"}, ["x", "y"], [None, None], [["t", ["s"]]], [["t", 3]], [[[[1]]]]]
ODD = st.one_of(st.sampled_from([*NUMBERS, *TEXTS, *CONTAINERS]), st.text(max_size=5), st.integers())
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030", "latin-1", "utf-32")


def containers(value: Any) -> list[Any]:
    """Every dict and list in `value` that holds something, the outermost first."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return ([value] if inside else []) + [found for one in inside for found in containers(one)]


@st.composite
def spoiled(draw: st.DrawFn, rows: list[Any]) -> Any:
    """`rows` with one to five places deleted, replaced or doubled."""
    whole = json.loads(json.dumps(rows))
    for _ in range(draw(st.integers(1, 5))):
        places = containers(whole)
        if not places:
            break
        # half of the time near the top, where it does the most harm
        place = draw(st.sampled_from(places[: len(rows) + 1] if draw(st.booleans()) else places))
        key = draw(st.sampled_from(list(place) if isinstance(place, dict) else list(range(len(place)))))
        act = draw(st.sampled_from(["delete", "replace", "replace", "double"]))
        if act == "delete":
            del place[key]
        elif act == "replace":
            place[key] = json.loads(json.dumps(draw(ODD)))
        elif isinstance(place, list):
            place.insert(key, json.loads(json.dumps(place[key])))
        else:
            place[draw(st.sampled_from([f" {key}", key.upper()]))] = place[key]
    return whole


@st.composite
def damaged(draw: st.DrawFn, text: str) -> bytes:
    """`text` in some encoding, cut off somewhere or with bytes put in."""
    content = text.encode(draw(st.sampled_from(ENCODINGS)), errors="replace")
    cut = draw(st.integers(0, len(content)))
    rest = draw(st.sampled_from([b"", content[cut:]]))
    return content[:cut] + draw(st.binary(max_size=8)) + rest
