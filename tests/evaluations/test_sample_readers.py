"""The sample's readers: whoever had only the text agreed with the gold, and the table in the docs says how far."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source

HOUSE = Path(__file__).parent.parent.parent
CASES = {case.id: (part, case) for part in sample.PARTS for case in sample.load(Source(settings={"part": part})).cases}


def right(file: str) -> tuple[Counter[str], Counter[str]]:
    """How many items of each part a reader answered, and how many as the gold has it."""
    asked: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    for line in (sample.HERE / "readers" / file).read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        part, case = CASES[told["id"]]
        said, gold = str(told["answer"]).strip().casefold(), case.gold.answer.casefold()
        asked[part] += 1
        agreed[part] += said == gold or (part == "cofca" and (said in gold or gold in said))
    return asked, agreed


def test_readers_with_the_text_answered_every_item_and_agree() -> None:
    asked, agreed = right("with_text.jsonl")
    assert asked == {"detectiveqa": 24, "prelude": 24, "lfed": 24, "cofca": 18, "longreason": 24}
    assert sum(agreed.values()) >= 0.95 * sum(asked.values())


@pytest.mark.parametrize("part", sample.PARTS)
def test_the_table_in_the_docs_says_what_the_readers_answered(part: str) -> None:
    asked, agreed = right("with_text.jsonl")
    assert f"{agreed[part]} of {asked[part]}" in (HOUSE / "docs" / "casebook.md").read_text(encoding="utf-8")


def test_the_docs_say_how_far_readers_without_the_text_came() -> None:
    asked, agreed = right("without_text.jsonl")
    told = (HOUSE / "docs" / "casebook.md").read_text(encoding="utf-8")
    for part in ("detectiveqa", "lfed", "prelude"):
        assert f"{agreed[part]} of {asked[part]}" in told
