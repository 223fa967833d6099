"""The table of names: who a text names, how a query is widened, the file, and the cut."""

from __future__ import annotations

import string
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.named import book, table
from tools.mistake import Mistake
from tools.names import Alias, Character, NameTable, name_table

TABLE = NameTable(
    (
        Character("Hector Brandt", (Alias("Brandt", 9, 2, "surname"), Alias("Mr. Brandt", 4, 3)), 20, 1),
        Character("Zoë Hale", (Alias("Zoë", 5, 4), Alias("Hale", 2, 6, "shared surname")), 7, 4),
        Character("Jack Hale", (Alias("Hale", 2, 6, "shared surname"),), 3, 5),
        Character("刘远", (Alias("仲华", 8, 1, "字 [1]"), Alias("刘仲华", 2, 1)), 2, 1),
    )
)

PEOPLE = ("Dora Lane", "Mr. Lane", "Dora", "Lane", "Lady Yarrow", "Lord Yarrow", "Jack Hale", "Captain Hale", "Hale")
WORDS = (*PEOPLE, "said", "cried", "known as", "alias", "and", "was", ",", ".", "“", "”", "’s", "the", "of", "in", "—")
HAN = (
    "刘备",
    "玄德",
    "诸葛亮",
    "孔明",
    "姓",
    "名",
    "字",
    "号",
    "人称",
    "，",
    "。",
    "曰",
    "道",
    "：",
    "“",
    "”",
    "公",
    "就是",
)
english_text = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)
chinese_text = st.lists(st.sampled_from((*HAN, *"林晚秋先生的了不说老·")), max_size=40).map("".join)
any_text = st.one_of(english_text, chinese_text, st.text(max_size=80))
texts = st.lists(any_text, max_size=8)


def test_a_text_names_whole_words_only() -> None:
    assert [c.name for c in TABLE.of("Did Brandt’s sister see Hectors?")] == ["Hector Brandt"]
    assert TABLE.of("The Brandts left") == ()


def test_accents_and_quotes_of_a_query_are_folded() -> None:
    assert [c.name for c in TABLE.of("Where was Zoe?")] == ["Zoë Hale"]


def test_a_query_without_capitals_still_names() -> None:
    assert [c.name for c in TABLE.of("brandt diamond")] == ["Hector Brandt"]
    assert TABLE.widen("mr. brandt diamond") == ("Hector Brandt",)


def test_widening_adds_the_other_names_and_never_those_that_stand_there() -> None:
    assert TABLE.widen("What did Mr. Brandt hide?") == ("Hector Brandt",)
    assert TABLE.widen("仲华何在") == ("刘远", "刘仲华")
    assert TABLE.widen("Nobody is named") == ()


def test_a_shared_name_names_and_widens_nothing() -> None:
    assert TABLE.ambiguous == {"Hale"}
    assert TABLE.of("What did Hale hide?") == ()
    assert TABLE.widen("What did Hale hide?") == ()
    assert TABLE.widen("What did Jack Hale hide?") == ()


def test_names_that_differ_by_an_accent_alone_are_shared() -> None:
    assert NameTable((Character("Zoë Hale", (Alias("Zoë"),)), Character("Zoe Lane", (Alias("Zoe"),)))).of("Zoe") == ()


def test_the_longest_name_at_a_place_is_meant() -> None:
    assert [c.name for c in TABLE.of("Jack Hale")] == ["Jack Hale"]
    assert [c.name for c in TABLE.of("刘仲华")] == ["刘远"]


def test_a_part_of_a_table_keeps_what_was_shared_out_of_it() -> None:
    part = TABLE.part(mentions=5)
    assert [c.name for c in part.characters] == ["Hector Brandt", "Zoë Hale"]
    assert part.widen("Hale") == ()
    assert part.of("Hale") == ()


def test_a_table_is_the_same_after_its_file() -> None:
    assert NameTable.from_tsv(TABLE.to_tsv()) == TABLE


