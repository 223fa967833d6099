"""Words and phrases are found by terms, in both languages, in a fixed order, and no query is syntax."""

import math
import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.keyword import KeywordIndex, Ranked
from tools.terms import words

ENGLISH = [
    (1, "Anna carried the brass lamp upstairs."),
    (2, "The lamp was brass, and Bede’s lamp was tin."),
    (3, "Upstairs nothing burned."),
    (7, "Brass! cried Bede. Lamp after lamp went out."),
]
CHINESE = [
    (1, "黛玉回到潇湘馆。"),
    (2, "潇水湘江，馆在山上。"),
    (3, "宝玉问黛玉在不在馆里。"),
    (7, "玉黛二字刻在石上。"),
]
BOTH = KeywordIndex([*ENGLISH, *((number + 10, text) for number, text in CHINESE)])
MARKS = (
    "\" ( ) [ ] { } * ? ~ ^ : \\ / + - && || ! < > = @ # % ; , . ' ’ “ ” 「 」 … — \0 \ud83d \U0001f56f \u0301 \u202e"
)
NAMES = "AND OR NOT lamp brass Anna Bede’s 黛玉 潇湘馆 馆 的 the 3 ² ½ ﬁ İ ß words:lamp id:3 lamp~2 la* lamp^1e9"
NASTY = [
    *MARKS.split(" "),
    *NAMES.split(" "),
    *["\n", "\t", "\u3000", "\ufeff", "[1 TO 3]", "a AND NOT b", "IN [lamp]"],
]


def ids(ranked: Ranked) -> list[int]:
    return [number for number, _ in ranked]


def random_query(chance: random.Random) -> str:
    pieces = [chance.choice(NASTY) for _ in range(chance.randrange(6))]
    pieces += ["".join(chr(chance.randrange(1, 0x3000)) for _ in range(chance.randrange(4)))]
    return chance.choice(["", " "]).join(pieces)


def test_a_phrase_of_one_word_is_found() -> None:
    assert sorted(ids(BOTH.phrase("upstairs", 10))) == [1, 3]
    assert ids(BOTH.phrase("石", 10)) == [17]


def test_a_phrase_is_words_side_by_side_in_order() -> None:
    assert ids(BOTH.phrase("brass lamp", 10)) == [1]
    assert ids(BOTH.phrase("lamp after lamp", 10)) == [7]
    assert ids(BOTH.phrase("lamp brass", 10)) == []


def test_a_chinese_phrase_is_characters_side_by_side_in_order() -> None:
    assert ids(BOTH.phrase("潇湘馆", 10)) == [11]  # 12 has all three characters, apart
    assert sorted(ids(BOTH.phrase("黛玉", 10))) == [11, 13]  # 17 has them the other way about
    assert ids(BOTH.phrase("在不在馆", 10)) == [13]


def test_a_phrase_reads_over_marks_possessives_case_and_endings() -> None:
    assert sorted(ids(BOTH.phrase("“BEDE lamps”", 10))) == [2, 7]
    assert ids(BOTH.phrase("潇湘馆。", 10)) == [11]
    assert ids(BOTH.phrase("brass cried", 10)) == [7]


def test_a_repeated_word_in_a_phrase_must_be_repeated_in_the_text() -> None:
    index = KeywordIndex([(1, "never again"), (2, "never never again"), (3, "好了好"), (4, "好好了")])
    assert ids(index.phrase("never never", 10)) == [2]
    assert ids(index.phrase("好好", 10)) == [4]


@pytest.mark.parametrize("ask", [BOTH.rank, BOTH.phrase])
@pytest.mark.parametrize("text", ["", "   ", "！？…", '")(*:~', "\ud83d"])
def test_text_without_words_finds_nothing(ask: Callable[[str, int], Ranked], text: str) -> None:
    assert ask(text, 10) == []


def test_text_that_looks_like_syntax_is_only_words() -> None:
    assert BOTH.rank('lamp AND NOT ")(*:~', 10) == BOTH.rank("lamp", 10)
    assert BOTH.rank("words:brass -lamp +(upstairs)", 10) == BOTH.rank("words brass lamp upstairs", 10)
    assert BOTH.phrase('"brass" [lamp]~2', 10) == BOTH.phrase("brass lamp 2", 10) == []
    assert ids(BOTH.phrase('"brass" [lamp]*', 10)) == [1]
    assert BOTH.rank("la*", 10) == []


def test_not_is_a_word_like_others() -> None:
    index = KeywordIndex([(1, "to be or not to be"), (2, "to be and to have")])
    assert ids(index.rank("NOT", 10)) == [1]
    assert ids(index.phrase("or NOT to", 10)) == [1]


def test_stop_words_rank_only_when_there_is_nothing_else() -> None:
    index = KeywordIndex([(1, "the of"), (2, "a lamp"), (3, "他的"), (4, "石头")])
    assert ids(index.rank("the", 10)) == [1]
    assert ids(index.rank("the lamp", 10)) == [2]
    assert ids(index.rank("的", 10)) == [3]


def test_a_rare_word_is_worth_more_than_a_common_one() -> None:
    index = KeywordIndex([(1, "lamp"), (2, "lamp"), (3, "brass"), (4, "灯"), (5, "灯"), (6, "镜")])
    assert ids(index.rank("lamp brass", 1)) == [3]
    assert ids(index.rank("灯，镜", 1)) == [6]


