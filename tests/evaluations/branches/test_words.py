"""Edits in words: what is understood, and what is told when it is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.branches.edits import (
    EDIT,
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
from evaluations.branches.words import FORMS, parse_edit
from tools.mistake import Mistake

UNDERSTOOD: dict[str, Edit] = {
    "drop E3": Drop(node="E3"),
    "  drop   E3 ": Drop(node="E3"),
    "stance E3 H2 -0.5": Restance(node="E3", hypothesis="H2", stance=-0.5),
    "query Q4 keyword other words": Requery(query="Q4", search="keyword", text="other words"),
    "query Q4 range 45-47": Requery(query="Q4", search="range", text="45-47"),
    "query Q4 phrase 黄铜 钥匙": Requery(query="Q4", search="phrase", text="黄铜 钥匙"),
    'evidence 45 "quote of it"': AddEvidence(paragraph=45, quote="quote of it"),
    'evidence 45 "didn\'t, she said" H2 0.8 H1 -1': AddEvidence(
        paragraph=45, quote="didn't, she said", stance={"H2": 0.8, "H1": -1.0}
    ),
    'replace E3 45 "quote"': Replace(node="E3", paragraph=45, quote="quote"),
    'hypothesis "the cook did"': AddHypothesis(text="the cook did"),
    'hypothesis D "厨子"': AddHypothesis(text="厨子", label="D"),
    "rounds 5": Setting(name="rounds", value=5),
    "calls none": Setting(name="calls", value=None),
    "cost 0.25": Setting(name="cost", value=0.25),
    "model org/some-model:7b": Swap(model="org/some-model:7b"),
    "rules Only the book counts.": Rules(text="Only the book counts."),
    "prompt Think twice.": Rules(text="Think twice.", added=True),
}


@pytest.mark.parametrize("text", UNDERSTOOD)
def test_an_edit_in_words_is_understood_and_stays_the_same_through_json(text: str) -> None:
    edit = parse_edit(text)
    assert edit == UNDERSTOOD[text]
    assert EDIT.validate_json(edit.model_dump_json()) == edit
    assert edit.told
    assert re.fullmatch(r"[\w.-]{1,60}", edit.slug)


def test_a_reply_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "the reply.json"
    file.write_text('{"answer": "乙"}', encoding="utf-8")
    assert parse_edit(f"reply 12 {file}") == Reply(call=12, text='{"answer": "乙"}')


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "drop, stance"),
        ("remove E3", "That is no edit; got 'remove E3'"),
        ("drop", "Write it: drop E3"),
        ("drop E3 E4", "Write it: drop E3"),
        ("stance E3 H2", "stance E3 H2 -0.5"),
        ("stance E3 H2 2", "stance E3 H2 -0.5"),
        ("stance E3 H2 nan", "stance E3 H2 -0.5"),
        ("query Q4 guess words", "query Q4 keyword"),
        ("query Q4 keyword", "query Q4 keyword"),
        ("evidence E45 words", "evidence 45"),
        ('evidence 45 "open', "evidence 45"),
        ('evidence 45 "words" H2', "evidence 45"),
        ('evidence 45 "words" H2 much', "evidence 45"),
        ('replace E3 "words"', "replace E3 45"),
        ("hypothesis", "hypothesis"),
        ("rounds many", "rounds 5"),
        ("rounds 2.5", "rounds 5"),
        ("model two words", "model NAME"),
        ("rules", "rules TEXT"),
        ("reply 12", "reply 12 FILE"),
        ("reply 12 nowhere.txt", "'nowhere.txt' cannot be read"),
    ],
)
def test_what_is_not_understood_tells_the_form(text: str, told: str) -> None:
    with pytest.raises(Mistake) as mistake:
        parse_edit(text)
    assert told in str(mistake.value)
    assert "\n" not in str(mistake.value)


@given(st.sampled_from(list(FORMS)), st.text(max_size=40))
def test_whatever_is_written_is_an_edit_or_a_mistake(kind: str, rest: str) -> None:
    try:
        edit = parse_edit(f"{kind} {rest}")
    except Mistake:
        return
    assert edit.told
    assert "/" not in edit.slug
