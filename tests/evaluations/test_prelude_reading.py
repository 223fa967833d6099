"""Raw replies read as verdicts, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.question import Question
from evaluations.benchmarks.prelude.reading import read

ASKED = Question(id="q", benchmark="prelude", kind="verdict", text="She rowed.")


@pytest.mark.parametrize(
    "reply",
    [
        "Consistent",
        "CONSISTENT.",
        "The name contradicts nothing else I know. So: Consistent",
        "Answer: **Consistent**",
        '{"reason": "It may seem to contradict page 3.", "answer": "Consistent"}',
        "Verdict: Consistent. (One might say that it contradicts the letter, but the letter is a lie.)",
        "The prequel does not contradict the book.",
        "It doesn't directly contradict anything.",
        "There is no contradiction.",
        "This is not inconsistent.",
        "一致",
        "【一致】",
        "乍看有些矛盾，细想并不矛盾。",
        "结论：一致。原著只有一处看似矛盾。",
        "两者没有任何矛盾",
        "答案是：“一致”",
        "ＣＯＮＳＩＳＴＥＮＴ",
    ],
)
def test_replies_that_say_consistent(reply: str) -> None:
    assert read(ASKED, reply) == "consistent"


@pytest.mark.parametrize(
    "reply",
    [
        "Contradict",
        "contradictory",
        "Most of it is consistent, but it contradicts chapter 2.",
        "It is inconsistent with the book.",
        "It is not consistent with what she says.",
        "This isn't consistent.",
        "Answer: Contradict\nThe rest would be consistent.",
        "Is it consistent? It is not supported and contradicts the book.",
        "矛盾",
        "前半段一致，后半段与原著矛盾",
        "与原著不一致。",
        "判断：矛盾（其余各处一致）",
        "并非一致",
    ],
)
def test_replies_that_say_contradict(reply: str) -> None:
    assert read(ASKED, reply) == "contradict"


@pytest.mark.parametrize("reply", ["", "I cannot tell.", "A", "She was consistently late.", "我不知道", "矛 盾"])
def test_replies_without_a_verdict_cannot_be_read(reply: str) -> None:
    assert read(ASKED, reply) is None


@given(st.text(max_size=200))
def test_any_reply_is_read_as_a_verdict_or_not_at_all(reply: str) -> None:
    assert read(ASKED, reply) in ("consistent", "contradict", None)


@given(st.text(alphabet="abc 。,", max_size=80), st.sampled_from(["Consistent", "Contradict"]))
def test_the_last_word_is_the_verdict_whatever_stands_before(reasoning: str, verdict: str) -> None:
    assert read(ASKED, f"It contradicts, or is consistent. {reasoning}\n{verdict}") == verdict.lower()
