"""A judge that rests every point on the same words gains nothing; one that hears a paraphrase loses nothing.

The honest spans are a reader's own words for each reference step of the sample, written for this test: a third of the
English ones share no content word with their step, so that words in common cannot be asked of every verdict.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from agent.question import Step
from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source
from evaluations.case import Case
from evaluations.scorers import Judgement
from tests.agent.llm.talker import Talker
from tests.evaluations.bench import contents, exhibit, judgement
from tests.evaluations.traces import a_case
from tools.terms import keys

HONEST = Path(__file__).parents[1] / "data" / "judging"
EN = a_case(
    ("Luce alone had the key of the boat-house.", 3), ("The ferry ran at nine on Sunday.", 5),
    ("Mud lay on the stairs in the morning.", 8), ("Pym slept until the bell rang.", 9),
    ("So nobody but Luce can have crossed the water.", -1),
)  # fmt: skip
ZH = a_case(
    ("只有露西有船屋的钥匙。", 3), ("渡船星期天九点开。", 5), ("早上楼梯上有泥。", 8), ("皮姆一直睡到打钟。", 9),
    ("所以除了露西没有人过得了河。", -1),
)  # fmt: skip
EMPTY = (
    "0. contained",
    "the murderer was",
    "It is all in here, and it is so.",
    "All points of the reference are contained.",
    "The reasoning above shows every step of the reference in full.",
    "Each of the points is fully covered and correct.",
    "Therefore the answer is D.",
    "I conclude that option D is right.",
    "This follows from the evidence in the text.",
    "凶手就是他",
    "以上要点均已包含。",
    "参考步骤全部说到了，推理正确。",
    "因此答案是丁。",
    "由此可以得出结论，理由如上所述。",
)
FULL = (
    "The old clock in the hall of the inn stopped when the captain came home from sea",
    "老船长从海上回来的那天，客栈大厅里的旧钟忽然停了，掌柜吓了一跳",
)


def judged(case: Case, text: str, *found: tuple[int, str]) -> Judgement:
    return judgement(exhibit(case, text), Talker({"Contents": [contents(*found)]}), parts=["recall"])


def granted(made: Judgement) -> list[int]:
    return [at for at, one in enumerate(made.findings.contained or ()) if one.found]


@pytest.mark.parametrize("case", [EN, ZH], ids=["en", "zh"])
@pytest.mark.parametrize("words", EMPTY)
def test_words_that_say_nothing_bear_no_point(words: str, case: Case) -> None:
    made = judged(case, f"{words}\nMore stands here.", *((n, words) for n in range(5)))
    assert granted(made) == []
    assert made.tally.void == 5
    assert granted(judged(case, words, (2, words))) == []  # not even one, and not though they are the whole text


@pytest.mark.parametrize("case", [EN, ZH], ids=["en", "zh"])
@pytest.mark.parametrize("words", FULL)
def test_the_same_words_for_every_point_bear_none(words: str, case: Case) -> None:
    made = judged(case, words, *((n, words) for n in range(5)))
    assert granted(made) == []
    assert made.tally.void == 5


def test_words_that_overlap_are_the_same_words() -> None:
    spans = ("The old clock in the hall", "clock in the hall of the inn", "of the inn stopped", "stopped when", FULL[0])
    assert granted(judged(EN, FULL[0], *enumerate(spans))) == []


def test_one_sentence_may_say_three_points_in_words_of_its_own() -> None:
    text = "Only Nell could unlock the shed, no vessel went before ten, and wet dirt was found on the steps."
    assert granted(judged(EN, text, (0, text), (1, text), (2, text))) == [0, 1, 2]
    assert granted(judged(EN, text, (0, text), (1, text), (2, text), (3, text))) == []
    apart = ("Only Nell could unlock the shed", "no vessel went before ten", "wet dirt was found", "on the steps")
    assert granted(judged(EN, text, *enumerate(apart))) == [0, 1, 2, 3]


def test_each_point_wants_two_words_of_its_own() -> None:
    text = "Nell crossed. Then it was dark, and she had rowed."
    assert granted(judged(EN, text, (4, "Nell crossed"))) == [4]
    assert granted(judged(EN, text, (3, "Nell crossed"), (4, "Nell crossed"))) == []
    zh = "她过了河。天黑了。"
    assert granted(judged(ZH, zh, (4, "过了河"))) == []  # 过 and 河: two characters count as one word
    assert granted(judged(ZH, "她划船过了河。", (4, "划船过了河"))) == [4]


def test_points_whose_own_words_stand_there_are_borne_however_many_rest_on_them() -> None:
    text = "Luce alone had the key of the boat-house, the ferry ran at nine on Sunday, mud lay on the stairs."
    every = [(n, text) for n in range(5)]
    # the last two are not there: two are no more than three
    assert granted(judged(EN, text, *every)) == [0, 1, 2, 3, 4]
    zh = "只有露西有船屋的钥匙，渡船星期天九点开，早上楼梯上有泥。"
    assert granted(judged(ZH, zh, (0, zh), (1, zh), (2, zh))) == [0, 1, 2]


def test_a_point_that_is_named_twice_rests_on_the_words_that_share_most_with_it() -> None:
    text = "Nobody knows. Luce had the key of the boat-house."
    made = judged(EN, text, (0, "Nobody knows"), (0, "Luce had the key"))
    assert [one.span for one in made.findings.contained or () if one.found] == ["Luce had the key"]


Told = list[tuple[str, list[int]]]
"""Sentences of a reader's, with the reference steps that each says."""