def test_the_file_is_made_for_editing() -> None:
    lines = TABLE.to_tsv().splitlines()
    assert "Hector Brandt (20 from 1)\tBrandt (9 from 2: surname), Mr. Brandt (4 from 3)" in lines
    assert [line for line in lines if "Hale" in line and line.startswith("#")]
    edited = "# mine\n\nHector Brandt\tBrandt, the Wolf\r\n刘远\t仲华，刘仲华、阿远\nDora\n"
    mine = NameTable.from_tsv(edited)
    assert {c.name: [a.text for a in c.aliases] for c in mine.characters} == {
        "Dora": [], "Hector Brandt": ["Brandt", "the Wolf"], "刘远": ["仲华", "刘仲华", "阿远"],
    }  # fmt: skip
    assert mine.widen("the Wolf") == ("Hector Brandt", "Brandt")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Dora\tLane\nHale\tJack\tJim\n", "Line 2"),
        ("# a\n\n\tLane\n", "Line 3"),
        ("Dora\tLane, Lane\n", "'Lane' twice"),
        ("Dora\tLane\nDora\tHale\n", "Line 2"),
        ("Dora\tLane (often)\n", "cannot be read"),
        ("Dora, Lane\n", "cannot be read"),
        ("Dora\tDora\n", "'Dora' twice"),
    ],
)
def test_a_malformed_file_is_a_mistake_with_its_line(text: str, says: str) -> None:
    with pytest.raises(Mistake, match=says):
        NameTable.from_tsv(text)


def test_an_alias_of_two_characters_is_allowed_and_ambiguous() -> None:
    assert NameTable.from_tsv("Dora\tLane\nJack\tLane\n").ambiguous == {"Lane"}


def test_characters_stand_by_mentions_then_by_first_then_by_name() -> None:
    found = NameTable.from_tsv("B (2 from 9)\nA (2 from 9)\nC (2 from 3)\nD (5 from 9)\n")
    assert [c.name for c in found.characters] == ["D", "C", "A", "B"]


LATE = {
    "en": ("“Yes,” said Anna Roth. Anna Roth wept.", "Anna Roth, alias Vesper Quill, confessed. Vesper Quill wept."),
    "zh": ("陆衡道：“走。”陆衡说：“快。”", "陆衡，字子安，人称水上飞。子安道：“是我。”"),
}
PLANTED = ("Vesper", "Quill", "Vesper Quill", "子安", "陆子安", "水上飞")


@pytest.mark.parametrize("language", LATE)
def test_an_alias_told_after_the_cut_is_not_known_before_it(language: str) -> None:
    early, late = LATE[language]
    whole = book(early, "x", late)
    name = "Anna Roth" if language == "en" else "陆衡"
    assert set(name_table(whole).widen(name)) & set(PLANTED)
    view = name_table(whole.before(3))
    assert not {n for c in view.characters for n in c.names} & set(PLANTED)
    assert not set(view.widen(f"{name} {' '.join(PLANTED)}")) & set(PLANTED)


@settings(max_examples=200, deadline=None)
@given(texts, texts)
def test_the_table_of_a_view_is_that_of_a_book_that_ends_there(before: list[str], after: list[str]) -> None:
    cut = len(before) + 1
    after = [*after, LATE["en"][1], LATE["zh"][1]]
    view = name_table(book(*before, *after).before(cut))
    assert view == table(*before)
    known = {name for character in view.characters for name in character.names}
    assert not known & set(PLANTED)


@settings(max_examples=200, deadline=None)
@given(texts, any_text)
def test_any_text_gives_a_table_that_widens_and_outlives_its_file(some: list[str], query: str) -> None:
    found = table(*some)
    assert NameTable.from_tsv(found.to_tsv()) == found
    assert [c.mentions for c in found.characters] == sorted((c.mentions for c in found.characters), reverse=True)
    for text in (query, *some):
        widened = found.widen(text)
        assert not set(widened) & found.ambiguous
        assert not [name for name in widened if f" {name} " in f" {text} "]


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=string.printable + "刘备，、（）\t\n#", max_size=60))
def test_any_file_is_a_table_or_a_mistake(text: str) -> None:
    with suppress(Mistake):
        read = NameTable.from_tsv(text)
        assert NameTable.from_tsv(read.to_tsv()) == read
