"""A hit shows the sentence that matched best and where the words stand in its paragraph."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from tools.hits import Hit, hit
from tools.terms import keys, words

TEXTS = st.lists(st.sampled_from("Lamps brass. tin! 灯灭了。 黛玉 the Ｂ’s “Oil?”".split()), max_size=8).map(" ".join)


def count(some: Iterable[str]) -> float:
    return float(len(list(some)))


def test_the_sentence_with_most_of_the_wanted_keys_is_shown() -> None:
    found = hit(4, 1.5, "Anna came. She lit the brass lamp. The lamp burned.", "brass lamps", count)
    assert (found.paragraph, found.score, found.sentence) == (4, 1.5, "She lit the brass lamp.")


def test_the_chinese_sentence_with_most_of_the_wanted_keys_is_shown() -> None:
    found = hit(4, 1.0, "黛玉来了。她点了铜灯。灯亮了。", "铜灯", count)
    assert found.sentence == "她点了铜灯。"
    assert found.matched == ("铜", "铜灯", "灯")


def test_a_heavy_key_weighs_more_than_two_light_ones() -> None:
    weights = {"silver": 5.0, "lamp": 1.0, "brass": 1.0}
    body = "A brass lamp. The silver."
    assert hit(1, 0, body, "silver brass lamp", lambda some: sum(map(weights.get, some))).sentence == "The silver."  # type: ignore[arg-type]


def test_of_equal_sentences_the_first_is_shown() -> None:
    assert hit(1, 0, "One lamp. Two lamps. Three.", "lamp", count).sentence == "One lamp."


def test_highlights_are_offsets_of_every_match_in_the_paragraph() -> None:
    body = "“Lamps!” cried Anna. A lamp’s light."
    found = hit(1, 0, body, "the lamp", count)
    assert [body[start:end] for start, end in found.highlights] == ["Lamps", "lamp"]
    assert found.matched == ("lamp",)


def test_a_query_of_stop_words_marks_those() -> None:
    body = "To be or not."
    assert [body[s:e] for s, e in hit(1, 0, body, "not to be", count).highlights] == ["To", "be", "not"]


def test_without_a_query_the_first_sentence_stands_for_the_paragraph() -> None:
    assert hit(9, 0.0, "灯灭了。黛玉走了。", "", count) == Hit(9, 0.0, "灯灭了。")


def test_an_empty_paragraph_has_an_empty_sentence() -> None:
    assert hit(9, 0.0, "", "lamp", count) == Hit(9, 0.0, "")


@given(TEXTS, TEXTS)
def test_what_is_shown_stands_in_the_paragraph_and_was_asked_for(body: str, query: str) -> None:
    found = hit(1, 0.0, body, query, count)
    assert found.sentence in body
    assert set(found.matched) <= set(keys(query) or words(query))
    assert list(found.highlights) == sorted(found.highlights)
    assert all(0 <= start < end <= len(body) for start, end in found.highlights)
    assert bool(found.highlights) == bool(found.matched)
