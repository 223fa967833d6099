"""How an imported answer is read: a label as it is, a raw reply in its benchmark's own way."""

from __future__ import annotations

from typing import Any

import pytest

from evaluations.benchmarks import BENCHMARKS, benchmark
from evaluations.imports.reading import Readings
from tests.evaluations.told import ferry_case, scores, trace


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("B", "B"),
        (" b ", "B"),
        ("Ｂ", "B"),
        ("miss quill the  lodger", "B"),
        ("I think the answer is B.", "B"),
        ("答案：B", "B"),
        ("Z", None),
        ("", None),
        ("A or B", None),
    ],
)
def test_a_label_or_an_options_text_is_taken_and_a_raw_reply_is_read_officially(raw: str, value: str | None) -> None:
    made = trace({"answer": raw})
    assert made.answer is not None
    assert made.answer.value == value
    assert (made.status, made.stop) == (("answered", "imported") if value else ("failed", "unreadable"))
    assert made.imported is not None
    assert made.imported.raw == raw
    assert scores(made)["accuracy"][0] == float(value == "B")


def test_a_raw_reply_is_its_own_reasoning_and_a_bare_label_is_none() -> None:
    raw, bare = trace({"answer": "Mud. So the answer is B."}), trace({"answer": "B"})
    told = trace({"answer": "B", "reasoning": "as I said"})
    assert [made.answer.reasoning for made in (raw, bare, told) if made.answer] == [
        "Mud. So the answer is B.",
        "",
        "as I said",
    ]


@pytest.mark.parametrize(
    ("name", "settings", "fields", "raw", "value"),
    [
        ("longreason", [], {}, "First the answer is A, no: the answer is (B)", "B"),
        ("longreason", ["occurrence=first"], {}, "First the answer is A, no: the answer is (B)", "A"),
        ("lfed", [], {}, "选B，因为B比A好", "B"),
        ("prelude", [], {"kind": "verdict", "options": {"consistent": "x", "contradict": "y"}},
         "不矛盾。结论：一致", "consistent"),
        ("cofca", [], {"kind": "text", "options": {}}, "They met.\nFinal answer: **Gant Yard**", "Gant Yard"),
    ],
)  # fmt: skip
def test_each_benchmark_reads_a_raw_reply_in_its_own_way(
    name: str, settings: list[str], fields: dict[str, Any], raw: str, value: str
) -> None:
    kind = benchmark(name)
    about = ferry_case(benchmark=name, **fields).question
    assert Readings(kind, kind.chosen(settings)).value(about, raw) == value
    # in the sample each question is read by the benchmark it belongs to, with the settings that nobody chose
    if not settings:
        assert Readings(BENCHMARKS["sample"], {"part": "all"}).value(about, raw) == value
