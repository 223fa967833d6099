"""Files to import: all their faults at once, and never a traceback whatever is in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.fold import fold
from evaluations.imports import lines
from evaluations.imports.answers import accounts_in
from evaluations.imports.fields import brief, numbered, plain
from evaluations.imports.findings import Findings
from evaluations.imports.matching import matched, missing
from evaluations.imports.source import read_file
from evaluations.imports.tracing import events_of
from graphs.check import check
from graphs.render import as_mermaid, as_text
from tests.agent.scenes import view
from tests.evaluations.spoiling import damaged, spoiled
from tests.evaluations.told import CASE, PLAYER, faults, ferry_case, written
from tools.mistake import Mistake

ROWS: list[Any] = [
    {
        "case": CASE, "repeat": 1, "answer": "B", "reasoning": "mud", "confidence": 0.5, "sub_answers": ["a", None],
        "steps": ["first", {"text": "muddy", "paragraphs": [5], "quote": "mud to the ankle"},
                  {"text": "so", "rests_on": [1, 2], "citations": "6-7"}],
        "citations": [5, "6", {"paragraph": 7, "quote": "bark"}], "rests_on": [3],
        "usage": {"calls": 1, "input_tokens": 5, "output_tokens": 2, "cost": 0.1},
    },
    {"case": CASE, "repeat": 2, "answer": "答案是 B"},
]  # fmt: skip
EVENTS: list[Any] = [
    {"case": CASE, "person": "ann", "at": "2026-01-31T14:05:00Z", "event": "search", "query": "门闩", "hits": [5]},
    {"case": CASE, "person": "ann", "event": "read", "paragraphs": ["5", "7-8"]},
    {"case": CASE, "person": "ann", "event": "note", "paragraph": 5, "quote": "mud to the ankle"},
    {"case": CASE, "person": "ann", "event": "note", "text": "so", "rests_on": [1]},
    {"case": CASE, "person": "ann", "event": "answer", "value": "B", "rests_on": [2]},
]


def told_by(file: Path) -> str:
    """What stops this file, '' when nothing does; all of its accounts then fold, check and draw."""
    try:
        told = read_file(file, "", "a system", Findings())
    except Mistake as mistake:
        return str(mistake)
    for account in told.accounts:
        value = "B" if account.reply and account.reply.answer else None
        state = fold(events_of(account, ferry_case().question, PLAYER, view(), value))
        check(state.graph, view(), state.read)
        assert "\x1b" not in as_text(state.graph) + as_mermaid(state.graph)
    return ""


MALFORMED = {
    "nothing": b"",
    "blank lines": b"\n \n\n",
    "half a line": b'{"case": "ferry-q1", "ans',
    "a list": b'[{"case": "ferry-q1", "answer": "B"}]',
    "a word": b"B\n",
    "csv": b"case,answer\nferry-q1,B\n",
    "utf-16": '{"case": "ferry-q1", "answer": "B"}\n'.encode("utf-16"),
    "gb18030": '{"case": "ferry-q1", "answer": "门"}\n'.encode("gb18030"),
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00",
    "zeros": bytes(1000),
    "deep": b"[" * 100_000,
    "deep objects": b'{"case":' * 5000,
    "a long number": b'{"case": "ferry-q1", "answer": ' + b"9" * 5000 + b"}",
    "no case": b'{"answer": "B"}',
    "no answer": b'{"case": "ferry-q1"}',
    "the same twice": b'{"case": "ferry-q1", "answer": "B"}\n' * 2,
    "a list for an answer": b'{"case": "ferry-q1", "answer": ["B"]}',
    "an object for a case": b'{"case": {"id": 1}, "answer": "B"}',
    "steps as a text": b'{"case": "ferry-q1", "answer": "B", "steps": "first, then"}',
    "a step of numbers": b'{"case": "ferry-q1", "answer": "B", "steps": [1, null, []]}',
    "a negative paragraph": b'{"case": "ferry-q1", "answer": "B", "citations": [-1]}',
    "a step 0": b'{"case": "ferry-q1", "answer": "B", "steps": [{"text": "a", "rests_on": [0]}]}',
    "not a share": b'{"case": "ferry-q1", "answer": "B", "confidence": 85}',
    "nan": b'{"case": "ferry-q1", "answer": "B", "confidence": NaN}',
    "infinity": b'{"case": "ferry-q1", "answer": "B", "usage": {"cost": Infinity}}',
    "answers in a log": b'{"case": "ferry-q1", "event": "read", "paragraphs": 1}\n{"case": "ferry-q1", "answer": "B"}',
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_file_is_refused_with_its_lines_named(name: str, tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_bytes(MALFORMED[name])
    told = told_by(file)
    assert "'answers.jsonl'" in told
    assert "line " in told or "holds no answers" in told
    assert len(told) < 600


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=spoiled(ROWS) | spoiled(EVENTS))
def test_spoiled_rows_are_refused_or_imported_and_nothing_breaks(rows: Any, tmp_path: Path) -> None:
    file = tmp_path / "spoiled.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    told_by(file)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=damaged("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in [*ROWS, *EVENTS])))
def test_damaged_bytes_are_refused_or_imported_and_nothing_breaks(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "damaged.jsonl"
    file.write_bytes(content)
    told_by(file)


ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
NAMES = st.text(max_size=5)


@given(
    st.recursive(ATOMS, lambda one: st.lists(one, max_size=3) | st.dictionaries(NAMES, one, max_size=3), max_leaves=8)
)
def test_any_value_has_paragraph_numbers_or_none_and_is_told_briefly(value: Any) -> None:
    found = numbered(value)
    assert found is None or (found and all(number >= 1 for number in found))
    assert len(brief(value)) <= 60
    assert "\n" not in brief(value)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (12, [12]),
        ("12", [12]),
        ("[12]", [12]),
        ("120-122", [120, 121, 122]),
        ("[7]–[8]", [7, 8]),
        ("3, 5-6；9", [3, 5, 6, 9]),
        (0, None),
        (-1, None),
        (True, None),
        (2.5, None),
        ("", None),
        ("five", None),
        ("9-3", None),
        ("1-99999999", None),
        ("1" * 5000, None),
    ],
)
def test_paragraph_numbers_are_read_as_people_write_them(value: Any, found: list[int] | None) -> None:
    assert numbered(value) == found


def test_a_line_that_is_too_long_is_passed_over_and_the_next_one_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LONGEST", 1000)
    file = tmp_path / "long.jsonl"
    file.write_text(json.dumps({"answer": "x" * 5000}) + "\n" + json.dumps({"case": "x"}) + "\n" + "y" * 3000)
    findings = Findings()
    assert list(lines.objects(file, findings)) == [(2, {"case": "x"})]
    assert [line for line, _ in findings.faults] == [1, 3]


def test_all_faults_are_counted_and_the_first_five_shown(tmp_path: Path) -> None:
    rows = [{"case": f"c{n}", "answer": "A", "confidence": 2} for n in range(7)] + [{"case": "x"}]
    told = told_by(written(tmp_path / "a.jsonl", *rows))
    assert "nothing was written (8 faults" in told
    assert told.count("\n") == 6
    assert "  line 1: confidence must be a number from 0 to 1; got 2\n" in told
    assert told.endswith("  and 3 more.")


def test_what_is_too_large_is_a_fault_with_the_bound() -> None:
    def one(**fields: Any) -> str:
        (fault,) = faults({"case": "x", "answer": "A", **fields})
        return fault

    assert one(answer="x" * 100_001) == "answer has 100,001 characters; at most 100,000"
    assert one(steps=["x" * 20_001]) == "step 1: text has 20,001 characters; at most 20,000"
    assert one(steps=["x"] * 1001) == "steps has 1,001 entries; at most 1,000"
    assert "at most 20,000; got '1-20001'" in one(steps=[{"text": "x", "paragraphs": "1-20001"}])


def test_a_field_with_another_name_is_ignored_and_said() -> None:
    findings = Findings()
    rows = [{"case": f"c{n}", "answer": "A", "citation": [5], "latency\x1b[2J": 3} for n in range(3)]
    accounts_in(enumerate(rows, 1), findings)
    assert findings.told() == [
        "the field 'citation' is ignored, did you mean 'citations'? (3 lines, first line 1)",
        "the field 'latency�[2J' is ignored (3 lines, first line 1)",
    ]


def test_an_unknown_case_names_the_ids_most_like_it() -> None:
    findings = Findings()
    rows = [{"case": "ferry-Q1", "answer": "A"}, {"case": "终章", "answer": "A"}, {"case": CASE, "answer": "A"}]
    accounts = accounts_in(enumerate(rows, 1), findings)
    assert [pair.account.line for pair in matched(accounts, [ferry_case()], findings)] == [3]
    assert findings.faults == [
        (1, "there is no case 'ferry-Q1'; did you mean ferry-q1?"),
        (2, "there is no case '终章'; ids look like ferry-q1"),
    ]
    assert missing(accounts[:2], [ferry_case()]) == [CASE]


def test_characters_that_steer_a_screen_are_replaced_and_lines_stay() -> None:
    assert plain("a\x1b[31mb\x9b2J\u202ec\ud800\r\nd\te") == "a�[31mb�2J�c�\nd\te"
