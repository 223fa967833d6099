"""Titles in two languages, the shelf that finds novels by them, and ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.benchmarks.deck import Deck
from evaluations.benchmarks.ids import Ids, digest, slug
from evaluations.benchmarks.lfed.rows import Row
from evaluations.benchmarks.shelf import Shelf
from evaluations.benchmarks.titles import english, is_public, key, names
from evaluations.library import Absent
from tools.mistake import Mistake


def shelf(folder: Path, *files: str, titles: tuple[str, ...] = ("One", "Two")) -> Shelf:
    for name in files:
        (folder / name).write_text(f"[1] {name}\n", encoding="utf-8")
    return Shelf(folder, titles)


@pytest.mark.parametrize(
    ("title", "file"),
    [
        ("The Count of Monte Cristo", "count_of_monte_cristo_se.txt"),
        ("基督山伯爵", "count_of_monte_cristo_se.txt"),
        ("Romance of the Three Kingdoms", "sanguo_yanyi_zh.txt"),
        ("三国演义", "sanguo_yanyi_zh.txt"),
        ("《三国演义》", "三国演义-罗贯中.txt"),
        ("Investiture of the Gods", "封神演义.txt"),
        ("封神演义", "Fengshen Yanyi.txt"),
        ("格兰特船长的儿女", "in_search_of_the_castaways_pg2083.txt"),
        ("In Search of the Castaways", "格兰特船长的儿女-凡尔纳.txt"),
        ("The Children of Captain Grant", "7-In Search of the Castaways-Verne.txt"),
    ],
)
def test_the_public_books_are_found_under_any_of_their_names(tmp_path: Path, title: str, file: str) -> None:
    assert shelf(tmp_path, file, "别的书.txt").find(title, "en").name == file


def test_a_title_in_its_own_language_comes_first(tmp_path: Path) -> None:
    both = shelf(tmp_path, "count_of_monte_cristo.txt", "基督山恩仇记.txt")
    assert both.find("基督山伯爵", "zh").name == "基督山恩仇记.txt"
    assert both.find("The Count of Monte Cristo", "en").name == "count_of_monte_cristo.txt"


def test_an_unknown_title_is_absent_in_one_short_line(tmp_path: Path) -> None:
    books = shelf(tmp_path, *(f"{n}.txt" for n in range(9)))
    for _ in range(2):
        with pytest.raises(Absent) as caught:
            books.find("x" * 5000, "en")
        assert len(str(caught.value)) < 250


def test_two_files_of_one_title_are_a_mistake_and_not_absent(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="More than one book") as caught:
        shelf(tmp_path, "One.txt", "1-One-A.txt").find("One", "en")
    assert not isinstance(caught.value, Absent)


def test_a_table_beside_the_novels_is_followed(tmp_path: Path) -> None:
    books = shelf(tmp_path, "a.txt")
    (tmp_path / "books.tsv").write_text("三国演义\ta.txt\n", encoding="utf-8")
    assert books.find("Romance of the Three Kingdoms", "en").name == "a.txt"


def test_keys_bring_the_names_of_a_book_together_and_keep_others_apart() -> None:
    assert key("三国演义") == key("Romance of the Three Kingdoms") == key("the three kingdoms!") == key("《三國演義》")
    assert key("平凡的世界（全三部）") == key("平凡的世界")
    assert key("The Ferry") == key("ferry (1924)")
    assert key("Ferry") != key("Ferries")
    assert key("The") == "the"
    assert key("…") == ""
    assert key("(new)") == "new"


def test_other_names_follow_the_title_those_of_its_language_first() -> None:
    assert names("更楼") == ("更楼",)
    assert names("封神演义")[:3] == ("封神演义", "封神演義", "封神榜")
    assert english("封神榜") == "Investiture of the Gods"
    assert is_public("Castaways")
    assert not is_public("The Ferry")


@given(st.text(max_size=60))
def test_slugs_are_safe_as_file_names_everywhere(text: str) -> None:
    assert re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?", slug(text))
    assert re.fullmatch(r"[0-9a-f]{10}", digest(text, "\ud800"))


def test_digests_pass_over_case_and_spaces_and_keep_the_parts_apart() -> None:
    assert digest("A  b") == digest(" a B ")
    assert digest("ab", "c") != digest("a", "bc")


@given(st.lists(st.sampled_from(["a", "A", "b", "a-2", "A-2"]), max_size=12))
def test_ids_are_unique_without_regard_to_case(wanted: list[str]) -> None:
    ids = Ids()
    given_out = [ids.free(one).casefold() for one in wanted]
    assert len(set(given_out)) == len(wanted)


def test_a_deck_deals_all_cards_once_from_a_place_of_the_questions_own() -> None:
    cards = [Row(f"q{n}", "t", "x", {}, "A", "", "") for n in range(20)]
    deck = Deck(cards, "0")
    dealt = {question: [card.id for card in deck.dealt(question)] for question in ("q1", "q2", "q3", "q4")}
    assert all(sorted(some) == sorted(card.id for card in cards) for some in dealt.values())
    assert len({some[0] for some in dealt.values()}) > 1
    assert [card.id for card in Deck(cards[::-1], "0").dealt("q1")] == dealt["q1"]
    assert list(Deck[Row]([], "0").dealt("q1")) == []