def says(*points: int) -> dict[str, object]:
    return {"explanation": "", "says": [*points]}


def test_a_step_that_is_said_to_say_every_point_says_none() -> None:
    """As in recall: else any step would match, and StepPrecision_gold be 1, by a list of all numbers."""
    steps = [
        Step(kind="inference", text="The old clock in the hall stopped when the captain came home.", node="I1"),
        Step(kind="inference", text="Luce alone had the key of the boat-house, and rowed.", node="I2"),
        Step(kind="inference", text="All points are contained.", node="I3"),
    ]
    every = Talker({"Says": [says(0, 1, 2, 3, 4), says(0, 1, 2, 3, 4), says(2)]})
    made = judgement(exhibit(EN, "", *steps), every, parts=["match"])
    assert made.findings.matches == ((2, 1),)  # the one whose words stand there
    assert made.tally.void == 5 + 4 + 1
    few = Talker({"Says": [says(0, 4), says(0, 3, 4), says()]})
    made = judgement(exhibit(EN, "", *steps), few, parts=["match"])
    assert made.findings.matches == ((1, 1), (1, 5), (2, 1), (2, 4), (2, 5))


@cache
def cases() -> dict[str, Case]:
    return {case.id: case for case in sample.load(Source(settings={"part": "detectiveqa"})).cases}


@cache
def honest(language: str) -> dict[str, Told]:
    """By case."""
    told: dict[str, Told] = {}
    for line in (HONEST / f"honest_{language}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            case, points, words = (part.strip() for part in line.split("|"))
            told.setdefault(case, []).append((words, [int(point) for point in points.split(",")]))
    return told


def whole(told: Told) -> Told:
    return told


def longest_clause(told: Told) -> Told:
    return [(max(re.split(r"[,;:，；：]| and | but | so ", words), key=len).strip(), points) for words, points in told]


def two_sentences(told: Told) -> Told:
    """As a lazy judge quotes: twice as much as it needs, for all that stands there."""
    pairs = zip(told[::2], told[1::2], strict=False)
    return [(joined(one, other), points + more) for (one, points), (other, more) in pairs]


def joined(*sentences: str) -> str:
    return ("" if sentences[0].endswith("。") else " ").join(sentences)


def lost(case: Case, told: Told, spans: Told) -> tuple[int, int]:
    """Of verdicts that rest on these spans of the reasoning made of `told`: how many are void, how many there are."""
    text = "\n".join(joined(*(words for words, _ in told[at : at + 2])) for at in range(0, len(told), 2))
    made = judged(case, text, *((point, words) for words, points in spans for point in points))
    return made.tally.void, sum(len(points) for _, points in spans)


@pytest.mark.parametrize(("quoting", "most"), [(whole, 0.0), (longest_clause, 0.0), (two_sentences, 0.06)])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_honest_paraphrases_are_heard(language: str, quoting: Callable[[Told], Told], most: float) -> None:
    counts = [lost(cases()[case], told, quoting(told)) for case, told in honest(language).items()]
    void, there = (sum(column) for column in zip(*counts, strict=True))
    assert there >= 100
    assert void <= most * there


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_spans_are_hard_ones(language: str) -> None:
    """Every reference step of the sample is said once, and many without a word of its own."""
    said = [(case, point) for case, told in honest(language).items() for _, points in told for point in points]
    gold = [(case, at) for case in honest(language) for at in range(len(cases()[case].gold.steps))]
    assert sorted(said) == sorted(gold)
    foreign = [
        not set(keys(words)) & set(keys(cases()[case].gold.steps[point].text))
        for case, told in honest(language).items() for words, points in told for point in points
    ]  # fmt: skip
    assert sum(foreign) >= {"en": 60, "zh": 3}[language]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_honest_sentence_said_for_every_point_bears_few(language: str) -> None:
    shares = []
    for case, told in honest(language).items():
        count = len(cases()[case].gold.steps)
        for words, _ in told:
            shares.append(len(granted(judged(cases()[case], words, *((n, words) for n in range(count))))) / count)
    assert sum(shares) / len(shares) < 0.05
    assert max(shares) < 0.5


def test_a_reasoning_in_another_language_than_the_gold_is_heard_and_its_echo_is_not() -> None:
    gold = cases()["zh-human-2-q1"]
    told = [
        ("Ji says the study was bolted from the inside, so no stranger came in.", [0]),
        ("The apprentice drank the leftover tea and was fine.", [3]),
        ("Luo had half of the same bowl of wine and kept on working.", [4]),
        ("The two goldfish were alive the next day, so the water is clean.", [7, 8]),
        ("One brush of seven is gone, and the six that are left are dry.", [10, 11]),
        ("He used to suck the brush, which is why its tip was so clean and short.", [13, 14]),
    ]
    assert lost(gold, told, told) == (0, 9)
    echo = "Ji says the study was bolted from the inside"
    made = judged(gold, told[0][0], *((n, echo) for n in range(20)))
    assert granted(made) == []
    assert made.tally.void == 20