def test_the_idf_is_that_of_bm25_over_the_texts() -> None:
    index = KeywordIndex([(1, "lamp 灯灭"), (2, "lamp lamp brass"), (3, "tin 灯")])
    assert index.idf("lamp") == pytest.approx(math.log(1 + 1.5 / 2.5))  # in 2 of 3
    assert index.idf("brass") == pytest.approx(math.log(1 + 2.5 / 1.5))  # in 1 of 3
    assert index.idf("灯") == pytest.approx(math.log(1 + 1.5 / 2.5))
    assert index.idf("灯灭") == pytest.approx(math.log(1 + 2.5 / 1.5))
    assert index.idf("silver") == pytest.approx(math.log(1 + 3.5 / 0.5))  # in none
    assert KeywordIndex([(1, "lamp")]).idf("lamp") > 0  # in all


def test_the_frequency_counts_texts_and_not_occurrences() -> None:
    assert BOTH.frequency("lamp") == 3
    assert BOTH.frequency("玉") == 3
    assert BOTH.frequency("黛玉") == 2
    assert BOTH.frequency("silver") == 0
    assert BOTH.size == 8


def test_one_word_in_one_of_two_texts_of_one_length_scores_its_idf() -> None:
    # BM25: idf · 2.2 · 1 / (1 + 1.2 · (1/4 + 3/4 · 1)) = idf = ln(1 + 1.5 / 1.5)
    index = KeywordIndex([(1, "brass lamp"), (2, "tin kettle")])
    assert dict(index.rank("lamp", 10)) == pytest.approx({1: math.log(2)})


def test_equal_scores_are_in_order_of_id() -> None:
    index = KeywordIndex((i, "the same lamp 同一盏灯") for i in range(500, 0, -1))
    assert ids(index.rank("lamp", 500)) == list(range(1, 501))
    assert ids(index.phrase("一盏灯", 500)) == list(range(1, 501))


def test_a_smaller_limit_gives_the_beginning_of_the_larger_answer() -> None:
    index = KeywordIndex((i, f"lamp {'brass ' * (i % 3)} {i}") for i in range(1, 301))
    whole = index.rank("brass lamp", 300)
    assert len(whole) == 300
    assert all(index.rank("brass lamp", limit) == whole[:limit] for limit in (1, 2, 7, 60, 150, 299))


def test_the_same_texts_and_query_give_the_same_answer_in_every_index() -> None:
    texts = [(i, f"lamp {i % 5} 灯{'灭' * (i % 4)}") for i in range(1, 200)]
    answers = {tuple(KeywordIndex(texts).rank("lamp 灯灭 3", 50)) for _ in range(5)}
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        (None, None, [1, 2, 7]),
        (2, None, [2, 7]),
        (None, 2, [1, 2]),
        (2, 2, [2]),
        (3, 6, []),
        (7, 2, []),
        (None, 0, []),
        (0, 0, []),
        (-5, 1, [1]),
        (2, 10**30, [2, 7]),
        (-(10**30), 1, [1]),
        (10**30, None, []),
    ],
)
def test_first_and_last_bound_what_is_found(first: int | None, last: int | None, found: list[int]) -> None:
    assert sorted(ids(BOTH.rank("lamp", 10, first, last))) == found
    assert sorted(ids(BOTH.phrase("lamp", 10, first, last))) == found


def test_a_filter_changes_no_score() -> None:
    assert dict(BOTH.rank("brass lamp", 10, 2, 2)) == {2: dict(BOTH.rank("brass lamp", 10))[2]}


@pytest.mark.parametrize(("limit", "count"), [(-1, 0), (0, 0), (1, 1), (3, 3), (10**18, 3)])
def test_the_limit_may_be_any_number(limit: int, count: int) -> None:
    assert len(BOTH.rank("lamp", limit)) == len(BOTH.phrase("lamp", limit)) == count


def test_an_index_of_nothing_finds_nothing() -> None:
    empty = KeywordIndex([])
    assert (empty.size, empty.rank("lamp", 10), empty.phrase("brass lamp", 10)) == (0, [], [])


def test_a_word_longer_than_the_index_holds_is_not_found_and_raises_nothing() -> None:
    index = KeywordIndex([(1, "x" * 70_000 + " lamp")])
    assert index.rank("x" * 70_000, 10) == []
    assert ids(index.phrase("lamp", 10)) == [1]


def test_two_thousand_queries_of_any_characters_raise_nothing() -> None:
    chance = random.Random(1930)
    for _ in range(2_000):
        query = random_query(chance)
        found = [*BOTH.rank(query, 5), *BOTH.phrase(query, 5)]
        assert all(math.isfinite(score) for _, score in found)


@settings(max_examples=25)  # each builds its own index
@given(
    st.lists(st.lists(st.sampled_from("lamp brass tin 灯 灭 石".split()), max_size=6), min_size=1, max_size=5),
    st.data(),
)
def test_a_phrase_is_found_exactly_where_its_words_are_neighbours(texts: list[list[str]], data: st.DataObject) -> None:
    index = KeywordIndex((i, " ".join(text)) for i, text in enumerate(texts))
    one, two = (data.draw(st.sampled_from("lamp brass tin 灯 灭 石".split())) for _ in range(2))
    neighbours = [i for i, text in enumerate(texts) if (one, two) in pairwise(text)]
    assert sorted(ids(index.phrase(f"{one}, {two}", 10))) == neighbours


@settings(max_examples=25)  # each builds its own index
@given(st.lists(st.text(st.sampled_from("灯灭石 aＢ’s,"), max_size=8), min_size=1, max_size=5), st.integers(0, 4))
def test_every_text_is_found_by_its_own_words(texts: list[str], which: int) -> None:
    index = KeywordIndex(enumerate(texts))
    text = texts[which % len(texts)]
    if words(text):
        assert which % len(texts) in ids(index.rank(text, 10))
        assert which % len(texts) in ids(index.phrase(text, 10))
